package match

import (
	"time"

	"madbot/rules"
)

// PracticeRest is how long a practice game can stay untouched before it lapses.
const PracticeRest = 7 * day

// Keep turns a practice game, even one that is over, into a normal match that is not deleted. It returns ErrNotPlayer
// or ErrKept.
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

// Clear aborts a practice game. It returns ErrNotPlaying, ErrFinished or ErrKept.
func (a Arbiter) Clear(now time.Time) ([]Event, error) {
	m := a.m
	if err := m.running(); err != nil {
		return nil, err
	}
	if !m.Practice {
		return nil, ErrKept
	}
	return []Event{m.abort(now)}, nil
}
