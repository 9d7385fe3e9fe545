package world

import (
	"iter"
	"math"
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Messages are the stored messages.
type Messages struct {
	s     *State
	posts posts
}

// Get returns a message, or nil.
func (ms *Messages) Get(id wire.Snowflake) *Post { return ms.posts.byID[id] }

// Public returns a message that the bot can access through its channel, so not an ephemeral one, or nil.
func (ms *Messages) Public(channel, id wire.Snowflake) *Post {
	if p := ms.Get(id); p != nil && p.ChannelID == channel && p.To == 0 {
		return p
	}
	return nil
}

// SeenBy returns a message that a person sees in a channel, or nil.
func (ms *Messages) SeenBy(person, channel, id wire.Snowflake) *Post {
	if p := ms.Get(id); p != nil && p.ChannelID == channel && p.SeenBy(person) {
		return p
	}
	return nil
}

// After returns up to n public messages of a channel after a message id, oldest first.
func (ms *Messages) After(channel, id wire.Snowflake, n int) []*Post {
	list := ms.posts.public(channel)
	i, found := search(list, id)
	if found {
		i++
	}
	return list[i:min(i+n, len(list))]
}

// Last returns the newest n public messages of a channel, oldest first. The slice must not be modified.
func (ms *Messages) Last(channel wire.Snowflake, n int) []*Post {
	list := ms.posts.public(channel)
	return list[max(0, len(list)-n):]
}

// Backward yields what a person sees in a channel, newest first, before a message id; 0 is the end.
func (ms *Messages) Backward(person, channel, before wire.Snowflake) iter.Seq[*Post] {
	if ms.s.Channels.SeenBy(person, channel) == nil {
		return func(func(*Post) bool) {}
	}
	if before == 0 {
		before = math.MaxUint64
	}
	return ms.posts.backward(place{person, channel}, before)
}

// SameNonce returns the message sent to a channel under the draft's enforced nonce, or nil.
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

// New returns an empty message of the bot. It is not stored yet.
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

// Say posts a person's text message.
func (ms *Messages) Say(person wire.Snowflake, c *wire.Channel, content string) *Post {
	p := ms.New(c)
	ms.Write(person, p, content)
	return p
}

// Write stores p, which New returned, as a person's text message.
func (ms *Messages) Write(person wire.Snowflake, p *Post, content string) {
	p.Author, _ = wire.UserOf(person)
	p.Content, p.Mentions = content, check.ChannelMentions().Mentioned(content, ms.s.People.User)
	p.ping()
	ms.Put(p)
	ms.s.Reads.Mark(person, ms.s.Channels.Get(p.ChannelID))
}

// Send stores the message p, which New returned, with the draft's content. otherwise is whom it pings if the draft
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

// Edit changes a stored message as the draft asks. Edits never ping. If it is refused, the message does not change.
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

// apply changes a message that is not stored yet, and stores its new files.
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

// Put stores a new or changed message and reports it.
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

// keep stores a message. If the oldest one has to make room, its files are deleted.
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

// Remove deletes a message with its files and reports it.
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

// Dismiss hides an ephemeral message from its person. It returns false if they see no such message.
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

// ForBot returns a message as the bot receives it.
func (ms *Messages) ForBot(p *Post) wire.Message { return ms.ForPage(p).ForBot() }

// ForPage returns a message as a page receives it, with the message it replies to.
func (ms *Messages) ForPage(p *Post) wire.Message {
	m := p.Message
	if m.Reference != nil {
		if to := ms.Get(m.Reference.MessageID); to != nil {
			m.Referenced = new(to.Message.ForBot())
		}
	}
	return m
}
