package match

import "time"

// How long a side without a clock can leave the other waiting, and how long it has for its turn when it is summoned.
const (
	MinWait    = 30 * day
	SummonSpan = 7 * day
)

// Summon has the other side, whose turn without a clock has run for MinWait, play within SummonSpan, from now on or
// from when it is back: then Lapse aborts the game. Only a turn prevents that, or a takeback on which both agree. It
// returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOwnClock, ErrOfferedAlready, or ErrNotOverdue, also where there
// is a clock, and against the bot.
func (p Party) Summon(back, now time.Time) ([]Event, error) {
	m, clock, err := p.m, &p.m.Clock, p.Plays()
	switch {
	case err != nil:
		return nil, err
	case p.side == m.side():
		return nil, ErrOwnClock
	case m.IsSummoned():
		return nil, ErrOfferedAlready
	case m.Terms.Pace.HasClock(), m.Robot() != "", now.Before(clock.TurnBegan.Add(MinWait)):
		return nil, ErrNotOverdue
	}
	clock.RunsFrom, clock.Left = later(now, back), SummonSpan
	return []Event{p.recordLength(Summoned, m.Deadline().Sub(now), now)}, nil
}

// CanSummon returns why Summon would refuse at now, nil when it would not: it tries on a copy.
func (p Party) CanSummon(now time.Time) error {
	try := *p.m
	_, err := try.As(p.id).Summon(now, now)
	return err
}

// IsSummoned reports whether the side to move is to play by Deadline, for the other side summoned it.
func (m *Match) IsSummoned() bool { return !m.Terms.Pace.HasClock() && !m.Deadline().IsZero() }
