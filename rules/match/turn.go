package match

import (
	"time"

	"madbot/rules"
)

// Play plays t. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNotYourTurn, or
// the *rules.TurnError that says why t is illegal. Open offers die with the turn. A turn after the
// deadline counts, as long as nobody has claimed. A clock that stands still goes on with it, and an
// absence of p ends.
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

// PlayPlanned is Play of a turn that was planned.
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

// Resign gives the match up: a victory of the other side, or an aborted game when p has never
// played its second turn (rules 5.5). It returns ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (p Party) Resign(now time.Time) ([]Event, error) {
	if err := p.Plays(); err != nil {
		return nil, err
	}
	p.m.leaveGame(rules.Resignation, p.side)
	return []Event{p.end(now)}, nil
}

// ResignAborts reports whether Resign aborts the game.
func (p Party) ResignAborts() bool { return p.m.leavesFree(p.side) }
