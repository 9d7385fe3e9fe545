package world

import (
	"iter"
	"math"
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Messages are all that was sent and is kept.
type Messages struct {
	s     *State
	posts posts
}

// Get finds a kept message, or nil.
func (ms *Messages) Get(id wire.Snowflake) *Post { return ms.posts.byID[id] }

// Public finds a message that the bot can reach through its channel: not an ephemeral one.
func (ms *Messages) Public(channel, id wire.Snowflake) *Post {
	if p := ms.Get(id); p != nil && p.ChannelID == channel && p.To == 0 {
		return p
	}
	return nil
}

// SeenBy finds a message that a person sees in a channel, or nil.
func (ms *Messages) SeenBy(person, channel, id wire.Snowflake) *Post {
	if p := ms.Get(id); p != nil && p.ChannelID == channel && p.SeenBy(person) {
		return p
	}
	return nil
}

// After returns up to n messages that everybody sees in a channel, those that follow an id, oldest first.
func (ms *Messages) After(channel, id wire.Snowflake, n int) []*Post {
	list := ms.posts.public(channel)
	i, found := search(list, id)
	if found {
		i++
	}
	return list[i:min(i+n, len(list))]
}

// Last returns the newest n messages of a channel that everybody sees, oldest first. The list must not be changed.
func (ms *Messages) Last(channel wire.Snowflake, n int) []*Post {
	list := ms.posts.public(channel)
	return list[max(0, len(list)-n):]
}

// Backward yields what a person sees in a channel, newest first, from before an id; 0 is the end.
func (ms *Messages) Backward(person, channel, before wire.Snowflake) iter.Seq[*Post] {
	if ms.s.Channels.SeenBy(person, channel) == nil {
		return func(func(*Post) bool) {}
	}
	if before == 0 {
		before = math.MaxUint64
	}
	return ms.posts.backward(place{person, channel}, before)
}

// SameNonce finds what was sent to a channel under the draft's enforced nonce, or nil.
func (ms *Messages) SameNonce(c *wire.Channel, d *check.Draft) *Post {
	if !d.Enforce || d.Nonce == "" {
		return nil
	}
	p := ms.Get(ms.posts.nonces[nonce{c.ID, d.Nonce}])
	if p == nil || ms.s.since(p.Timestamp) >= nonceWindow {
		return nil
	}
	return p
}

// New is an empty message by the bot. It is not kept yet.
func (ms *Messages) New(c *wire.Channel) *Post {
	return &Post{
		Message: wire.Message{
			ID:           ms.s.newID(),
			ChannelID:    c.ID,
			Author:       wire.BotUser(),
			Timestamp:    ms.s.Now().UTC(),
			Mentions:     []wire.User{},
			MentionRoles: []wire.Snowflake{},
			Embeds:       []any{},
			Components:   []wire.Component{},
		},
	}
}

// Say posts a person's plain text.
func (ms *Messages) Say(person wire.Snowflake, c *wire.Channel, content string) *Post {
	p := ms.New(c)
	p.Author, _ = wire.UserOf(person)
	p.Content, p.Mentions = content, check.ChannelMentions().Mentioned(content, ms.s.People.User)
	p.ping()
	ms.Put(p)
	ms.s.Reads.Mark(person, ms.s.Channels.Get(c.ID))
	return p
}

// Send makes the draft a new message, begun with New. otherwise is whom it pings when the draft
// does not say.
func (ms *Messages) Send(p *Post, d *check.Draft, otherwise *check.Mentions) *check.Refusal {
	if err := ms.apply(p, d, otherwise); err != nil {
		return err
	}
	p.ping()
	ms.Put(p)
	if ms.s.Posted != nil {
		ms.s.Posted(p.Message)
	}
	return nil
}

// Edit changes a kept message as the draft asks, or on a refusal leaves it as it was. Edits never
// ping.
func (ms *Messages) Edit(old *Post, d *check.Draft, otherwise *check.Mentions) (*Post, *check.Refusal) {
	p := *old
	p.Flags &^= discordgo.MessageFlagsLoading
	if err := ms.apply(&p, d, otherwise); err != nil {
		return nil, err
	}
	if old.Flags&discordgo.MessageFlagsLoading == 0 {
		p.Edited = new(ms.s.Now().UTC())
	}
	ms.Put(&p)
	ms.s.files.dropBut(p.Files, old.Files)
	return &p, nil
}

// apply changes a post that is not kept as the draft asks, and stores its new files.
func (ms *Messages) apply(p *Post, d *check.Draft, otherwise *check.Mentions) *check.Refusal {
	a, err := d.Apply(p.Message, p.Files, func(u check.Upload) wire.Attachment {
		return u.Describe(p.ChannelID, ms.s.newID())
	})
	if err != nil {
		return err
	}
	for id, u := range a.Added {
		if err := ms.s.files.write(id, u.Data); err != nil {
			ms.s.Log().Error("keep attachment", "err", err)
			return check.Broken
		}
	}
	p.Message, p.Files, p.Shown = a.Message, a.Files, a.Shown
	ms.s.Emojis.name(p.Components)
	if d.Allowed != nil {
		otherwise = d.Allowed
	}
	p.Mentions = otherwise.Mentioned(p.Text(), ms.s.People.User)
	if p.Reference == nil || !otherwise.Replied {
		return nil
	}
	to := ms.Get(p.Reference.MessageID)
	if to != nil && !slices.ContainsFunc(p.Mentions,
		func(u wire.User) bool { return u.ID == to.Author.ID }) {
		p.Mentions = append(p.Mentions, to.Author)
	}
	return nil
}

// Put stores a new or changed message and tells everybody.
func (ms *Messages) Put(p *Post) {
	isNew := ms.Get(p.ID) == nil
	if isNew {
		ms.s.Threads.reopen(p)
	}
	p.show()
	ms.keep(p)
	ms.s.write(entry{Post: p})
	ms.s.tell(func(l Listener) { l.Message(ms.s, p, isNew) })
}

// keep puts a message among the others; the one that makes room loses its files.
func (ms *Messages) keep(p *Post) {
	isNew := ms.Get(p.ID) == nil
	if oldest := ms.posts.put(p); oldest != nil {
		ms.s.files.dropBut(nil, oldest.Files)
	}
	if isNew {
		ms.posts.takeNonce(p)
		ms.s.Reads.count(p, 1)
	}
}

// Remove deletes a message with its files and tells everybody.
func (ms *Messages) Remove(p *Post) {
	ms.forget(p)
	ms.s.write(entry{Gone: p.ID})
	ms.s.files.dropBut(nil, p.Files)
	ms.s.tell(func(l Listener) { l.Gone(ms.s, p) })
}

func (ms *Messages) forget(p *Post) {
	ms.posts.remove(p)
	ms.s.Reads.count(p, -1)
}

// Dismiss takes an ephemeral message off the screen of its person; false when they see none of that
// id.
func (ms *Messages) Dismiss(person, id wire.Snowflake) bool {
	old := ms.Get(id)
	if old == nil || old.To != person || old.Dismissed {
		return false
	}
	p := *old
	p.Dismissed = true
	ms.keep(&p)
	ms.s.write(entry{Post: &p})
	ms.s.tell(func(l Listener) { l.Gone(ms.s, &p) })
	return true
}

// ForBot is a message as the bot gets it.
func (ms *Messages) ForBot(p *Post) wire.Message { return ms.ForPage(p).ForBot() }

// ForPage is a message as a page gets it: with the one that it replies to.
func (ms *Messages) ForPage(p *Post) wire.Message {
	m := p.Message
	if m.Reference != nil {
		if to := ms.Get(m.Reference.MessageID); to != nil {
			m.Referenced = new(to.Message.ForBot())
		}
	}
	return m
}
