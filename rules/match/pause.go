package match

import "time"

// The maximum length of a pause, and how long before its end both sides are notified.
const (
	MaxPause   = 30 * day
	pauseAhead = day
)

// PauseEnd returns when the pause ends at the latest: MaxPause after it began, but at least a day after the notice of
// its end was recorded. It is zero if there is no pause, and during a suspension.
func (m *Match) PauseEnd() time.Time {
	if m.Status != Playing || !m.Clock.Paused || m.Clock.Suspension.IsOn() {
		return time.Time{}
	}
	end := m.Clock.RunsFrom.Add(MaxPause)
	if m.isPauseEnding() {
		return later(end, m.Past.PauseEndNoticed.Add(pauseAhead))
	}
	return end
}

// PauseDue returns when EndPause has something to do: a day before PauseEnd, and at PauseEnd. It is zero if there is no
// pause.
func (m *Match) PauseDue() time.Time {
	end := m.PauseEnd()
	if end.IsZero() || m.isPauseEnding() {
		return end
	}
	return end.Add(-pauseAhead)
}

// isPauseEnding reports whether the notice of the pause's end was recorded.
func (m *Match) isPauseEnding() bool { return !m.Past.PauseEndNoticed.Before(m.Clock.RunsFrom) }

// EndPause first records that the pause will end soon and later, at its end, that the clock runs again, as if the
// waiting side had resumed it; for notifiedAt see Resume. It returns ErrNotPlaying, ErrFinished, ErrNotPaused or
// ErrTooEarly.
func (a Arbiter) EndPause(notifiedAt, now time.Time) ([]Event, error) {
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
		return []Event{m.As("").endPause(notifiedAt, now)}, nil
	}
	m.Past.PauseEndNoticed = now
	return []Event{m.record(PauseEnding, "", now)}, nil
}
