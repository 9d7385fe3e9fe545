package match

import "time"

// Resume ends a pause; either side can. Resumed by the side that waits, the side to move has at least half its time
// for a turn from told on, when it can be told, or from the end of its absence, unless its time was up. A zero told is
// now. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoClock or ErrNotPaused.
func (p Party) Resume(told, now time.Time) ([]Event, error) {
	m, clock, mover := p.m, &p.m.Clock, p.m.side()
	switch err := p.timed(); {
	case err != nil:
		return nil, err
	case !clock.Paused:
		return nil, ErrNotPaused
	}
	clock.Paused = false
	clock.From = later(clock.From, now)
	var more time.Duration
	if p.side != mover && !m.Overdue(now) {
		more = clock.afford(mover, m.Terms.Pace.PerTurn/2, told)
	}
	return []Event{p.recordLength(Resumed, more, now)}, nil
}

// GoAway notes that p is away until a time, at most MaxAway from now: p's time does not run before.
// It ends with p's next turn or ComeBack. An absence can be made longer, and not shorter. Who has just
// used up their time can still go, as long as RunOut has not recorded it. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoClock, ErrQuick, ErrAway, ErrTimeUp or ErrDuration.
func (p Party) GoAway(until, now time.Time) ([]Event, error) {
	if err := p.timed(); err != nil {
		return nil, err
	}
	clock, onTurn := &p.m.Clock, p.side == p.m.side()
	length := until.Sub(now).Truncate(time.Millisecond)
	switch {
	case !p.m.Terms.Pace.MayRest():
		return nil, ErrQuick
	case onTurn && p.m.RanOut():
		return nil, ErrTimeUp
	case length <= 0 || length > MaxAway:
		return nil, ErrDuration
	case !clock.of(p.side).Away.Before(now.Add(length)):
		return nil, ErrAway
	}
	if onTurn {
		clock.advance(p.side, now)
	}
	clock.of(p.side).Away = now.Add(length)
	return []Event{p.recordLength(WentAway, length, now)}, nil
}

// Spare has the side to move be away as GoAway does, though it did not go itself.
func (m *Match) Spare(until, now time.Time) ([]Event, error) {
	events, err := m.As(m.ToMove()).GoAway(until, now)
	for i := range events {
		events[i].Kind = Spared
	}
	return events, err
}

// ComeBack ends p's absence before its time. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer,
// ErrNoClock or ErrNotAway.
func (p Party) ComeBack(now time.Time) ([]Event, error) {
	if err := p.timed(); err != nil {
		return nil, err
	}
	own := p.m.Clock.of(p.side)
	if !own.IsAway(now) {
		return nil, ErrNotAway
	}
	own.Away = now
	return []Event{p.record(CameBack, now)}, nil
}

// Credit gives the side to move the time back that it lost while nobody could play for d until now,
// for the bot was away: no more than has run since the last event. Where RunOut has recorded that its time
// is up, that stays so, and the grace is longer by as much. It is nobody's act. It returns
// ErrNotPlaying, ErrFinished, ErrNoClock, ErrPaused or ErrNothingLost.
func (m *Match) Credit(d time.Duration, now time.Time) ([]Event, error) {
	side := m.side()
	switch {
	case m.Status == Finished:
		return nil, ErrFinished
	case m.Status != Playing:
		return nil, ErrNotPlaying
	case !m.Terms.Pace.HasClock():
		return nil, ErrNoClock
	case m.Clock.Paused:
		return nil, ErrPaused
	}
	lost := min(d.Truncate(time.Millisecond), m.Clock.elapsed(side, now))
	if lost <= 0 {
		return nil, ErrNothingLost
	}
	if m.RanOut() {
		m.Clock.Up = m.Clock.Up.Add(lost)
	}
	m.Clock.advance(side, now)
	m.Clock.Left += lost
	return []Event{m.As("").recordLength(Credited, lost, now)}, nil
}
