package sandbox

import "slices"

// newPost is an empty message by the bot. mu must be held.
func (s *Server) newPost(c *Channel) *post {
	return &post{
		Message: Message{
			ID:           s.newID(),
			ChannelID:    c.ID,
			Author:       *s.users[BotID],
			Timestamp:    s.now().UTC(),
			Mentions:     []User{},
			MentionRoles: []Snowflake{},
			Embeds:       []Embed{},
			Components:   []Component{},
		},
	}
}

// copyOf is a post that can be changed without touching the one kept.
func copyOf(p *post) *post {
	out := *p
	out.Message = p.Message.clone()
	out.Files = slices.Clone(p.Files)
	out.Pings = slices.Clone(p.Pings)
	out.Shown = slices.Clone(p.Shown)
	return &out
}

// apply changes a post as the draft asks and keeps its new files. The post must be new or a copy;
// on a refusal nothing has happened. mu must be held.
func (s *Server) apply(p *post, d *draft) *apiError {
	if d.content != nil {
		p.Content = *d.content
	}
	if d.embeds != nil {
		p.Embeds = *d.embeds
	}
	if d.components != nil {
		p.Components = *d.components
	}
	p.Flags = p.Flags&^d.unflag | d.flags
	p.TTS = p.TTS || d.tts
	if d.nonce != "" {
		p.Nonce = d.nonce
	}
	f := newForm(nil)
	added := s.mergeFiles(p, d, f)
	p.resolve(f)
	if p.Flags&FlagComponentsV2 != 0 && (p.Content != "" || len(p.Embeds) > 0) {
		f.complain("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"content must be null and embeds [] when MessageFlags.IS_COMPONENTS_V2 is set")
	}
	switch err := f.err(); {
	case err != nil:
		return err
	case len(p.Files) > maxFiles:
		return errTooManyFiles()
	case p.empty():
		return errEmptyMessage()
	}
	return s.keepFiles(added)
}

// empty tells whether there is nothing to show.
func (p *post) empty() bool {
	if p.Flags&FlagComponentsV2 != 0 {
		return len(p.Components) == 0
	}
	return p.Content == "" && len(p.Embeds) == 0 && len(p.Files) == 0 && len(p.Components) == 0
}

// mergeFiles works out which files the message has afterwards: kept ones as "attachments" says (all
// when it is absent), and the new ones. From version 10 on, a given "attachments" must list the new
// ones too. mu must be held.
func (s *Server) mergeFiles(p *post, d *draft, f form) map[Snowflake]upload {
	added, old := map[Snowflake]upload{}, p.Files
	used := map[int]bool{}
	add := func(u upload, spec attachmentSpec) {
		a := s.newAttachment(u, p.ChannelID)
		if spec.description != nil {
			a.Description = *spec.description
		}
		a.Ephemeral = p.Flags&FlagEphemeral != 0
		p.Files, added[a.ID], used[u.index] = append(p.Files, a), u, true
	}
	if d.attachments != nil {
		p.Files = nil
		for i, spec := range *d.attachments {
			at := func(a Attachment) bool { return a.ID == spec.id }
			if k := slices.IndexFunc(old, at); k >= 0 {
				kept := old[k]
				if spec.description != nil {
					kept.Description = *spec.description
				}
				p.Files = append(p.Files, kept)
				continue
			}
			sent := func(u upload) bool { return Snowflake(u.index) == spec.id }
			k := slices.IndexFunc(d.files, sent)
			if k < 0 {
				f.below("attachments", index(i)).complain("id", "ATTACHMENT_NOT_FOUND",
					"No file or attachment with this id.")
				continue
			}
			add(d.files[k], spec)
		}
	}
	for _, u := range d.files {
		if listed := d.attachments != nil && d.version >= 10; !used[u.index] && !listed {
			add(u, attachmentSpec{})
		}
	}
	return added
}

// keepFiles writes the new files. mu must be held.
func (s *Server) keepFiles(added map[Snowflake]upload) *apiError {
	for id, u := range added {
		if err := s.writeFile(id, u.data); err != nil {
			s.log().Error("keep attachment", "err", err)
			return refuse(500, 0, "500: Internal Server Error")
		}
	}
	return nil
}

// dropFiles forgets the files of a list that another has not. It comes after the journal knows, so
// that a kill leaves a file too many and never one too few. mu must be held.
func (s *Server) dropFiles(old, kept []Attachment) {
	for _, a := range old {
		if !slices.ContainsFunc(kept, func(o Attachment) bool { return o.ID == a.ID }) {
			s.dropFile(a.ID)
		}
	}
}

// ping works out whom a new message mentions. mu must be held.
func (s *Server) ping(p *post, allowed allowedMentions) {
	p.Mentions = s.mentioned(p.text(), allowed)
	p.MentionEveryone = false // the bot may not mention everyone
	if p.Reference != nil && allowed.replied {
		if to := s.post(p.Reference.MessageID); to != nil &&
			!slices.ContainsFunc(p.Mentions, func(u User) bool { return u.ID == to.Author.ID }) {
			p.Mentions = append(p.Mentions, to.Author)
		}
	}
}

// send makes the draft a new message. mu must be held.
func (s *Server) send(p *post, d *draft, otherwise allowedMentions) *apiError {
	if err := s.apply(p, d); err != nil {
		return err
	}
	if d.allowed != nil {
		otherwise = *d.allowed
	}
	s.ping(p, otherwise)
	for _, u := range p.Mentions {
		p.Pings = append(p.Pings, u.ID)
	}
	s.put(p)
	return nil
}

// edit changes a kept message as the draft asks, or on a refusal leaves it as it was. Edits never
// ping: Pings stay as they were. mu must be held.
func (s *Server) edit(old *post, d *draft, otherwise allowedMentions) (*post, *apiError) {
	p := copyOf(old)
	wasLoading := p.Flags&FlagLoading != 0
	p.Flags &^= FlagLoading
	if err := s.apply(p, d); err != nil {
		return nil, err
	}
	if d.allowed != nil {
		otherwise = *d.allowed
	}
	s.ping(p, otherwise)
	if now := s.now().UTC(); !wasLoading {
		p.Edited = &now
	}
	before := old.Files
	*old = *p
	s.put(old)
	s.dropFiles(before, old.Files)
	return old, nil
}
