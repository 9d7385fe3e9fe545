package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// Counter declines a challenge to by, and challenges the challenger on other terms in return. It returns
// the new challenge. Errors are those of match.Match.Counter, with the match as it is, and of Challenge.
// Once it was done, it returns what was made then.
func (s *Service) Counter(ctx context.Context, by Actor, id match.ID, terms match.Terms) (Match, error) {
	var err error
	for range idAttempts {
		var m Match
		if m, err = s.counter(ctx, by, counter{id, s.deps.NewID(), terms}); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// counter is the answer to a challenge on other terms.
type counter struct {
	to, id match.ID // the challenge that it answers, and its own
	terms  match.Terms
}

// counter makes one attempt at Counter.
func (s *Service) counter(ctx context.Context, by Actor, c counter) (Match, error) {
	var m, stands Match // what was made, or is there instead
	err := s.deps.Store.Do(ctx, func(tx Tx) (err error) {
		if m, err = counteredBefore(ctx, tx, by, c.to); err != nil || m.ID != "" {
			return err
		}
		m, stands, err = s.counterIn(ctx, tx, by, c)
		return err
	})
	if err != nil {
		return stands, err
	}
	s.deps.Wake()
	return m, nil
}

// counteredBefore returns the challenge with which by has answered another one; the zero Match: none.
func counteredBefore(ctx context.Context, tx Tx, by Actor, id match.ID) (Match, error) {
	seat, err := tx.Seat(ctx, id, by.ID)
	if err != nil || seat.Counter == "" {
		return Match{}, err
	}
	return tx.Match(ctx, seat.Counter)
}

// counterIn is counter within a unit of work. Beside an error it returns what stands.
func (s *Service) counterIn(ctx context.Context, tx Tx, by Actor, c counter) (made, stands Match, err error) {
	now := stamp(s.deps.Now())
	old, err := Change(ctx, tx, Ref{c.to, AnyPly}, now, visibly(by,
		func(m *Match, now time.Time) ([]match.Event, error) { return m.Counter(by.ID, now) }))
	switch {
	case errors.Is(err, ErrNotFound):
		return Match{}, Match{}, err
	case err != nil:
		return Match{}, old, err
	}
	p := match.Proposal{ID: c.id, By: by.ID, To: old.Challenger, Terms: c.terms}
	made, events, err := s.proposed(p, old.Venue, now)
	if err != nil {
		return Match{}, Match{}, err
	}
	if stands, err = enter(ctx, tx, by, &made, events); err != nil {
		return Match{}, stands, err
	}
	seat, err := tx.Seat(ctx, c.to, by.ID)
	if err != nil {
		return Match{}, Match{}, err
	}
	seat.Counter = made.ID
	return made, Match{}, tx.SaveSeat(ctx, seat)
}

// Countered reports whether m was declined by a challenge on other terms.
func (s *Service) Countered(ctx context.Context, m *Match) (bool, error) {
	if m.Status != match.Declined {
		return false, nil
	}
	seat, err := s.deps.Store.Seat(ctx, m.ID, m.Opponent)
	return seat.Counter != "", err
}
