package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"madbot/rules/match"
)

// Claim ends a match by time; errors as match.Match.Claim.
func (s Clocks) Claim(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).Claim(now)
	})
}

// GiveTime gives the overdue side as much time as can be given; errors as match.Match.GiveTime.
func (s Clocks) GiveTime(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).GiveTime(m.Terms.Pace.Gift(), now)
	})
}

// CallOff aborts a match in which the other side is overdue; errors as match.Match.CallOff.
func (s Clocks) CallOff(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).CallOff(now)
	})
}

// changeLate is change by an act on a side that is overdue: not one that is about to be spared.
func (s Clocks) changeLate(ctx context.Context, by Actor, r Ref, act Act) (Match, error) {
	return s.changeBy(ctx, by, r, func(tx Tx) Act {
		return func(m *Match, now time.Time) (events []match.Event, err error) {
			if err = Spare(ctx, tx, m.ID, now); err == nil {
				*m, err = tx.Match(ctx, m.ID)
			}
			if err != nil {
				return nil, err
			}
			return act(m, now)
		}
	})
}

// Resume ends a pause; errors as match.Match.Resume. The side to move can be told when its quiet hours end.
func (s Clocks) Resume(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeBy(ctx, by, r, func(tx Tx) Act {
		return func(m *Match, now time.Time) ([]match.Event, error) {
			told, err := ToldAt(ctx, tx, m, now)
			if err != nil {
				return nil, err
			}
			return m.As(by.ID).Resume(told, now)
		}
	})
}

// ToldAt returns when the side to move in m can be told of something that happens now: at the end of its quiet hours;
// zero: at once.
func ToldAt(ctx context.Context, tx Tx, m *Match, now time.Time) (time.Time, error) {
	mover, err := playerOf(ctx, tx, m.ToMove())
	return mover.QuietUntil(now), err
}

// GoAway notes that the actor is away; errors as match.Match.GoAway.
func (s Clocks) GoAway(ctx context.Context, by Actor, r Ref, until time.Time) (Match, error) {
	return s.change(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).GoAway(until, now)
	})
}

// ComeBack ends the actor's absence; errors as match.Match.ComeBack.
func (s Clocks) ComeBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).ComeBack(now)
	})
}

// Credit gives the time back, in each match in which something ran, of d until now, when nobody could
// play for the bot was away, and returns in how many matches. It is to be called before the worker
// runs, which would let matches lapse. After an error it has credited the others; doing it again gives
// nothing twice.
func (s Uptime) Credit(ctx context.Context, d time.Duration) (n int, err error) {
	ids, err := s.deps.Store.Live(ctx)
	if err != nil {
		return 0, err
	}
	var failures []error
	for _, id := range ids {
		given, err := s.credit(ctx, id, d)
		if err != nil {
			failures = append(failures, fmt.Errorf("credit match %s: %w", id, err))
		}
		if given {
			n++
		}
	}
	s.deps.Wake()
	return n, errors.Join(failures...)
}

// credit is Credit in one match; false: there was nothing to give.
func (s Uptime) credit(ctx context.Context, id match.ID, d time.Duration) (given bool, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		var m Match
		var events []match.Event
		now := stamp(s.deps.Now())
		m, given, err = try(ctx, tx, id, now, func(m *Match, now time.Time) (_ []match.Event, err error) {
			events, err = m.Credit(d, now)
			return events, err
		})
		if err != nil || !given {
			return err
		}
		if err := shiftTold(ctx, tx, &m, events[0].Length); err != nil {
			return err
		}
		return prolong(ctx, tx, &m, now.Add(-d))
	})
	return given && err == nil, err
}

// shiftTold has those who were told of their time in m have been told so much later, as their deadlines are later.
func shiftTold(ctx context.Context, tx Tx, m *Match, d time.Duration) error {
	for _, id := range []match.PlayerID{m.Red, m.Blue} {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		if seat.Notices.Timed.IsZero() {
			continue
		}
		seat.Notices.Timed = seat.Notices.Timed.Add(d)
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

// prolong has those who were on vacation at a time be so for as long as they are away in m.
func prolong(ctx context.Context, tx Tx, m *Match, then time.Time) error {
	for _, id := range []match.PlayerID{m.Red, m.Blue} {
		p, err := playerOf(ctx, tx, id)
		if err != nil {
			return err
		}
		away := m.Clock.Of(m.ColorOf(id)).Away
		if !p.Vacation.IsOn(then) || !away.After(p.Vacation.Until) {
			continue
		}
		p.Vacation.Until = away
		if err := tx.SavePlayer(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// The bot gives signs of life, so that it knows how long it was away.
const (
	AlivePeriod = time.Minute     // between two
	awayAtLeast = 5 * time.Minute // what is shorter cost nobody anything
)

// StayAlive keeps that the bot is there.
func (s Uptime) StayAlive(ctx context.Context) error {
	return s.deps.Store.Do(ctx, func(tx Tx) error { return tx.SaveAlive(ctx, stamp(s.deps.Now())) })
}

// Return gives the time back that was lost while the bot was away, and returns how long that was, and in
// how many matches it gave some. Zero: it was not away. It is to be called once, before the worker runs.
// After a crash on the way it is done again, and gives nothing twice.
func (s Uptime) Return(ctx context.Context) (gap time.Duration, n int, err error) {
	last, err := s.deps.Store.Alive(ctx)
	if err != nil {
		return 0, 0, err
	}
	if gap = stamp(s.deps.Now()).Sub(last); last.IsZero() || gap < awayAtLeast {
		return 0, 0, s.StayAlive(ctx)
	}
	if n, err = s.Credit(ctx, gap); err != nil {
		return gap, n, err
	}
	return gap, n, s.StayAlive(ctx)
}
