package play

import (
	"context"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Play plays a turn; errors as match.Match.Play, match.ErrNotFound and match.ErrStale.
func (s *Service) Play(ctx context.Context, r Ref, by match.PlayerID,
	t rules.Turn) (match.Match, error) {
	return s.update(ctx, r, func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.Play(by, t, now)
	})
}

// Resign gives a match up; errors as match.Match.Resign, match.ErrNotFound and match.ErrStale.
func (s *Service) Resign(ctx context.Context, r Ref, by match.PlayerID) (match.Match, error) {
	return s.update(ctx, r, func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.Resign(by, now)
	})
}

// OfferStop offers to stop, or accepts the other side's offer; errors as match.Match.OfferStop,
// match.ErrNotFound and match.ErrStale.
func (s *Service) OfferStop(ctx context.Context, r Ref, by match.PlayerID) (match.Match, error) {
	return s.update(ctx, r, func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.OfferStop(by, now)
	})
}

// AnswerStop answers the other side's offer; errors as match.Match.AnswerStop, match.ErrNotFound
// and match.ErrStale.
func (s *Service) AnswerStop(ctx context.Context, r Ref, by match.PlayerID,
	yes bool) (match.Match, error) {
	return s.update(ctx, r, func(m *match.Match, now time.Time) ([]match.Event, error) {
		return m.AnswerStop(by, yes, now)
	})
}
