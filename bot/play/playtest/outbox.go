package playtest

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// Notices implements play.Store.
func (s *Memory) Notices(_ context.Context, now time.Time, limit int) ([]match.Notice, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []match.Notice
	for _, n := range s.notices {
		if !n.Due.After(now) && len(due) < limit {
			due = append(due, n)
		}
	}
	return due, nil
}

// NextNotice implements play.Store.
func (s *Memory) NextNotice(_ context.Context, after time.Time) (time.Time, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, found := time.Time{}, false
	for _, n := range s.notices {
		if n.Due.After(after) && (!found || n.Due.Before(next)) {
			next, found = n.Due, true
		}
	}
	return next, found, nil
}

// Sending implements play.Store.
func (s *Memory) Sending(ctx context.Context, ids []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.notices {
		if n := &s.notices[i]; slices.Contains(ids, n.ID) {
			n.Sending = true
		}
	}
	return nil
}

// closeLocked says of the venue of a match whether it is closed; false: it is another channel.
func (s *Memory) closeLocked(id match.ID, channel string, closed bool) bool {
	m, ok := s.matches[id]
	if !ok || m.Venue.Channel != channel {
		return false
	}
	m.Venue.Closed = closed
	s.matches[id] = m
	return true
}

// Told implements play.Store.
func (s *Memory) Told(ctx context.Context, ids []int64, p match.Post) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notices = slices.DeleteFunc(s.notices, func(n match.Notice) bool {
		return slices.Contains(ids, n.ID)
	})
	if p.Message == "" {
		return nil
	}
	s.closeLocked(p.Match, p.Channel, false)
	before, stood := s.posts[p.Match]
	if p == before {
		return nil
	}
	if stood {
		s.retired = append(s.retired, before)
	}
	s.posts[p.Match] = p
	return nil
}

// Postpone implements play.Store.
func (s *Memory) Postpone(ctx context.Context, ids []int64, b match.Setback) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	failed := map[match.ID]bool{}
	for i := range s.notices {
		if n := &s.notices[i]; slices.Contains(ids, n.ID) {
			failed[n.Match] = true
			n.Attempts++
			n.Sending = n.Sending && b.Unsure
		}
	}
	for id := range failed {
		if b.Closed != "" && !s.closeLocked(id, b.Closed, true) {
			delete(failed, id) // it has moved
		}
	}
	for i := range s.notices {
		if n := &s.notices[i]; failed[n.Match] {
			n.Due = b.Until
		}
	}
	return nil
}

// Post implements play.Store.
func (s *Memory) Post(_ context.Context, id match.ID) (match.Post, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.posts[id]
	return p, ok, nil
}

// Retired implements play.Store.
func (s *Memory) Retired(_ context.Context, limit int) ([]match.Post, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.retired[:min(limit, len(s.retired))]), nil
}

// Forget implements play.Store.
func (s *Memory) Forget(ctx context.Context, p match.Post) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retired = slices.DeleteFunc(s.retired, func(q match.Post) bool { return q == p })
	return nil
}
