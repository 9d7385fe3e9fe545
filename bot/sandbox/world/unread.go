package world

import (
	"slices"

	"madbot/bot/sandbox/wire"
)

// readMark is how far a person has read a channel.
type readMark struct {
	last            wire.Snowflake // the last message read
	messages, pings int            // of others, after that
}

func (s *State) readMark(in place) *readMark {
	m := s.reads[in]
	if m == nil {
		m = &readMark{}
		s.reads[in] = m
	}
	return m
}

// count adds a public message to what others have not read, or with -1 takes it off. It pings those
// whom it mentions, and in a conversation always.
func (s *State) count(p *Post, n int) {
	if p.To != 0 {
		return
	}
	c := s.Channel(p.ChannelID)
	for _, person := range wire.People() {
		m := s.readMark(place{person, c.ID})
		if !c.SeenBy(person) || p.Author.ID == person || p.ID <= m.last {
			continue
		}
		m.messages += n
		if c.GuildID == 0 || slices.Contains(p.Pings, person) {
			m.pings += n
		}
	}
}

// Unread counts public messages of others that a person has not read, and how many of them ping.
func (s *State) Unread(person, channel wire.Snowflake) (messages, pings int) {
	m := s.readMark(place{person, channel})
	return m.messages, m.pings
}

// LastSeen is the newest message a person sees in a channel; 0 when there is none.
func (s *State) LastSeen(person, channel wire.Snowflake) wire.Snowflake {
	for p := range s.Backward(person, channel, 0) {
		return p.ID
	}
	return 0
}

// MarkRead notes that a person has read everything in a channel.
func (s *State) MarkRead(person wire.Snowflake, c *wire.Channel) {
	in, last := place{person, c.ID}, s.LastSeen(person, c.ID)
	if last == 0 || last <= s.readMark(in).last {
		return
	}
	s.readUntil(in, last)
	s.write(entry{Read: &readEntry{person, c.ID, last}})
	s.told = true
	s.listener.Channel(s, person, c)
}

// readUntil notes the last message a person has read, and counts those after it.
func (s *State) readUntil(in place, last wire.Snowflake) {
	m := s.readMark(in)
	*m = readMark{last: max(last, m.last)}
	list := s.posts.lines[line{place: place{channel: in.channel}}]
	rest, _ := search(list, m.last+1)
	c := s.Channel(in.channel)
	for _, p := range list[rest:] { // none but when the journal is read
		if p.Author.ID == in.person {
			continue
		}
		m.messages++
		if c.GuildID == 0 || slices.Contains(p.Pings, in.person) {
			m.pings++
		}
	}
}
