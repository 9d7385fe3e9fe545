package world

import "madbot/bot/sandbox/wire"

// Channel finds a channel, or nil.
func (s *State) Channel(id wire.Snowflake) *wire.Channel {
	for _, c := range s.channels { // a few and one for each person
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

// ChannelsSeenBy are the channels that a person is in, those with the bot first.
func (s *State) ChannelsSeenBy(person wire.Snowflake) []*wire.Channel {
	var with, without []*wire.Channel
	for _, c := range s.channels {
		switch {
		case !c.SeenBy(person):
		case c.WithBot():
			with = append(with, c)
		default:
			without = append(without, c)
		}
	}
	return append(with, without...)
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
	c := wire.ConversationWithBot(id, person)
	s.channels = append(s.channels, c)
	return c
}

// For is a channel as a call or an interaction of a person shows it: with the id of its last public
// message and the others of a conversation. Person 0 is the bot.
func (s *State) For(person wire.Snowflake, c *wire.Channel) wire.Channel {
	out := *c
	out.Recipients = c.Others(person)
	if list := s.posts.lines[line{place: place{channel: c.ID}}]; len(list) > 0 {
		out.LastMessageID = &list[len(list)-1].ID
	}
	return out
}
