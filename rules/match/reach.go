package match

import "time"

// MaxAwait is for how long the time for a turn waits at most, from the beginning of the turn.
const MaxHold = 7 * day

// Unreach records that the side to move could not be told in any way that it is its turn: what of its time has run
// does not count, and its time begins with Reach, MaxAwait after the turn began at the latest; once a turn. It returns
// ErrNotPlaying, ErrFinished, ErrNoClock, ErrPaused or ErrAwaited.
func (a Arbiter) HoldTime(now time.Time) ([]Event, error) {
	m := a.m
	mover := m.As(m.ToMove())
	if err := mover.timed(); err != nil {
		return nil, err
	}
	latest := m.Clock.TurnBegan.Add(MaxHold)
	switch {
	case m.Clock.Paused:
		return nil, ErrPaused
	case m.Past.HeldTurn == m.Game.Ply()+1 || !latest.After(now):
		return nil, ErrHeld
	}
	m.Clock.HeldUntil, m.Past.HeldTurn = latest, m.Game.Ply()+1
	return []Event{mover.record(TimeHeld, now)}, nil
}

// Reach records that p, for whom the time for a turn waits, is here, or was told: it begins. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoClock or ErrNotAwaited.
func (p Party) ReleaseTime(now time.Time) ([]Event, error) {
	if err := p.timed(); err != nil {
		return nil, err
	}
	c := &p.m.Clock
	if p.side != p.m.side() || !c.HeldUntil.After(now) {
		return nil, ErrNotHeld
	}
	c.advance(p.side, now)
	c.HeldUntil = time.Time{}
	return []Event{p.record(TimeReleased, now)}, nil
}
