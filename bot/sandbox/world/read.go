package world

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// readMark is how far a person has read a channel.
type readMark struct {
	last            wire.Snowflake // the last message read
	messages, pings int            // of others, after the last one read
}

// Reads is what people have read.
type Reads struct {
	s     *State
	marks map[place]*readMark
}

func (r *Reads) mark(in place) *readMark {
	m := r.marks[in]
	if m == nil {
		m = &readMark{}
		r.marks[in] = m
	}
	return m
}

// count adds n, which is 1 or -1, to the unread messages of everybody except p's author.
func (r *Reads) count(p *Post, n int) {
	if p.To != 0 {
		return
	}
	c := r.s.Channels.Get(p.ChannelID)
	for _, person := range r.s.People.IDs() {
		m := r.mark(place{person, c.ID})
		if !c.SeenBy(person) || p.Author.ID == person || p.ID <= m.last {
			continue
		}
		m.messages += n
		if p.pings(person, c) {
			m.pings += n
		}
	}
}

// pings reports whether p notifies a person. A message that mentions them does, and in conversations every message
// does, except silent ones.
func (p *Post) pings(person wire.Snowflake, c *wire.Channel) bool {
	return p.Flags&discordgo.MessageFlagsSuppressNotifications == 0 &&
		(c.GuildID == 0 || slices.Contains(p.Pings, person))
}

// Unread returns how many public messages of others a person has not read, and how many of them ping.
func (r *Reads) Unread(person, channel wire.Snowflake) (messages, pings int) {
	m := r.mark(place{person, channel})
	return m.messages, m.pings
}

// LastSeen returns the newest message that a person sees in a channel, or 0.
func (r *Reads) LastSeen(person, channel wire.Snowflake) wire.Snowflake {
	for p := range r.s.Messages.Backward(person, channel, 0) {
		return p.ID
	}
	return 0
}

// Mark marks a channel as read.
func (r *Reads) Mark(person wire.Snowflake, c *wire.Channel) {
	in, last := place{person, c.ID}, r.LastSeen(person, c.ID)
	if last == 0 || last <= r.mark(in).last {
		return
	}
	r.until(in, last)
	r.s.write(entry{Read: &readEntry{person, c.ID, last}})
	r.s.tell(func(l Listener) { l.Channel(r.s, person, c) })
}

// until sets the last message that a person has read, and counts those after it.
func (r *Reads) until(in place, last wire.Snowflake) {
	m := r.mark(in)
	*m = readMark{last: max(last, m.last)}
	list := r.s.Messages.posts.public(in.channel)
	rest, _ := search(list, m.last+1)
	c := r.s.Channels.Get(in.channel)
	for _, p := range list[rest:] { // empty except while the journal is loaded
		if p.Author.ID == in.person {
			continue
		}
		m.messages++
		if p.pings(in.person, c) {
			m.pings++
		}
	}
}
