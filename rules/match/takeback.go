package match

import (
	"time"

	"madbot/rules"
)

// Takeback says how a turn is taken back.
type Takeback struct {
	Unseen bool // the other side has not seen the board since the turn
}

// TakeBack takes by's last turn back, for free, where the other side has not seen it; else it is to be
// asked by an offer ToTakeBack. The time of by runs on as if the turn had not been played. It returns
// ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoTakebacks, ErrNothingPlayed, ErrSeen (also when the other side has
// played since) or ErrTimeUp.
func (m *Match) TakeBack(by PlayerID, t Takeback, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case m.Terms.NoTakebacks:
		return nil, ErrNoTakebacks
	case m.retreat(c) < 0:
		return nil, ErrNothingPlayed
	case c == m.side() || !t.Unseen:
		return nil, ErrSeen
	}
	left := m.Clock.Kept - max(0, now.Sub(m.Clock.Began))
	if m.Terms.Pace.HasClock() && left+m.Clock.of(c).Bank <= 0 {
		return nil, ErrTimeUp
	}
	return []Event{m.undo(c, left, by, now)}, nil
}

// retreat returns how many turns there are when side is to move again where it played last; below
// zero when it has not played.
func (m *Match) retreat(side rules.Color) int {
	if side == m.side() {
		return m.Game.Ply() - 2
	}
	return m.Game.Ply() - 1
}

// undo takes turns back so that side is to move, with so much time left, and returns the event, which
// is by's act.
func (m *Match) undo(side rules.Color, left time.Duration, by PlayerID, now time.Time) Event {
	moment := m.Moment()
	m.Game = m.Game.At(m.retreat(side))
	m.Undone = moment + 1 - m.Game.Ply()
	m.dropOffers()
	if m.Terms.Pace.HasClock() {
		m.Clock.begin(left, now)
		m.Clock.Kept, m.Clock.Up = 0, time.Time{}
	}
	return m.record(TakenBack, by, now)
}
