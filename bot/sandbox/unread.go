package sandbox

import "slices"

// markRead notes the last message a person has read in a channel. mu must be held.
func (s *Server) markRead(person, channel, message Snowflake) {
	if s.read[person] == nil {
		s.read[person] = map[Snowflake]Snowflake{}
	}
	s.read[person][channel] = max(message, s.read[person][channel])
}

// markAllRead notes that a person has read everything in a channel. mu must be held.
func (s *Server) markAllRead(person Snowflake, c *Channel) {
	last := s.lastSeen(person, c.ID)
	if last == 0 || last <= s.read[person][c.ID] {
		return
	}
	s.markRead(person, c.ID, last)
	s.write(entry{Read: &readEntry{person, c.ID, last}})
	s.tellChannel(person, c)
}

// lastSeen is the newest message a person sees in a channel; 0 when there is none. mu must be held.
func (s *Server) lastSeen(person, channel Snowflake) Snowflake {
	for _, p := range slices.Backward(s.posts) {
		if p.ChannelID == channel && p.seenBy(person) {
			return p.ID
		}
	}
	return 0
}

// unread counts public messages of others that a person has not read, and how many of them ping: by
// a mention, or because the conversation is a direct one. mu must be held.
func (s *Server) unread(person, channel Snowflake) (messages, pings int) {
	c := s.channel(channel)
	if c == nil || !c.seenBy(person) {
		return 0, 0
	}
	for _, p := range slices.Backward(s.posts) {
		if p.ID <= s.read[person][channel] {
			break
		}
		if p.ChannelID != channel || p.To != 0 || p.Author.ID == person {
			continue
		}
		messages++
		if c.Type == ChannelDM || slices.Contains(p.Pings, person) {
			pings++
		}
	}
	return messages, pings
}
