package sandbox

import "net/http"

// inWebhook finds the interaction by its token: answered once, and not older than a quarter of an
// hour.
func (s *Server) inWebhook(h func(*call, *interaction) (int, any, *apiError)) handler {
	return func(c *call) (int, any, *apiError) {
		s.mu.Lock()
		defer s.mu.Unlock()
		i := s.interactions[c.PathValue("token")]
		switch {
		case c.id("app") != BotID:
			return 0, nil, errUnknownWebhook()
		case i == nil:
			return 0, nil, errWebhookToken()
		case i.Answered == 0:
			return 0, nil, errUnknownWebhook()
		case s.now().Sub(i.Created) > tokenLife:
			return 0, nil, errWebhookToken()
		}
		return h(c, i)
	}
}

// postFollowUp makes another message. The first one after a deferral takes the place of the
// thinking message, and is as private as that was.
func (s *Server) postFollowUp(c *call, i *interaction) (int, any, *apiError) {
	f := c.form()
	d := readDraft(f, c.files,
		draftRule{flags: flagsOfCallback, version: c.version, emojis: s.emojiIDs()})
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if p := s.post(i.Original); p != nil && p.Flags&FlagLoading != 0 {
		d.flags &^= FlagEphemeral
		next, err := s.edit(p, d, mentionsOfInteraction())
		if err != nil {
			return 0, nil, err
		}
		return http.StatusOK, s.forBot(next), nil
	}
	p := s.newAnswer(i, d.flags)
	p.Interaction = nil
	p.Origin.OriginalMessageID = i.Original
	if i.Original != 0 && s.post(i.Original) != nil {
		p.Type, p.Reference = typeReply, &Reference{MessageID: i.Original, ChannelID: p.ChannelID}
	}
	if err := s.send(p, d, mentionsOfInteraction()); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.forBot(p), nil
}

// answerAt finds the message the address names: "@original", or one this interaction made. mu must
// be held.
func (s *Server) answerAt(c *call, i *interaction) *post {
	id := c.id("message")
	if c.PathValue("message") == "@original" {
		id = i.Original
	}
	p := s.post(id)
	if p == nil || p.Answers != i.ID && p.ID != i.Original {
		return nil
	}
	return p
}

func (s *Server) getAnswer(c *call, i *interaction) (int, any, *apiError) {
	p := s.answerAt(c, i)
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	return http.StatusOK, s.forBot(p), nil
}

func (s *Server) patchAnswer(c *call, i *interaction) (int, any, *apiError) {
	p := s.answerAt(c, i)
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	f := c.form()
	d := readDraft(f, c.files, s.editRule(p, c.version))
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	next, err := s.edit(p, d, mentionsOfInteraction())
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.forBot(next), nil
}

func (s *Server) deleteAnswer(c *call, i *interaction) (int, any, *apiError) {
	p := s.answerAt(c, i)
	if p == nil {
		return 0, nil, errUnknownMessage()
	}
	s.remove(p)
	return http.StatusNoContent, nil, nil
}
