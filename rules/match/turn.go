package match

import (
	"time"

	"madbot/rules"
)

// Play plays t for by. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNotYourTurn, or
// the *rules.TurnError that says why t is illegal. Open offers die with the turn. A turn after the
// deadline counts, as long as nobody has claimed. A clock that stands still goes on with it, and an
// absence of by ends.
func (m *Match) Play(by PlayerID, t rules.Turn, now time.Time) ([]Event, error) {
	if err := m.OnTurn(by); err != nil {
		return nil, err
	}
	if err := m.Game.Play(t); err != nil {
		return nil, err
	}
	m.dropOffers()
	if m.Terms.Pace.HasClock() {
		m.Clock.turn(m.ColorOf(by), m.Terms.Pace, now)
	}
	played := m.record(Played, by, now)
	if !m.Game.Outcome().Over() {
		return []Event{played}, nil
	}
	return []Event{played, m.finish(Finished, m.record(Ended, by, now))}, nil
}

// PlayPlanned is Play of a turn that was planned.
func (m *Match) PlayPlanned(by PlayerID, t rules.Turn, now time.Time) ([]Event, error) {
	try := m.Clone()
	planned := try.record(Planned, by, now)
	events, err := try.Play(by, t, now)
	if err != nil {
		return nil, err
	}
	*m = try
	return append([]Event{planned}, events...), nil
}

// Resign gives the match up: a victory of the other side, or an aborted game when by has not
// played its second turn (rules 5.5). It returns ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (m *Match) Resign(by PlayerID, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	if err != nil {
		return nil, err
	}
	m.Game.Leave(rules.Resignation, c)
	return []Event{m.finish(Finished, m.record(Ended, by, now))}, nil
}
