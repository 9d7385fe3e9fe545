package playtest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"madbot/rules/match"
)

// Memory is a play.Store that forgets everything when it is dropped. The zero value is ready.
type Memory struct {
	mu      sync.Mutex
	matches map[match.ID]match.Match
	notices []match.Notice // in the order of their ids
	lastID  int64
	posts   map[match.ID]match.Post
	retired []match.Post
}

// Create implements play.Store.
func (s *Memory) Create(ctx context.Context, m match.Match, events []match.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.matches[m.ID]; taken {
		return match.ErrExists
	}
	s.saveLocked(m, events)
	return nil
}

// Update implements play.Store.
func (s *Memory) Update(ctx context.Context, id match.ID,
	change func(*match.Match) ([]match.Event, error)) (match.Match, error) {
	if err := ctx.Err(); err != nil {
		return match.Match{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	stored, ok := s.matches[id]
	if !ok {
		return match.Match{}, match.ErrNotFound
	}
	m := stored.Clone()
	events, err := change(&m)
	if err != nil {
		return stored.Clone(), err
	}
	s.saveLocked(m, events)
	return m, nil
}

// saveLocked keeps m and puts events in the outbox.
func (s *Memory) saveLocked(m match.Match, events []match.Event) {
	if s.matches == nil {
		s.matches = map[match.ID]match.Match{}
		s.posts = map[match.ID]match.Post{}
	}
	s.matches[m.ID] = m.Clone()
	for _, e := range events {
		s.lastID++
		s.notices = append(s.notices, match.Notice{ID: s.lastID, Match: m.ID, Event: e})
	}
	if len(events) == 0 {
		return
	}
	for i := range s.notices {
		if s.notices[i].Match == m.ID {
			s.notices[i].Due = m.TellAt(events[0].At)
		}
	}
}

// Match implements play.Store.
func (s *Memory) Match(ctx context.Context, id match.ID) (match.Match, error) {
	if err := ctx.Err(); err != nil {
		return match.Match{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.matches[id]
	if !ok {
		return match.Match{}, match.ErrNotFound
	}
	return m.Clone(), nil
}

// Open implements play.Store.
func (s *Memory) Open(_ context.Context, p match.PlayerID) ([]match.Match, error) {
	return s.list(p, func(m *match.Match) bool { return m.Status.IsOpen() },
		func(m *match.Match) time.Time { return m.Changed }), nil
}

// Recent implements play.Store.
func (s *Memory) Recent(_ context.Context, p match.PlayerID, limit int) ([]match.Match, error) {
	all := s.list(p, func(m *match.Match) bool { return m.Status == match.Finished },
		func(m *match.Match) time.Time { return m.Ended })
	return all[:min(limit, len(all))], nil
}

// AwaitingRobot implements play.Store.
func (s *Memory) AwaitingRobot(_ context.Context, limit int) ([]match.ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var waiting []match.Match
	for _, m := range s.matches {
		if m.AwaitsRobot() {
			waiting = append(waiting, m)
		}
	}
	slices.SortFunc(waiting, func(a, b match.Match) int {
		return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(a.ID, b.ID))
	})
	var ids []match.ID
	for _, m := range waiting[:min(limit, len(waiting))] {
		ids = append(ids, m.ID)
	}
	return ids, nil
}

// list returns the matches of p that satisfy want, the one with the latest key first.
func (s *Memory) list(p match.PlayerID, want func(*match.Match) bool,
	key func(*match.Match) time.Time) []match.Match {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []match.Match
	for _, m := range s.matches {
		if want(&m) && (m.Challenger == p || m.Opponent == p) {
			list = append(list, m.Clone())
		}
	}
	slices.SortFunc(list, func(a, b match.Match) int {
		return cmp.Or(key(&b).Compare(key(&a)), cmp.Compare(a.ID, b.ID))
	})
	return list
}
