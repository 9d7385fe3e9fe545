package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// idAttempts is how many ids are tried for a new match: short ones may collide.
const idAttempts = 3

// Challenge is a match to be.
type Challenge struct {
	To    match.PlayerID // empty: open to anyone
	Terms match.Terms    // with a level, To is the robot, and the match starts at once
	Venue Venue
}

// Challenge proposes a match. It returns match.ErrSelf, match.ErrNotPlayer, match.ErrTerms, ErrSame
// or a *LimitError.
func (s *Service) Challenge(ctx context.Context, by Actor, c Challenge) (Match, error) {
	p := match.Proposal{By: by.ID, To: c.To, Terms: c.Terms}
	var err error
	for range idAttempts {
		p.ID = s.deps.NewID()
		var m Match
		if m, err = s.propose(ctx, by, p, c.Venue); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// propose makes one attempt at Challenge.
func (s *Service) propose(ctx context.Context, by Actor, p match.Proposal, v Venue) (Match, error) {
	now := stamp(s.deps.Now())
	proposed, events, err := match.Propose(p, now)
	if err != nil {
		return Match{}, err
	}
	m := Match{Match: proposed, Delivery: Delivery{Venue: v}}
	if robot := m.Robot(); robot != "" {
		accepted, err := m.Accept(robot, s.deps.Toss(), now)
		if err != nil {
			return Match{}, err
		}
		events = append(events, accepted...)
	}
	var waits Match
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if waits, err = admit(ctx, tx, &m, now); err != nil {
			return err
		}
		if err := tx.CreateMatch(ctx, m, events); err != nil {
			return err
		}
		if err := schedule(ctx, tx, &m.Match, now); err != nil {
			return err
		}
		return meet(ctx, tx, by, now)
	})
	if err != nil {
		return waits, err
	}
	s.deps.Wake()
	return m, nil
}

// Accept takes a challenge up; errors as match.Match.Accept.
func (s *Service) Accept(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly},
		func(m *Match, now time.Time) ([]match.Event, error) {
			return m.Accept(by.ID, s.deps.Toss(), now)
		})
}

// Decline turns a challenge down; errors as match.Match.Decline.
func (s *Service) Decline(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly},
		func(m *Match, now time.Time) ([]match.Event, error) { return m.Decline(by.ID, now) })
}

// Withdraw takes a challenge back; errors as match.Match.Withdraw.
func (s *Service) Withdraw(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly},
		func(m *Match, now time.Time) ([]match.Event, error) { return m.Withdraw(by.ID, now) })
}

// Rehome shows a match at v from now on, whatever its status, if its channel refused its last news,
// else it returns ErrShown; both players can, others get match.ErrNotPlayer. It returns ErrForeign
// where m.StaysElsewhere(v).
func (s *Service) Rehome(ctx context.Context, by Actor, id match.ID, v Venue) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly},
		func(m *Match, _ time.Time) ([]match.Event, error) {
			switch {
			case m.StaysElsewhere(v):
				return nil, ErrForeign
			case !m.isOf(by.ID):
				return nil, match.ErrNotPlayer
			case !m.Closed:
				return nil, ErrShown
			}
			m.Venue, m.Closed = v, false
			return nil, nil
		})
}
