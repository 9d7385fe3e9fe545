package play

import (
	"context"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Deps is what a Service needs. All are required but Analyst and Wake.
type Deps struct {
	Store   Matches
	Analyst Analyst            // nil: no hints
	Now     func() time.Time   // used to the millisecond
	NewID   func() match.ID    // a fresh random id
	Toss    func() rules.Color // Red or Blue by chance
	Wake    func()             // called when a match went on; nil: nobody waits for it
}

// Service is the use cases. Its methods return the match after what was done, and beside an error
// the match as it is when it was found, so that a stale click is answered with the present board.
// They are safe for concurrent use.
type Service struct {
	deps Deps
}

// New returns a Service.
func New(d Deps) *Service {
	if d.Wake == nil {
		d.Wake = func() {}
	}
	return &Service{deps: d}
}

// AnyPly in a Ref is whatever ply the match is at.
const AnyPly = -1

// Ref is a match as a person saw it.
type Ref struct {
	ID  match.ID
	Ply int // the turns played then, or AnyPly
}

// check returns match.ErrStale when m is not at the ply of r any more.
func (r Ref) check(m *match.Match) error {
	if r.Ply != AnyPly && r.Ply != m.Game.Ply() {
		return match.ErrStale
	}
	return nil
}

// Match returns a match, or match.ErrNotFound.
func (s *Service) Match(ctx context.Context, id match.ID) (match.Match, error) {
	return s.deps.Store.Match(ctx, id)
}

// Open returns the matches in which p can act or waits, the newest change first.
func (s *Service) Open(ctx context.Context, p match.PlayerID) ([]match.Match, error) {
	return s.deps.Store.Open(ctx, p)
}

// Recent returns up to limit finished matches of p, the newest end first.
func (s *Service) Recent(ctx context.Context, p match.PlayerID, limit int) ([]match.Match, error) {
	return s.deps.Store.Recent(ctx, p, limit)
}

// update changes the match of r by act, which is given the time, and wakes the teller.
func (s *Service) update(ctx context.Context, r Ref,
	act func(*match.Match, time.Time) ([]match.Event, error)) (match.Match, error) {
	m, err := s.deps.Store.Update(ctx, r.ID, func(m *match.Match) ([]match.Event, error) {
		if err := r.check(m); err != nil {
			return nil, err
		}
		return act(m, s.now())
	})
	if err != nil {
		return m, err
	}
	s.deps.Wake()
	return m, nil
}

// now is the time in UTC and whole milliseconds, as stores keep it.
func (s *Service) now() time.Time {
	return s.deps.Now().UTC().Truncate(time.Millisecond)
}
