package match

import "time"

// MaxHold is how long after the start of a turn its time can be held at most.
const MaxHold = 7 * day

// HoldTime records that the side to move could not be notified of its turn. The time used so far does not count; the
// clock starts at ReleaseTime, or MaxHold after the turn began. It works once per turn. It returns ErrNotPlaying,
// ErrFinished, ErrNoClock, ErrPaused, ErrSuspended or ErrHeld.
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
	case m.Clock.Suspension.IsOn():
		return nil, ErrSuspended
	case m.Past.HeldTurn == m.Game.Ply()+1 || !latest.After(now):
		return nil, ErrHeld
	}
	m.Clock.HeldUntil, m.Past.HeldTurn = latest, m.Game.Ply()+1
	return []Event{mover.record(TimeHeld, now)}, nil
}

// ReleaseTime records that p, whose time is held, was seen or notified, and starts p's time. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoClock or ErrNotHeld.
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
