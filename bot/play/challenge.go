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
	First bool // it is the first game of the challenger, of which there is one at a time
}

// Challenge proposes a match. It returns match.ErrSelf, match.ErrNotPlayer, match.ErrTerms, ErrSame
// or a *LimitError. ErrSame comes with the match, which waits or, if it is a first game, is played.
func (s *Service) Challenge(ctx context.Context, by Actor, c Challenge) (Match, error) {
	p := match.Proposal{By: by.ID, To: c.To, Terms: c.Terms}
	var err error
	for range idAttempts {
		p.ID = s.deps.NewID()
		var m Match
		if m, err = s.propose(ctx, by, p, c); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// propose makes one attempt at Challenge.
func (s *Service) propose(ctx context.Context, by Actor, p match.Proposal, c Challenge) (Match, error) {
	now := stamp(s.deps.Now())
	m, events, err := s.proposed(p, c.Venue, now)
	if err != nil {
		return Match{}, err
	}
	var waits Match
	var made Match
	err = s.deps.Store.Do(ctx, func(tx Tx) (err error) {
		if c.First {
			if waits, err = firstGame(ctx, tx, by); err != nil {
				return err
			}
		}
		if waits, err = admit(ctx, tx, &m, now); err != nil {
			return err
		}
		if err := tx.CreateMatch(ctx, m, events); err != nil {
			return err
		}
		if err := schedule(ctx, tx, &m.Match, true, now); err != nil {
			return err
		}
		if err := meet(ctx, tx, by, now); err != nil {
			return err
		}
		if made, err = followVacations(ctx, tx, m, events, now); err != nil || !c.First {
			return err
		}
		return beginFirst(ctx, tx, by, m.ID)
	})
	if err != nil {
		return waits, err
	}
	s.deps.Wake()
	return made, nil
}

// proposed returns the match that p makes, which the robot has accepted.
func (s *Service) proposed(p match.Proposal, v Venue, now time.Time) (Match, []match.Event, error) {
	proposed, events, err := match.Propose(p, now)
	if err != nil {
		return Match{}, nil, err
	}
	m := Match{Match: proposed, Delivery: Delivery{Venue: v}}
	if robot := m.Robot(); robot != "" {
		accepted, err := m.Accept(robot, s.deps.Toss(), now)
		if err != nil {
			return Match{}, nil, err
		}
		events = append(events, accepted...)
	}
	return m, events, nil
}

// firstGame returns ErrSame with the first game of a, if it is being played.
func firstGame(ctx context.Context, tx Tx, a Actor) (Match, error) {
	p, err := tx.Player(ctx, a.ID)
	if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Game == "" {
		return Match{}, nil
	}
	if err != nil {
		return Match{}, err
	}
	m, err := tx.Match(ctx, p.Progress.Game)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && m.Status != match.Playing:
		return Match{}, nil
	case err != nil:
		return Match{}, err
	}
	return m, ErrSame
}

// beginFirst makes a match the first game of a.
func beginFirst(ctx context.Context, tx Tx, a Actor, id match.ID) error {
	p, err := tx.Player(ctx, a.ID)
	if err != nil {
		return err
	}
	p.Progress.Game = id
	return tx.SavePlayer(ctx, p)
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
