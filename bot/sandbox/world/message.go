package world

import (
	"iter"
	"math"
	"slices"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Post finds a kept message, or nil.
func (s *State) Post(id wire.Snowflake) *Post { return s.posts.byID[id] }

// PublicPost finds a message that the bot can reach through its channel: not an ephemeral one.
func (s *State) PublicPost(channel, id wire.Snowflake) *Post {
	if p := s.Post(id); p != nil && p.ChannelID == channel && p.To == 0 {
		return p
	}
	return nil
}

// PostSeenBy finds a message that a person sees in a channel, or nil.
func (s *State) PostSeenBy(person, channel, id wire.Snowflake) *Post {
	if p := s.Post(id); p != nil && p.ChannelID == channel && p.SeenBy(person) {
		return p
	}
	return nil
}

// After returns up to n messages that everybody sees in a channel, those that follow an id, oldest first.
func (s *State) After(channel, id wire.Snowflake, n int) []*Post {
	return s.posts.after(channel, id, n)
}

// Backward yields what a person sees in a channel, newest first, from before an id; 0 is the end.
func (s *State) Backward(person, channel, before wire.Snowflake) iter.Seq[*Post] {
	if s.ChannelSeenBy(person, channel) == nil {
		return func(func(*Post) bool) {}
	}
	if before == 0 {
		before = math.MaxUint64
	}
	return s.posts.backward(place{person, channel}, before)
}

// SameNonce finds what was sent to a channel under the draft's enforced nonce, or nil.
func (s *State) SameNonce(c *wire.Channel, d *check.Draft) *Post {
	if !d.Enforce || d.Nonce == "" {
		return nil
	}
	p := s.Post(s.posts.nonces[nonce{c.ID, d.Nonce}])
	if p == nil || s.since(p.Timestamp) >= nonceWindow {
		return nil
	}
	return p
}

// NewPost is an empty message by the bot. It is not kept yet.
func (s *State) NewPost(c *wire.Channel) *Post {
	return &Post{
		Message: wire.Message{
			ID:           s.newID(),
			ChannelID:    c.ID,
			Author:       wire.BotUser(),
			Timestamp:    s.Now().UTC(),
			Mentions:     []wire.User{},
			MentionRoles: []wire.Snowflake{},
			Embeds:       []any{},
			Components:   []wire.Component{},
		},
	}
}

// Say posts a person's plain text.
func (s *State) Say(person wire.Snowflake, c *wire.Channel, content string) *Post {
	p := s.NewPost(c)
	p.Author, _ = wire.UserOf(person)
	p.Content, p.Mentions = content, check.ChannelMentions().Mentioned(content)
	p.ping()
	s.Put(p)
	s.MarkRead(person, s.Channel(c.ID))
	return p
}

// Send makes the draft a new message, begun with NewPost. otherwise is whom it pings when the draft
// does not say.
func (s *State) Send(p *Post, d *check.Draft, otherwise *check.Mentions) *check.Refusal {
	if err := s.apply(p, d, otherwise); err != nil {
		return err
	}
	p.ping()
	s.Put(p)
	return nil
}

// Edit changes a kept message as the draft asks, or on a refusal leaves it as it was. Edits never
// ping.
func (s *State) Edit(old *Post, d *check.Draft, otherwise *check.Mentions) (*Post, *check.Refusal) {
	p := *old
	p.Flags &^= wire.FlagLoading
	if err := s.apply(&p, d, otherwise); err != nil {
		return nil, err
	}
	if old.Flags&wire.FlagLoading == 0 {
		p.Edited = new(s.Now().UTC())
	}
	s.Put(&p)
	s.dropFiles(old.Files, p.Files)
	return &p, nil
}

// apply changes a post that is not kept as the draft asks, and stores its new files.
func (s *State) apply(p *Post, d *check.Draft, otherwise *check.Mentions) *check.Refusal {
	a, err := d.Apply(p.Message, p.Files, func(u check.Upload) wire.Attachment {
		return u.Describe(p.ChannelID, s.newID())
	})
	if err != nil {
		return err
	}
	for id, u := range a.Added {
		if err := s.writeFile(id, u.Data); err != nil {
			s.Log().Error("keep attachment", "err", err)
			return check.Broken
		}
	}
	p.Message, p.Files, p.Shown = a.Message, a.Files, a.Shown
	s.nameEmojis(p.Components)
	if d.Allowed != nil {
		otherwise = d.Allowed
	}
	p.Mentions = otherwise.Mentioned(p.Text())
	if p.Reference == nil || !otherwise.Replied {
		return nil
	}
	to := s.Post(p.Reference.MessageID)
	if to != nil && !slices.ContainsFunc(p.Mentions,
		func(u wire.User) bool { return u.ID == to.Author.ID }) {
		p.Mentions = append(p.Mentions, to.Author)
	}
	return nil
}

// ping notes whom a new message pings.
func (p *Post) ping() {
	for _, u := range p.Mentions {
		p.Pings = append(p.Pings, u.ID)
	}
}

// Put stores a new or changed message and tells everybody.
func (s *State) Put(p *Post) {
	isNew := s.Post(p.ID) == nil
	if isNew {
		s.reopen(p)
	}
	p.show()
	s.keep(p)
	s.write(entry{Post: p})
	s.told = true
	s.listener.Message(s, p, isNew)
}

// keep puts a message among the others; the one that makes room loses its files.
func (s *State) keep(p *Post) {
	isNew := s.Post(p.ID) == nil
	if oldest := s.posts.put(p); oldest != nil {
		s.dropFiles(oldest.Files, nil)
	}
	if isNew {
		s.posts.takeNonce(p)
		s.count(p, 1)
	}
}

// Remove deletes a message with its files and tells everybody.
func (s *State) Remove(p *Post) {
	s.forget(p)
	s.write(entry{Gone: p.ID})
	s.dropFiles(p.Files, nil)
	s.told = true
	s.listener.Gone(s, p)
}

func (s *State) forget(p *Post) {
	s.posts.remove(p)
	s.count(p, -1)
}

// Dismiss takes an ephemeral message off the screen of its person; false when they see none of that
// id.
func (s *State) Dismiss(person, id wire.Snowflake) bool {
	old := s.Post(id)
	if old == nil || old.To != person || old.Dismissed {
		return false
	}
	p := *old
	p.Dismissed = true
	s.keep(&p)
	s.write(entry{Post: &p})
	s.told = true
	s.listener.Gone(s, &p)
	return true
}

// ForBot is a message as the bot gets it.
func (s *State) ForBot(p *Post) wire.Message { return s.withReferenced(p).ForBot() }

// ForPage is a message as a page gets it.
func (s *State) ForPage(p *Post) wire.Message { return s.withReferenced(p) }

func (s *State) withReferenced(p *Post) wire.Message {
	m := p.Message
	if m.Reference != nil {
		if to := s.Post(m.Reference.MessageID); to != nil {
			m.Referenced = new(to.Message.ForBot())
		}
	}
	return m
}
