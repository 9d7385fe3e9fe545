package match

import (
	"time"

	"madbot/rules"
)

// Stop ends the game by the operator of the bot: it counts for nothing, and is the act of neither side. It returns
// ErrNotPlaying or ErrFinished.
func (m *Match) Stop(now time.Time) ([]Event, error) {
	switch {
	case m.Status == Finished:
		return nil, ErrFinished
	case m.Status != Playing:
		return nil, ErrNotPlaying
	}
	m.Past.Stopped = true
	return []Event{m.record(Stopped, "", now), m.void(now)}, nil
}

// void ends the game for nothing, as nobody's act.
func (m *Match) void(now time.Time) Event {
	m.Game.End(rules.Aborted, rules.NoColor)
	return m.finish(Finished, m.record(Ended, "", now))
}
