package play

import (
	"context"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Deps is what a Service needs. All are required but Hinter and Wake.
type Deps struct {
	Store  Store
	Hinter Hinter             // nil: no hints
	Now    func() time.Time   // used to the millisecond
	NewID  func() match.ID    // a fresh random id
	Toss   func() rules.Color // Red or Blue by chance
	Wake   func()             // called when there is news to tell; nil: nobody waits for it
}

// Service is the use cases. Its methods return the match after what was done, and beside an error
// the match as it is when it was found, so that a stale click is answered with the present board.
// They are safe for concurrent use.
type Service struct {
	deps Deps
}

// New returns a Service.
func New(d Deps) *Service { return &Service{deps: d} }

// AnyPly in a Ref is whatever ply the match is at.
const AnyPly = -1

// Ref is a match as a person saw it.
type Ref struct {
	ID  match.ID
	Ply int // the turns played then, or AnyPly
}

// Challenge proposes a match; an empty to is open to anyone. It returns match.ErrSelf,
// match.ErrNotPlayer or match.ErrTerms.
func (s *Service) Challenge(ctx context.Context, by, to match.PlayerID, terms match.Terms,
	venue match.Venue) (match.Match, error) {
	panic("play: Challenge")
}

// Accept takes a challenge up; errors as match.Match.Accept, and match.ErrNotFound.
func (s *Service) Accept(ctx context.Context, id match.ID, by match.PlayerID) (match.Match, error) {
	panic("play: Accept")
}

// Decline turns a challenge down; errors as match.Match.Decline, and match.ErrNotFound.
func (s *Service) Decline(ctx context.Context, id match.ID, by match.PlayerID) (match.Match, error) {
	panic("play: Decline")
}

// Withdraw takes a challenge back; errors as match.Match.Withdraw, and match.ErrNotFound.
func (s *Service) Withdraw(ctx context.Context, id match.ID, by match.PlayerID) (match.Match, error) {
	panic("play: Withdraw")
}

// Play plays a turn; errors as match.Match.Play, match.ErrNotFound and match.ErrStale.
func (s *Service) Play(ctx context.Context, r Ref, by match.PlayerID, t rules.Turn) (match.Match, error) {
	panic("play: Play")
}

// Resign gives a match up; errors as match.Match.Resign, match.ErrNotFound and match.ErrStale.
func (s *Service) Resign(ctx context.Context, r Ref, by match.PlayerID) (match.Match, error) {
	panic("play: Resign")
}

// OfferStop offers to stop, or accepts the other side's offer; errors as match.Match.OfferStop,
// match.ErrNotFound and match.ErrStale.
func (s *Service) OfferStop(ctx context.Context, r Ref, by match.PlayerID) (match.Match, error) {
	panic("play: OfferStop")
}

// AnswerStop answers the other side's offer; errors as match.Match.AnswerStop, match.ErrNotFound
// and match.ErrStale.
func (s *Service) AnswerStop(ctx context.Context, r Ref, by match.PlayerID, yes bool) (match.Match, error) {
	panic("play: AnswerStop")
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
