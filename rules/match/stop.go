package match

import (
	"time"

	"madbot/rules"
)

// Stop ends the game by the operator of the bot: it counts for nothing, and is the act of neither side. It returns
// ErrNotPlaying or ErrFinished.
func (m *Match) Stop(now time.Time) ([]Event, error) { return m.stop(&m.Past.Stopped, now) }

// Part ends the game as Stop does, because one of its two cannot be told any more how it stands.
func (m *Match) Part(now time.Time) ([]Event, error) { return m.stop(&m.Past.Parted, now) }

// stop ends the game for nothing, and notes why.
func (m *Match) stop(why *bool, now time.Time) ([]Event, error) {
	if err := m.running(); err != nil {
		return nil, err
	}
	*why = true
	return []Event{m.record(Stopped, "", now), m.void(now)}, nil
}

// CanAnnul returns ErrNotRated unless Annul can be done.
func (m *Match) CanAnnul() error {
	if !m.Terms.Rated || m.Game.Outcome().Winner == rules.NoColor || m.Past.Annulled {
		return ErrNotRated
	}
	return nil
}

// Annul has a rated match that is over count for nothing, by one of those who manage the server where it was played. It
// returns ErrNotRated.
func (m *Match) Annul(by PlayerID, now time.Time) ([]Event, error) {
	if err := m.CanAnnul(); err != nil {
		return nil, err
	}
	m.Past.Annulled = true
	return []Event{m.record(Annulled, by, now)}, nil
}

// void ends the game for nothing, as nobody's act.
func (m *Match) void(now time.Time) Event {
	m.Game.End(rules.Aborted, rules.NoColor)
	return m.finish(Finished, m.record(Ended, "", now))
}
