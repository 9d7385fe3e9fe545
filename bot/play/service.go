// Package play is the use cases of the bot: load a match, decide, save, and schedule what follows.
// It knows neither Discord nor SQL; the ports it needs (Store, Announcer, Analyst) are declared here.
package play

import (
	"context"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Deps is what a Service needs. All are required but Analyst and Wake.
type Deps struct {
	Store   Store
	Analyst Analyst // nil: no hints
	Now     func() time.Time
	NewID   func() match.ID    // a fresh random id
	Toss    func() rules.Color // Red or Blue by chance
	Wake    func()             // called when jobs became due; nil: nobody waits for it
}

// Service is the use cases. Its methods return the match after what was done, and beside an error
// the match as it is when it was found, so that a stale click is answered with the present board.
// A match that the actor may not see is ErrNotFound. They are safe for concurrent use.
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

// AnyPly in a Ref is whatever moment the match is at.
const AnyPly = -1

// Ref is a match as a person saw it.
type Ref struct {
	ID  match.ID
	Ply int // its match.Match.Moment then, or AnyPly
}

// check returns ErrStale when m is not at the moment of r any more.
func (r Ref) check(m *Match) error {
	if r.Ply != AnyPly && r.Ply != m.Moment() {
		return ErrStale
	}
	return nil
}

// Match returns a match.
func (s *Service) Match(ctx context.Context, a Actor, id match.ID) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && !m.visibleTo(a) {
		return Match{}, ErrNotFound
	}
	return m, err
}

// Open returns the matches in which p can act or waits, the newest change first.
func (s *Service) Open(ctx context.Context, p match.PlayerID) ([]Summary, error) {
	return s.deps.Store.Open(ctx, p)
}

// Recent returns up to limit finished matches of p, the newest end first.
func (s *Service) Recent(ctx context.Context, p match.PlayerID, limit int) ([]Summary, error) {
	return s.deps.Store.Recent(ctx, p, limit)
}

// History returns a match with everything that happened in it, the oldest first; errors as Match.
func (s *Service) History(ctx context.Context, a Actor, id match.ID) (m Match, events []match.Event, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if m, err = tx.Match(ctx, id); err != nil {
			return err
		}
		if !m.visibleTo(a) {
			return ErrNotFound
		}
		events, err = tx.Events(ctx, id, 0, m.Seq)
		return err
	})
	if err != nil {
		return Match{}, nil, err
	}
	return m, events, nil
}
