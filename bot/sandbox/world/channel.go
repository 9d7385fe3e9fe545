package world

import (
	"slices"

	"madbot/bot/sandbox/wire"
)

// Channel finds a channel, or nil.
func (s *State) Channel(id wire.Snowflake) *wire.Channel { return s.byChannel[id] }

// addChannel keeps a channel, in place of an older one of its id.
func (s *State) addChannel(c *wire.Channel) *wire.Channel {
	if at := slices.Index(s.channels, s.byChannel[c.ID]); at >= 0 {
		s.channels[at] = c
	} else {
		s.channels = append(s.channels, c)
	}
	s.byChannel[c.ID] = c
	return c
}

// RemoveChannel deletes a channel with its threads and all their messages, until the world closes.
func (s *State) RemoveChannel(id wire.Snowflake) {
	for _, c := range slices.Clone(s.channels) {
		if c.ID != id && c.ParentID != id {
			continue
		}
		s.posts.empty(c.ID)
		s.channels = slices.DeleteFunc(s.channels, func(o *wire.Channel) bool { return o == c })
		delete(s.byChannel, c.ID)
		s.told = true
		s.listener.NoChannel(c.ID)
	}
}

// tellChannel tells everybody who is in a channel how it stands.
func (s *State) tellChannel(c *wire.Channel) {
	s.told = true
	for _, person := range wire.People() {
		if c.SeenBy(person) {
			s.listener.Channel(s, person, c)
		}
	}
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
	return s.addChannel(wire.ConversationWithBot(id, person))
}

// For is a channel as a call or an interaction of a person shows it: with the id of its last public
// message and the others of a conversation. Person 0 is the bot.
func (s *State) For(person wire.Snowflake, c *wire.Channel) wire.Channel {
	out := *c
	out.Recipients = c.Others(person)
	list := s.posts.lines[line{place: place{channel: c.ID}}]
	if len(list) > 0 {
		out.LastMessageID = &list[len(list)-1].ID
	}
	if c.IsThread() {
		out.ThreadCounts = &wire.ThreadCounts{Messages: len(list), Members: 1, Sent: len(list)}
	}
	return out
}
