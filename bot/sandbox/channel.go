package sandbox

// ChannelType tells a guild's text channel from a direct conversation.
type ChannelType int

// The two kinds the sandbox has.
const (
	ChannelText ChannelType = 0
	ChannelDM   ChannelType = 1
)

// Channel is a place for messages, as Discord writes one.
type Channel struct {
	ID            Snowflake   `json:"id"`
	Type          ChannelType `json:"type"`
	GuildID       Snowflake   `json:"guild_id,omitempty"`
	Name          string      `json:"name,omitempty"`
	Topic         *string     `json:"topic,omitempty"`
	Position      int         `json:"position,omitempty"`
	LastMessageID *Snowflake  `json:"last_message_id"`
	Recipients    []*User     `json:"recipients,omitempty"`
	Flags         int         `json:"flags"`
	Permissions   Permission  `json:"permissions,omitempty"` // of who invoked, in interactions only
}

// recipient is the person of a direct conversation; none in a guild.
func (c *Channel) recipient() Snowflake {
	if len(c.Recipients) == 0 {
		return 0
	}
	return c.Recipients[0].ID
}

// seenBy tells whether a person is in the channel.
func (c *Channel) seenBy(person Snowflake) bool {
	return c.Type != ChannelDM || c.recipient() == person
}

// newChannels are the guild's three.
func newChannels() []*Channel {
	topic := func(text string) *string { return &text }
	return []*Channel{
		{ID: GeneralID, GuildID: GuildID, Name: "general", Topic: topic("Talk about anything")},
		{ID: MadID, GuildID: GuildID, Name: "mad", Position: 1, Topic: topic("For games")},
		{ID: QuietID, GuildID: GuildID, Name: "quiet", Position: 2,
			Topic: topic("The bot may not send messages here")},
	}
}

// channel finds a channel, or nil. mu must be held.
func (s *Server) channel(id Snowflake) *Channel {
	for _, c := range s.channels {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Channel gives the id of a guild channel by its name, without "#"; zero when there is none.
func (s *Server) Channel(name string) Snowflake {
	for _, c := range newChannels() {
		if c.Name == name {
			return c.ID
		}
	}
	return 0
}

// openDM finds or makes the conversation between a person and the bot. mu must be held.
func (s *Server) openDM(person Snowflake) *Channel {
	for _, c := range s.channels {
		if c.Type == ChannelDM && c.recipient() == person {
			return c
		}
	}
	c := &Channel{ID: s.newID(), Type: ChannelDM, Recipients: []*User{s.users[person]}}
	s.channels = append(s.channels, c)
	s.write(entry{DM: &dmEntry{c.ID, person}})
	s.tellChannel(person, c)
	return c
}

// channelJSON is a channel as the REST interface and the page show it, with its last message. mu
// must be held.
func (s *Server) channelJSON(c *Channel) Channel {
	out := *c
	for i := len(s.posts) - 1; i >= 0; i-- {
		if p := s.posts[i]; p.ChannelID == c.ID && p.To == 0 {
			out.LastMessageID = &p.ID
			break
		}
	}
	return out
}
