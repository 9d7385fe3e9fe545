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

// CanAnnul returns ErrNotRated unless Annul can be done.
func (m *Match) CanAnnul() error {
	if !m.Terms.Rated || m.Game.Outcome().Winner == rules.NoColor || m.Past.Annulled {
		return ErrNotRated
	}
	return nil
}

// Annul has a rated match that is over count for nothing, by those who manage the server where it was played. It
// returns ErrNotRated.
func (m *Match) Annul(now time.Time) ([]Event, error) {
	if err := m.CanAnnul(); err != nil {
		return nil, err
	}
	m.Past.Annulled = true
	return []Event{m.record(Annulled, "", now)}, nil
}

// void ends the game for nothing, as nobody's act.
func (m *Match) void(now time.Time) Event {
	m.Game.End(rules.Aborted, rules.NoColor)
	return m.finish(Finished, m.record(Ended, "", now))
}
