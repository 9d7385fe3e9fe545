package wire

// ChannelType tells a guild's text channel from a direct conversation.
type ChannelType int

// The two types the sandbox has.
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
	Recipients    []User      `json:"recipients,omitempty"`
	Flags         int         `json:"flags"`
	Permissions   Permission  `json:"permissions,omitempty"` // of who invoked, in interactions only
}

// Recipient is the person of a direct conversation; zero in a guild.
func (c *Channel) Recipient() Snowflake {
	if len(c.Recipients) == 0 {
		return 0
	}
	return c.Recipients[0].ID
}

// SeenBy reports whether a person is in the channel.
func (c *Channel) SeenBy(person Snowflake) bool {
	return c.Type != ChannelDM || c.Recipient() == person
}

// GuildName is the name of the one guild.
const GuildName = "Sandbox"

// GuildChannels are the guild's three.
func GuildChannels() []*Channel {
	return []*Channel{
		{ID: GeneralID, GuildID: GuildID, Name: "general", Topic: new("Talk about anything")},
		{ID: MadID, GuildID: GuildID, Name: "mad", Position: 1, Topic: new("For games")},
		{ID: QuietID, GuildID: GuildID, Name: "quiet", Position: 2,
			Topic: new("The bot may not send messages here")},
	}
}

// Owners says for whom the application is installed in a channel: the guild, or in a direct
// conversation nobody ("0").
func Owners(c *Channel) map[string]string { return map[string]string{"0": c.GuildID.String()} }
