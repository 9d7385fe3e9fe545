package match

import (
	"time"

	"madbot/rules"
)

// Play plays t. It withdraws open offers, ends a pause, and ends p's absence. A turn after the deadline counts as long
// as nobody has claimed. Play returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNotYourTurn, or the *rules.TurnError
// that says why t is illegal.
func (p Party) Play(t rules.Turn, now time.Time) ([]Event, error) {
	m := p.m
	if err := p.OnTurn(); err != nil {
		return nil, err
	}
	if err := m.Game.Play(t); err != nil {
		return nil, err
	}
	m.saveHistory(now)
	m.Offers = Offers{}
	m.Past.MaxPly = max(m.Past.MaxPly, m.Game.Ply())
	if m.Terms.Pace.HasClock() {
		m.Clock.turn(p.side, m.Terms.Pace, now)
	} else {
		m.Clock = m.Terms.Pace.start(now)
	}
	played := p.record(Played, now)
	if !m.Game.Outcome().Over() {
		return []Event{played}, nil
	}
	return []Event{played, p.end(now)}, nil
}

// PlayPlanned plays t from p's plan. Its first event is Planned.
func (p Party) PlayPlanned(t rules.Turn, now time.Time) ([]Event, error) {
	try := p.m.Clone()
	planned := try.record(Planned, p.id, now)
	events, err := try.As(p.id).Play(t, now)
	if err != nil {
		return nil, err
	}
	*p.m = try
	return append([]Event{planned}, events...), nil
}

// Resign makes the other side win, or aborts the game if p has never played its second turn (rules 5.5). It returns
// ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (p Party) Resign(now time.Time) ([]Event, error) {
	if err := p.Plays(); err != nil {
		return nil, err
	}
	p.m.leaveGame(rules.Resignation, p.side)
	return []Event{p.end(now)}, nil
}

// ResignAborts reports whether Resign would abort the game.
func (p Party) ResignAborts() bool { return p.m.leavesFree(p.side) }
