package play

import (
	"context"
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

// Stop has the operator end a match for nothing, whoever plays it. It returns the match as it is then, ErrNotFound or
// an error of match.Match.Stop.
func (s Clocks) Stop(ctx context.Context, id match.ID) (m Match, err error) {
	if err := s.awake(ctx); err != nil {
		return Match{}, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		m, err = Change(ctx, tx, Ref{id, AnyPly}, s.deps.Now(), func(m *Match, now time.Time) ([]match.Event, error) {
			return m.Stop(now)
		})
		return err
	})
	if err == nil {
		s.deps.Wake()
	}
	return m, err
}

// CallOff aborts a match in which the other side is overdue; errors as match.Match.CallOff.
func (s Clocks) CallOff(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).CallOff(now)
	})
}

// Summon has the other side play soon, as match.Party.Summon does: from the end of their vacation on.
func (s Clocks) Summon(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeBy(ctx, by, r, func(tx Tx) Act {
		return func(m *Match, now time.Time) ([]match.Event, error) {
			mover, err := playerOf(ctx, tx, m.ToMove())
			if err != nil {
				return nil, err
			}
			return m.As(by.ID).Summon(mover.Vacation.Until, now)
		}
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
