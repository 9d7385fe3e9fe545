package match

import (
	"slices"
	"time"

	"madbot/rules"
)

// SuspensionReason is why the bot stopped the clock of a match. The numbers are stored and must not change.
type SuspensionReason uint8

// The reasons. NotSuspended, the zero value, means that the clock is not suspended.
const (
	NotSuspended  SuspensionReason = 0
	ServerGone    SuspensionReason = 1 // the bot was removed from the match's server
	ServerBlocked SuspensionReason = 2 // the operator blocked the match's server
)

// Suspension is a stop of the clock that neither side caused. The zero value is none.
type Suspension struct {
	Reason SuspensionReason
	Since  time.Time // zero if there is none
}

// IsOn reports whether the clock is suspended.
func (s Suspension) IsOn() bool { return s.Reason != NotSuspended }

// Suspend stops everything that runs in m: the time for a turn, a grace, a summons, a pause. since, the start, may be
// in the past. Turns and offers stay possible. It ends with EndSuspension. It returns ErrNotPlaying, ErrFinished or
// ErrSuspended.
func (a Arbiter) Suspend(why SuspensionReason, since, now time.Time) ([]Event, error) {
	m, c := a.m, &a.m.Clock
	if err := m.running(); err != nil {
		return nil, err
	}
	if c.Suspension.IsOn() {
		return nil, ErrSuspended
	}
	if !c.RunsFrom.IsZero() {
		c.advance(m.side(), since)
	}
	if !c.TimeUpRecorded(m.side()) { // nobody could act on a deadline that passed unnoticed
		c.Left = max(c.Left, -c.Reserves.At(m.side()).Bank)
	}
	c.Suspension = Suspension{why, since}
	return []Event{m.record(Suspended, "", now)}, nil
}

// EndSuspension lets the clock run again. As after a pause, the side to move has at least half its time per turn,
// counted from notifiedAt, when it can be notified; a zero notifiedAt means now. If its time was already up, the grace
// starts again. It returns ErrNotPlaying, ErrFinished or ErrNotSuspended.
func (a Arbiter) EndSuspension(notifiedAt, now time.Time) ([]Event, error) {
	m, c := a.m, &a.m.Clock
	if err := m.running(); err != nil {
		return nil, err
	}
	if !c.Suspension.IsOn() {
		return nil, ErrNotSuspended
	}
	length := now.Sub(c.Suspension.Since)
	m.Past.skip(c.Suspension.Since, now)
	wasUp := c.resume(m.side(), now)
	if m.Terms.Pace.HasClock() && !c.Paused && !wasUp {
		c.afford(m.side(), m.Terms.Pace.PerTurn/2, notifiedAt)
	}
	return []Event{m.As("").recordLength(SuspensionEnded, length, now)}, nil
}

// resume ends the suspension for side, which is to move, and reports whether its time was recorded as up.
func (c *Clock) resume(side rules.Color, now time.Time) (wasUp bool) {
	since := c.Suspension.Since
	switch {
	case c.RunsFrom.IsZero(): // nothing ran
	case c.Paused:
		c.RunsFrom = c.RunsFrom.Add(max(0, now.Sub(later(since, c.RunsFrom))))
	default:
		c.advance(side, now)
		c.RunsFrom = later(c.RunsFrom, now)
	}
	c.Suspension = Suspension{}
	if wasUp = c.TimeUpAt.After(c.TurnBegan); wasUp {
		c.TimeUpAt = later(c.TimeUpAt, now)
	}
	return wasUp
}

// skip removes the time from since to now, in which nothing ran, from the history.
func (p *Past) skip(since, now time.Time) {
	p.History = slices.Clone(p.History)
	for i := range p.History {
		p.History[i].skip(since, now)
	}
}

// skip removes that time from one state. Absences that were under way then end when they would have.
func (s *Snapshot) skip(since, now time.Time) {
	at, before, c := s.At, s.Clock.Reserves, &s.Clock
	length := now.Sub(later(since, at))
	s.At = at.Add(length)
	c.shift(length)
	if before.Red.IsAway(at) {
		c.Reserves.Red.AwayUntil = before.Red.AwayUntil
	}
	if before.Blue.IsAway(at) {
		c.Reserves.Blue.AwayUntil = before.Blue.AwayUntil
	}
	if c.Suspension.IsOn() && !c.RunsFrom.IsZero() {
		c.RunsFrom = now
	}
	c.Suspension = Suspension{}
}
