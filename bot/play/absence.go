package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// followVacations does what follows for vacations from what happened in m, and returns m after that: a
// turn that somebody played themselves ends theirs, and who is on vacation is away in a match that begins,
// and stays so after a turn that they had planned.
func followVacations(ctx context.Context, tx Tx, m Match, events []match.Event, now time.Time) (Match, error) {
	for _, id := range turned(&m, events) {
		p, err := known(ctx, tx, id, now)
		if err == nil {
			err = comeBack(ctx, tx, &p, now)
		}
		if err != nil {
			return m, err
		}
	}
	for _, id := range staying(&m, events) {
		p, err := known(ctx, tx, id, now)
		if err == nil && p.Vacation.IsOn(now) {
			m, err = try(ctx, tx, m.ID, now, func(m *Match, now time.Time) ([]match.Event, error) {
				return m.GoAway(id, p.Vacation.Until, now)
			})
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// turned returns the people who played a turn of events themselves.
func turned(m *Match, events []match.Event) (ids []match.PlayerID) {
	for i, e := range events {
		if e.Kind == match.Played && !isPlanned(events, i) && e.By != m.Robot() {
			ids = append(ids, e.By)
		}
	}
	return ids
}

// staying returns the people whose absence events say nothing of: those of a match with a clock that
// began, and those for whom a plan was played.
func staying(m *Match, events []match.Event) (ids []match.PlayerID) {
	if m.Status != match.Playing || !m.Terms.Pace.HasClock() {
		return nil
	}
	for i, e := range events {
		switch {
		case e.Kind == match.Accepted:
			ids = append(ids, m.Red, m.Blue)
		case e.Kind == match.Played && isPlanned(events, i):
			ids = append(ids, e.By)
		}
	}
	return without(ids, m.Robot())
}

// isPlanned reports whether the turn that events tell of at i was planned.
func isPlanned(events []match.Event, i int) bool { return i > 0 && events[i-1].Kind == match.Planned }

// without returns ids but for one.
func without(ids []match.PlayerID, out match.PlayerID) (left []match.PlayerID) {
	for _, id := range ids {
		if id != out {
			left = append(left, id)
		}
	}
	return left
}

// known returns a player, who is met at now if they never were.
func known(ctx context.Context, tx Tx, id match.PlayerID, now time.Time) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id, Met: now}, nil
	}
	return p, err
}
