package match

import (
	"slices"
	"time"

	"madbot/rules"
)

// Resume ends a pause; either side can do so. If the waiting side does, the side to move gets at least half its time
// per turn, unless its time was up. That time counts from notifiedAt, when the side can be notified, or from the end of
// its absence. A zero notifiedAt means now. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoClock or
// ErrNotPaused.
func (p Party) Resume(notifiedAt, now time.Time) ([]Event, error) {
	switch err := p.timed(); {
	case err != nil:
		return nil, err
	case !p.m.Clock.Paused:
		return nil, ErrNotPaused
	}
	return []Event{p.endPause(notifiedAt, now)}, nil
}

func (p Party) endPause(notifiedAt, now time.Time) Event {
	m, clock, mover := p.m, &p.m.Clock, p.m.side()
	if clock.TimeUpAt.After(clock.TurnBegan) { // the grace continues where it stopped
		clock.TimeUpAt = clock.TimeUpAt.Add(max(0, now.Sub(clock.RunsFrom)))
	}
	clock.Paused = false
	clock.RunsFrom = later(clock.RunsFrom, now)
	var more time.Duration
	if p.side != mover && !clock.Suspension.IsOn() && !m.Overdue(now) {
		more = clock.afford(mover, m.Terms.Pace.PerTurn/2, notifiedAt)
	}
	return p.recordLength(Resumed, more, now)
}

// StartAbsence records that p is away until the given time, at most MaxAway from now; p's clock stops until then. The
// absence ends with p's next turn or EndAbsence. It can be extended but not shortened. A side whose time is up can
// still leave unless RecordTimeUp has recorded it or the clock is stopped; on return it has no time left. StartAbsence
// returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoClock, ErrTooFast, ErrAway, ErrTimeUp or ErrDuration.
func (p Party) StartAbsence(until, now time.Time) ([]Event, error) {
	if err := p.timed(); err != nil {
		return nil, err
	}
	clock, onTurn := &p.m.Clock, p.side == p.m.side()
	length := until.Sub(now).Truncate(time.Millisecond)
	switch {
	case !p.m.Terms.Pace.AllowsAbsence():
		return nil, ErrTooFast
	case onTurn && (p.m.TimeUpRecorded() || clock.IsStopped() && clock.isSpent(p.side)):
		return nil, ErrTimeUp
	case length <= 0 || length > MaxAway:
		return nil, ErrDuration
	case !clock.Reserves.At(p.side).AwayUntil.Before(now.Add(length)):
		return nil, ErrAway
	}
	if onTurn {
		clock.advance(p.side, now)
		clock.Left = max(clock.Left, -clock.Reserves.At(p.side).Bank)
	}
	clock.Reserves.At(p.side).AwayUntil = now.Add(length)
	return []Event{p.recordLength(WentAway, length, now)}, nil
}

// StartAbsence is like Party.StartAbsence for the side to move, but on behalf of neither side.
func (a Arbiter) StartAbsence(until, now time.Time) ([]Event, error) {
	m := a.m
	events, err := m.As(m.ToMove()).StartAbsence(until, now)
	for i := range events {
		events[i].Kind = AutoAway
	}
	return events, err
}

// EndAbsence ends p's absence early. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoClock or ErrNotAway.
func (p Party) EndAbsence(now time.Time) ([]Event, error) {
	if err := p.timed(); err != nil {
		return nil, err
	}
	if !p.m.Clock.Reserves.At(p.side).IsAway(now) {
		return nil, ErrNotAway
	}
	p.m.endAbsence(p.side, now)
	return []Event{p.record(CameBack, now)}, nil
}

// NextReturn returns when the next absence in m ends. It returns zero if nobody is away, or the clock is suspended:
// then the end is recorded later.
func (m *Match) NextReturn() (at time.Time) {
	if m.Status != Playing || m.Clock.Suspension.IsOn() {
		return at
	}
	for _, away := range []time.Time{m.Clock.Reserves.Red.AwayUntil, m.Clock.Reserves.Blue.AwayUntil} {
		if at.IsZero() || !away.IsZero() && away.Before(at) {
			at = away
		}
	}
	return at
}

// EndAbsences ends each absence whose time is up, with an event by its player. It returns ErrNotPlaying, ErrFinished,
// ErrNotAway or ErrTooEarly.
func (a Arbiter) EndAbsences(now time.Time) (events []Event, err error) {
	m := a.m
	if err := m.running(); err != nil {
		return nil, err
	}
	switch at := m.NextReturn(); {
	case at.IsZero():
		return nil, ErrNotAway
	case now.Before(at):
		return nil, ErrTooEarly
	}
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		if away := m.Clock.Reserves.At(side).AwayUntil; !away.IsZero() && !away.After(now) {
			m.endAbsence(side, now)
			events = append(events, m.record(Returned, m.Players.Of(side), now))
		}
	}
	return events, nil
}

func (m *Match) endAbsence(side rules.Color, now time.Time) {
	if side == m.side() {
		m.Clock.advance(side, now)
	}
	m.Clock.Reserves.At(side).AwayUntil = time.Time{}
}

// Credit gives back d, the time until now in which nobody could act because the bot was down, but no more than since
// the last event. It moves everything that runs by d: clocks, absences, the life of a challenge, and the time for a
// free takeback. It returns ErrNotPlaying, ErrFinished or ErrNothingLost.
func (a Arbiter) Credit(d time.Duration, now time.Time) ([]Event, error) {
	m := a.m
	lost := min(d, now.Sub(m.Changed)).Truncate(time.Millisecond)
	switch {
	case m.Status == Finished:
		return nil, ErrFinished
	case !m.Status.IsOpen():
		return nil, ErrNotPlaying
	case lost <= 0 || !m.runs(now.Add(-lost)):
		return nil, ErrNothingLost
	}
	m.Past.shift(lost)
	if m.Status == Proposed {
		m.Past.LostTime += lost
	} else {
		m.Clock.shift(lost)
	}
	return []Event{m.As("").recordLength(Credited, lost, now)}, nil
}

// runs reports whether any time is running in the open match m: for a turn, an absence, a challenge, or a free
// takeback.
func (m *Match) runs(now time.Time) bool {
	c := &m.Clock
	away := func(r Reserve) bool { return r.IsAway(now) }
	return m.Status == Proposed || !m.Deadline().IsZero() || slices.ContainsFunc(c.Reserves.Both(), away) || m.isFree(now)
}
