package world

// SetBounds sets how many messages per line and how many interactions are kept.
func (s *State) SetBounds(messages, interactions int) {
	s.Messages.posts.most, s.Interactions.most = messages, interactions
}

// Sizes returns the sizes of what grows: messages, nonces, files, and the three indexes of interactions.
func (s *State) Sizes() (messages, nonces, files int, interactions [3]int) {
	ps, in := s.Messages.posts, s.Interactions
	return len(ps.byID), len(ps.nonces) + len(ps.sent), len(s.files.kept),
		[3]int{len(in.queue), len(in.byID), len(in.byToken)}
}
