package match

import (
	"time"

	"madbot/rules"
)

// Takeback says how a turn is taken back.
type Takeback struct {
	// Unseen says that the other side has not looked since the turn: they were given no answer that shows, names or
	// acts on the position, from a board to the question before resigning, and planned none that was played.
	Unseen bool
}

// TakeBack takes p's last turn back, for free, where the other side has not seen it; else it is to be
// asked by an offer ToTakeBack. The time of p runs on as if the turn had not been played. It returns
// ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoTakebacks, ErrNothingPlayed, ErrSeen (also when the other side has
// played since) or ErrTimeUp.
func (p Party) TakeBack(t Takeback, now time.Time) ([]Event, error) {
	m, err := p.m, p.Plays()
	switch {
	case err != nil:
		return nil, err
	case m.Terms.NoTakebacks:
		return nil, ErrNoTakebacks
	case m.retreat(p.side) < 0:
		return nil, ErrNothingPlayed
	case p.side == m.side() || !t.Unseen:
		return nil, ErrSeen
	}
	left := m.Clock.Kept - max(0, now.Sub(m.Clock.Began))
	if m.Terms.Pace.HasClock() && left+m.Clock.of(p.side).Bank <= 0 {
		return nil, ErrTimeUp
	}
	return []Event{p.undo(p.side, left, now)}, nil
}

// retreat returns how many turns there are when side is to move again where it played last; below
// zero when it has not played.
func (m *Match) retreat(side rules.Color) int {
	if side == m.side() {
		return m.Game.Ply() - 2
	}
	return m.Game.Ply() - 1
}

// undo takes turns back so that side is to move, with so much time left, and returns the event.
func (p Party) undo(side rules.Color, left time.Duration, now time.Time) Event {
	m, moment := p.m, p.m.Moment()
	m.Game = m.Game.At(m.retreat(side))
	m.Undone = moment + 1 - m.Game.Ply()
	m.dropOffers()
	if m.Terms.Pace.HasClock() {
		m.Clock.begin(left, now)
		m.Clock.Kept, m.Clock.Up = 0, time.Time{}
	}
	return p.record(TakenBack, now)
}
