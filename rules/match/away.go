package match

import "time"

// Resume ends a pause; either side can. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer,
// ErrNoClock or ErrNotPaused.
func (m *Match) Resume(by PlayerID, now time.Time) ([]Event, error) {
	switch _, err := m.timed(by); {
	case err != nil:
		return nil, err
	case !m.Clock.Paused:
		return nil, ErrNotPaused
	}
	m.Clock.Paused = false
	m.Clock.From = later(m.Clock.From, now)
	return []Event{m.record(Resumed, by, now)}, nil
}

// GoAway notes that by is away until a time, at most MaxAway from now: by's time does not run before.
// It ends with by's next turn or ComeBack. An absence can be made longer, and not shorter. Who has just
// used up their time can still go, as long as RunOut has not recorded it. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoClock, ErrAway, ErrTimeUp or ErrDuration.
func (m *Match) GoAway(by PlayerID, until, now time.Time) ([]Event, error) {
	c, err := m.timed(by)
	if err != nil {
		return nil, err
	}
	onTurn := c == m.side()
	length := until.Sub(now).Truncate(time.Millisecond)
	switch {
	case onTurn && m.RanOut():
		return nil, ErrTimeUp
	case length <= 0 || length > MaxAway:
		return nil, ErrDuration
	case !m.Clock.of(c).Away.Before(now.Add(length)):
		return nil, ErrAway
	}
	if onTurn {
		m.Clock.advance(c, now)
	}
	m.Clock.of(c).Away = now.Add(length)
	return []Event{m.recordLength(WentAway, by, length, now)}, nil
}

// ComeBack ends by's absence before its time. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer,
// ErrNoClock or ErrNotAway.
func (m *Match) ComeBack(by PlayerID, now time.Time) ([]Event, error) {
	c, err := m.timed(by)
	switch {
	case err != nil:
		return nil, err
	case !m.Clock.of(c).IsAway(now):
		return nil, ErrNotAway
	}
	m.Clock.of(c).Away = now
	return []Event{m.record(CameBack, by, now)}, nil
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
	return []Event{m.recordLength(Credited, "", lost, now)}, nil
}
