package world

import "madbot/bot/sandbox/wire"

// Channel finds a channel, or nil.
func (s *State) Channel(id wire.Snowflake) *wire.Channel {
	for _, c := range s.channels { // three and one for each person
		if c.ID == id {
			return c
		}
	}
	return nil
}

// ChannelSeenBy finds a channel that a person is in, or nil.
func (s *State) ChannelSeenBy(person, id wire.Snowflake) *wire.Channel {
	if c := s.Channel(id); c != nil && c.SeenBy(person) {
		return c
	}
	return nil
}

// ChannelsSeenBy are the channels that a person is in.
func (s *State) ChannelsSeenBy(person wire.Snowflake) []*wire.Channel {
	var out []*wire.Channel
	for _, c := range s.channels {
		if c.SeenBy(person) {
			out = append(out, c)
		}
	}
	return out
}

// OpenDM finds or makes the conversation between a person and the bot.
func (s *State) OpenDM(person wire.Snowflake) *wire.Channel {
	for _, c := range s.channels {
		if c.Recipient() == person {
			return c
		}
	}
	c := s.addDM(s.newID(), person)
	s.write(entry{DM: &dmEntry{c.ID, person}})
	s.told = true
	s.listener.Channel(s, person, c)
	return c
}

func (s *State) addDM(id, person wire.Snowflake) *wire.Channel {
	u, _ := wire.UserOf(person)
	c := &wire.Channel{ID: id, Type: wire.ChannelDM, Recipients: []wire.User{u}}
	s.channels = append(s.channels, c)
	return c
}

// WithLast is a channel with the id of its last public message.
func (s *State) WithLast(c *wire.Channel) wire.Channel {
	out := *c
	if list := s.posts.lines[line{place: place{channel: c.ID}}]; len(list) > 0 {
		out.LastMessageID = &list[len(list)-1].ID
	}
	return out
}
