package sandbox

import (
	"math"
	"net/http"
	"strconv"
)

// channelRoutes registers channels and their messages.
func (s *Server) channelRoutes(add func(string, handler)) {
	add("GET /channels/{channel}", s.inChannel(s.getChannel))
	add("POST /channels/{channel}/typing", s.inChannel(s.postTyping))
	add("POST /channels/{channel}/messages", s.inChannel(s.postMessage))
	add("GET /channels/{channel}/messages", s.inChannel(s.getMessages))
	add("GET /channels/{channel}/messages/{message}", s.inChannel(s.getMessage))
	add("PATCH /channels/{channel}/messages/{message}", s.inChannel(s.patchMessage))
	add("DELETE /channels/{channel}/messages/{message}", s.inChannel(s.deleteMessage))
}

// inChannel finds the channel and takes the lock.
func (s *Server) inChannel(h func(*call, *Channel) (int, any, *apiError)) handler {
	return func(c *call) (int, any, *apiError) {
		s.mu.Lock()
		defer s.mu.Unlock()
		channel := s.channel(c.id("channel"))
		if channel == nil {
			return 0, nil, errUnknownChannel()
		}
		if channel.Type != ChannelDM && !s.botPermissions(channel).has(PermissionViewChannel) {
			return 0, nil, errNoAccess()
		}
		return h(c, channel)
	}
}

func (s *Server) getChannel(_ *call, channel *Channel) (int, any, *apiError) {
	return http.StatusOK, s.channelJSON(channel), nil
}

func (s *Server) postTyping(_ *call, channel *Channel) (int, any, *apiError) {
	return http.StatusNoContent, nil, s.maySend(channel, &draft{})
}

func (s *Server) postMessage(c *call, channel *Channel) (int, any, *apiError) {
	f := c.form()
	d := readDraft(f, c.files,
		draftRule{flags: flagsOfChannel, version: c.version, emojis: s.emojiIDs()})
	d.reference = s.readReference(f, channel)
	if err := s.maySend(channel, d); err != nil {
		return 0, nil, err
	}
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if p := s.sameNonce(channel, d); p != nil {
		return http.StatusOK, s.forBot(p), nil
	}
	s.withhold(channel, d)
	p := s.newPost(channel)
	if d.reference != nil {
		p.Type, p.Reference = typeReply, d.reference
	}
	if err := s.send(p, d, mentionsOfChannel()); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.forBot(p), nil
}

// sameNonce finds what was sent before under the same enforced nonce, or nil. mu must be held.
func (s *Server) sameNonce(channel *Channel, d *draft) *post {
	if !d.enforce || d.nonce == "" {
		return nil
	}
	for _, p := range s.posts {
		if p.ChannelID == channel.ID && p.Author.ID == BotID && p.Nonce == d.nonce &&
			s.now().Sub(p.Timestamp) < nonceWindow {
			return p
		}
	}
	return nil
}

// forBot is a message as the bot gets it: without what the page and tests have in addition. mu must
// be held.
func (s *Server) forBot(p *post) Message {
	m := p.Message.clone()
	m.Ephemeral, m.Thinking = false, false
	if m.Origin != nil {
		m.Origin.Name = ""
	}
	if m.Reference != nil {
		if to := s.post(m.Reference.MessageID); to != nil {
			referenced := to.Message.clone()
			referenced.Ephemeral, referenced.Thinking = false, false
			m.Referenced = &referenced
		}
	}
	return m
}

func (s *Server) getMessages(c *call, channel *Channel) (int, any, *apiError) {
	if s.mayRead(channel) != nil {
		return http.StatusOK, []Message{}, nil // nothing is read, but nothing is refused
	}
	q := c.URL.Query()
	if q.Has("around") {
		return 0, nil, errUnhandled("GET messages around one")
	}
	limit := 50
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 100 {
			f := newForm(nil)
			f.complain("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return 0, nil, f.err()
		}
		limit = n
	}
	after, _ := ParseSnowflake(q.Get("after"))
	before, err := ParseSnowflake(q.Get("before"))
	if err != nil {
		before = math.MaxUint64
	}
	out := []Message{}
	for i := range s.posts {
		p := s.posts[len(s.posts)-1-i] // newest first, unless after is given
		if after != 0 {
			p = s.posts[i]
		}
		wanted := p.ChannelID == channel.ID && p.To == 0 && p.ID > after && p.ID < before
		if wanted && len(out) < limit {
			out = append(out, s.forBot(p))
		}
	}
	return http.StatusOK, out, nil
}

func (s *Server) getMessage(c *call, channel *Channel) (int, any, *apiError) {
	if err := s.mayRead(channel); err != nil {
		return 0, nil, err
	}
	p := s.publicPost(channel.ID, c.id("message"))
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	return http.StatusOK, s.forBot(p), nil
}

func (s *Server) patchMessage(c *call, channel *Channel) (int, any, *apiError) {
	p := s.publicPost(channel.ID, c.id("message"))
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	if p.Author.ID != BotID {
		return 0, nil, errForeignMessage()
	}
	f := c.form()
	d := readDraft(f, c.files, s.editRule(p, c.version))
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if len(d.files) > 0 && channel.Type != ChannelDM &&
		!s.botPermissions(channel).has(PermissionAttachFiles) {
		return 0, nil, errNoPermission()
	}
	if err := s.editLimit(p); err != nil {
		return 0, nil, err
	}
	s.withhold(channel, d)
	next, err := s.edit(p, d, mentionsOfChannel())
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.forBot(next), nil
}

// editRule is how an edit of a message is read. mu must be held.
func (s *Server) editRule(p *post, version int) draftRule {
	return draftRule{
		flags:   flagsOfEdit,
		edit:    true,
		v2:      p.Flags&FlagComponentsV2 != 0,
		version: version,
		emojis:  s.emojiIDs(),
	}
}

func (s *Server) deleteMessage(c *call, channel *Channel) (int, any, *apiError) {
	p := s.publicPost(channel.ID, c.id("message"))
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	switch foreign := p.Author.ID != BotID; {
	case foreign && channel.Type == ChannelDM:
		return 0, nil, errDirect()
	case foreign && !s.botPermissions(channel).has(PermissionManageMessages):
		return 0, nil, errNoPermission()
	}
	s.remove(p)
	return http.StatusNoContent, nil, nil
}
