package match

import (
	"time"

	"madbot/rules"
)

// PracticeRest is how long a practice game rests, at any one time, before it lapses.
const PracticeRest = 7 * day

// Keep makes a practice game one like others, over or not. It returns ErrNotPlayer or ErrKept.
func (p Party) Keep(now time.Time) ([]Event, error) {
	switch {
	case p.side == rules.NoColor:
		return nil, ErrNotPlayer
	case !p.m.Practice:
		return nil, ErrKept
	}
	p.m.Practice = false
	return []Event{p.record(Kept, now)}, nil
}

// Clear ends a practice game, which then counts for nothing, as nobody's act. It returns ErrNotPlaying, ErrFinished or
// ErrKept.
func (m *Match) Clear(now time.Time) ([]Event, error) {
	if err := m.running(); err != nil {
		return nil, err
	}
	if !m.Practice {
		return nil, ErrKept
	}
	return []Event{m.void(now)}, nil
}
