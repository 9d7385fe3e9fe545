package match

import "time"

// How long a pause lasts at most, and how long before its end both are to be told.
const (
	MaxPause   = 30 * day
	pauseAhead = day
)

// PauseEnd returns when the pause ends at the latest: MaxPause after it began, and no less than a day after it was
// recorded that it will; zero: there is none.
func (m *Match) PauseEnd() time.Time {
	if m.Status != Playing || !m.Clock.Paused {
		return time.Time{}
	}
	end := m.Clock.RunsFrom.Add(MaxPause)
	if m.isPauseEnding() {
		return later(end, m.Past.PauseEndNoticed.Add(pauseAhead))
	}
	return end
}

// PauseDue returns from when on EndPause records something: a day before PauseEnd, and then; zero: there is no pause.
func (m *Match) PauseDue() time.Time {
	end := m.PauseEnd()
	if end.IsZero() || m.isPauseEnding() {
		return end
	}
	return end.Add(-pauseAhead)
}

// isPauseEnding reports whether it is recorded that the pause will end.
func (m *Match) isPauseEnding() bool { return !m.Past.PauseEndNoticed.Before(m.Clock.RunsFrom) }

// EndPause records, as nobody's act, that the pause will end, and at its end that the clock goes on, as if the side
// that waits had resumed it; told is as that of Resume. It returns ErrNotPlaying, ErrFinished, ErrNotPaused or
// ErrTooEarly.
func (a Arbiter) EndPause(told, now time.Time) ([]Event, error) {
	m := a.m
	if err := m.running(); err != nil {
		return nil, err
	}
	switch due := m.PauseDue(); {
	case due.IsZero():
		return nil, ErrNotPaused
	case now.Before(due):
		return nil, ErrTooEarly
	case m.isPauseEnding():
		return []Event{m.As("").goOn(told, now)}, nil
	}
	m.Past.PauseEndNoticed = now
	return []Event{m.record(PauseEnding, "", now)}, nil
}
