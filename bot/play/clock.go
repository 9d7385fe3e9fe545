package play

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// Claim ends a match by time; errors as match.Match.Claim.
func (s Clocks) Claim(ctx context.Context, by Actor, r Ref) (Match, error) {
	verdict, err := s.Judge(ctx, r.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Match{}, err
	}
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		verdict.note(m)
		return m.As(by.ID).Claim(tx.Now())
	})
}

// Verdict is how a match stood at a moment for the side that waits.
type Verdict struct {
	moment  int
	winning bool
}

// winning is the least that a side can expect which is winning.
const winning = 0.75

// Judge finds out whether the side that waits in a match is winning, where a victory by time is only rated then (see
// rated.Spared). What an Analyst cannot find out is not so. Errors are ErrNotFound and those of the store.
func (s Clocks) Judge(ctx context.Context, id match.ID) (Verdict, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err != nil || s.deps.Analyst == nil || m.Status != match.Playing || !m.Terms.Rated {
		return Verdict{}, err
	}
	spares, err := rated.WouldSpare(ctx, s.deps.Store, m.ToMove(), s.deps.Now())
	if err != nil || !spares {
		return Verdict{}, err
	}
	game := m.Game.Clone()
	hint, err := s.deps.Analyst.Hint(ctx, &game)
	return Verdict{m.Moment(), err == nil && 1-hint.Candidates[0].Worth >= winning}, nil
}

// note notes v in m, if m is at its moment.
func (v Verdict) note(m *Match) { m.Past.WinnerAhead = v.winning && v.moment == m.Moment() }

// Lapse ends what lapses, as match.Match.Lapse does. A rated match whose clock ran out does not without a verdict: then
// Lapse returns ErrUnjudged.
func Lapse(m *Match, v *Verdict, now time.Time) ([]match.Event, error) {
	if m.Terms.Rated && m.TimeUpRecorded() && !now.Before(m.LapseAt()) {
		if v == nil {
			return nil, ErrUnjudged
		}
		v.note(m)
	}
	return m.Arbiter().Lapse(now)
}

// GiveTime gives the overdue side as much time as can be given; errors as match.Match.GiveTime.
func (s Clocks) GiveTime(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).GiveTime(m.Terms.Pace.Gift(), tx.Now())
	})
}

// Stop has the operator end a match for nothing, whoever plays it. It returns the match as it is then, ErrNotFound or
// an error of match.Match.Stop.
func (s Clocks) Stop(ctx context.Context, id match.ID) (m Match, err error) {
	if err := s.awake(ctx); err != nil {
		return Match{}, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		m, err = Change(ctx, tx, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
			return m.Arbiter().Stop(match.ByOperator, tx.Now())
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
	return s.changeLate(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).CallOff(tx.Now())
	})
}

// Summon has the other side play soon, as match.Party.Summon does: from the end of their vacation on.
func (s Clocks) Summon(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		mover, err := playerOf(ctx, tx, m.ToMove())
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).Summon(mover.Vacation.Until, tx.Now())
	})
}

// changeLate is change by an act on a side that is overdue: not one that is about to be spared.
func (s Clocks) changeLate(ctx context.Context, by Actor, r Ref, act Act) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) (events []match.Event, err error) {
		if err = Spare(ctx, tx, m.ID); err == nil {
			*m, err = tx.Match(ctx, m.ID)
		}
		if err != nil {
			return nil, err
		}
		return act(tx, m)
	})
}

// Resume ends a pause; errors as match.Match.Resume. The side to move can be told when its quiet hours end.
func (s Clocks) Resume(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		told, err := ToldAt(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).Resume(told, tx.Now())
	})
}

// ToldAt returns when the side to move in m can be told of something that happens now: at the end of its quiet hours;
// zero: at once.
func ToldAt(ctx context.Context, tx Tx, m *Match) (time.Time, error) {
	mover, err := playerOf(ctx, tx, m.ToMove())
	return mover.QuietUntil(tx.Now()), err
}

// GoAway notes that the actor is away; errors as match.Match.GoAway.
func (s Clocks) GoAway(ctx context.Context, by Actor, r Ref, until time.Time) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).StartAbsence(until, tx.Now())
	})
}

// ComeBack ends the actor's absence; errors as match.Match.ComeBack.
func (s Clocks) ComeBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).EndAbsence(tx.Now())
	})
}
