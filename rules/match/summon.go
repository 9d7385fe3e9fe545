package match

import "time"

// Without a clock, how long a turn takes before the waiting side can summon the other, and how long that side then has.
const (
	MinWait    = 30 * day
	SummonSpan = 7 * day
)

// Summon gives the other side, whose turn without a clock has lasted MinWait, a deadline: SummonSpan, counted from now
// or from back, the end of its absence. Then Lapse aborts the game. Only a turn or an agreed takeback prevents that. It
// returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOwnClock, ErrSuspended, ErrOfferedAlready or ErrNotOverdue, the
// last also if there is a clock and against the bot.
func (p Party) Summon(back, now time.Time) ([]Event, error) {
	m, clock, err := p.m, &p.m.Clock, p.Plays()
	switch {
	case err != nil:
		return nil, err
	case p.side == m.side():
		return nil, ErrOwnClock
	case clock.Suspension.IsOn():
		return nil, ErrSuspended
	case m.IsSummoned():
		return nil, ErrOfferedAlready
	case m.Terms.Pace.HasClock(), m.Robot() != "", now.Before(clock.TurnBegan.Add(MinWait)):
		return nil, ErrNotOverdue
	}
	clock.RunsFrom, clock.Left = later(now, back), SummonSpan
	return []Event{p.recordLength(Summoned, m.Deadline().Sub(now), now)}, nil
}

// CanSummon returns the error Summon would return at now.
func (p Party) CanSummon(now time.Time) error {
	try := *p.m
	_, err := try.As(p.id).Summon(now, now)
	return err
}

// IsSummoned reports whether the side to move was summoned and must play by Deadline.
func (m *Match) IsSummoned() bool { return !m.Terms.Pace.HasClock() && !m.Deadline().IsZero() }
