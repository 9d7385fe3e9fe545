package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// idAttempts is how many ids are tried for a new match: short ones may collide.
const idAttempts = 3

// Challenge proposes a match; an empty to is open to anyone. With a level in terms, to is the
// robot, and the match starts at once. It returns match.ErrSelf, match.ErrNotPlayer or match.ErrTerms.
func (s *Service) Challenge(ctx context.Context, by, to match.PlayerID, terms match.Terms,
	venue match.Venue) (match.Match, error) {
	p := match.Proposal{By: by, To: to, Terms: terms, Venue: venue}
	var err error
	for range idAttempts {
		p.ID = s.deps.NewID()
		var m match.Match
		if m, err = s.propose(ctx, p); !errors.Is(err, match.ErrExists) {
			return m, err
		}
	}
	return match.Match{}, err
}

// propose makes one attempt at Challenge.
func (s *Service) propose(ctx context.Context, p match.Proposal) (match.Match, error) {
	now := s.now()
	m, events, err := match.Propose(p, now)
	if err != nil {
		return match.Match{}, err
	}
	if robot := m.Robot(); robot != "" {
		accepted, err := m.Accept(robot, s.deps.Toss(), now)
		if err != nil {
			return match.Match{}, err
		}
		events = append(events, accepted...)
	}
	if err := s.deps.Store.Create(ctx, m, events); err != nil {
		return match.Match{}, err
	}
	s.deps.Wake()
	return m, nil
}

// Accept takes a challenge up; errors as match.Match.Accept, and match.ErrNotFound.
func (s *Service) Accept(ctx context.Context, id match.ID, by match.PlayerID) (match.Match, error) {
	return s.update(ctx, Ref{id, AnyPly},
		func(m *match.Match, now time.Time) ([]match.Event, error) {
			return m.Accept(by, s.deps.Toss(), now)
		})
}

// Decline turns a challenge down; errors as match.Match.Decline, and match.ErrNotFound.
func (s *Service) Decline(ctx context.Context, id match.ID,
	by match.PlayerID) (match.Match, error) {
	return s.update(ctx, Ref{id, AnyPly},
		func(m *match.Match, now time.Time) ([]match.Event, error) {
			return m.Decline(by, now)
		})
}

// Rehome shows a match at v from now on; errors as match.Match.Rehome, and match.ErrNotFound.
func (s *Service) Rehome(ctx context.Context, id match.ID, by match.PlayerID,
	v match.Venue) (match.Match, error) {
	return s.update(ctx, Ref{id, AnyPly},
		func(m *match.Match, now time.Time) ([]match.Event, error) {
			return m.Rehome(by, v, now)
		})
}

// Withdraw takes a challenge back; errors as match.Match.Withdraw, and match.ErrNotFound.
func (s *Service) Withdraw(ctx context.Context, id match.ID,
	by match.PlayerID) (match.Match, error) {
	return s.update(ctx, Ref{id, AnyPly},
		func(m *match.Match, now time.Time) ([]match.Event, error) {
			return m.Withdraw(by, now)
		})
}
