package match

import (
	"time"

	"madbot/rules"
)

// StopReason is why the bot ended a match. Its numbers are stable: they are stored. The zero value means that it did
// not.
type StopReason uint8

// The reasons.
const (
	ByOperator  StopReason = 1
	Unreachable StopReason = 2 // a player could no longer be shown the match
	Blocked     StopReason = 3 // the operator blocked a player, or the match's server for long
)

// Stop aborts the game for a reason that is neither side's fault; it counts for nobody. It returns ErrNotPlaying or
// ErrFinished.
func (a Arbiter) Stop(why StopReason, now time.Time) ([]Event, error) {
	m := a.m
	if err := m.running(); err != nil {
		return nil, err
	}
	m.Past.Stopped = why
	return []Event{m.record(Stopped, "", now), m.abort(now)}, nil
}

// CanAnnul returns ErrNotRated unless m has a rated result that was not annulled.
func (m *Match) CanAnnul() error {
	if !m.Terms.Rated || m.Game.Outcome().Winner == rules.NoColor || m.Past.Annulled {
		return ErrNotRated
	}
	return nil
}

// Annul cancels the result of a rated match; by is a manager of the server where it was played. It returns
// ErrNotRated.
func (a Arbiter) Annul(by PlayerID, now time.Time) ([]Event, error) {
	m := a.m
	if err := m.CanAnnul(); err != nil {
		return nil, err
	}
	m.Past.Annulled = true
	return []Event{m.record(Annulled, by, now)}, nil
}

// abort ends the game without a result, on nobody's behalf.
func (m *Match) abort(now time.Time) Event {
	m.Game.End(rules.Aborted, rules.NoColor)
	return m.finish(Finished, m.record(Ended, "", now))
}
