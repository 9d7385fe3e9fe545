package match

import (
	"time"

	"madbot/rules"
)

// Match is one match between two people, from the challenge to the end. The zero value is no match. Copies share data;
// use Clone for an independent one.
type Match struct {
	ID          ID
	Status      Status
	Terms       Terms
	Challenger  PlayerID
	Opponent    PlayerID               // empty while a challenge is open to anyone
	Players     rules.BySide[PlayerID] // empty before the match is accepted
	Game        rules.Game             // zero before the match is accepted
	Practice    bool                   // a practice game that its player has not kept
	Offers      Offers
	Clock       Clock             // zero before the match is accepted
	HintsUsed   rules.BySide[int] // not counting hints read again
	Past        Past
	UndonePlies int // plies of turns that were taken back, counted by Moment
	Created     time.Time
	Started     time.Time // when it was accepted; zero before
	Changed     time.Time // time of the last event
	Ended       time.Time // when it finished or was declined, withdrawn or expired; zero before
	EndedBy     PlayerID  // who ended it; empty before, and if nobody did
	Seq         int       // number of events so far
}

// Clone returns a deep copy of m.
func (m *Match) Clone() Match {
	c := *m
	c.Game, c.Past = m.Game.Clone(), m.Past.clone()
	return c
}

// ColorOf returns p's side, or NoColor if p is not a player or the sides are not settled.
func (m *Match) ColorOf(p PlayerID) rules.Color {
	switch {
	case p == "":
		return rules.NoColor
	case p == m.Players.Red:
		return rules.Red
	case p == m.Players.Blue:
		return rules.Blue
	}
	return rules.NoColor
}

// HasFormer reports whether a player of m has deleted their profile.
func (m *Match) HasFormer() bool { return m.Players.Red.IsFormer() || m.Players.Blue.IsFormer() }

// ToMove returns the player on turn, empty if the match is not being played.
func (m *Match) ToMove() PlayerID {
	if m.Status != Playing {
		return ""
	}
	return m.Players.Of(m.side())
}

// side returns the side to move.
func (m *Match) side() rules.Color {
	p := m.Game.Position()
	return p.Side()
}

// running returns nil if m is being played, otherwise ErrNotPlaying or ErrFinished.
func (m *Match) running() error {
	switch m.Status {
	case Playing:
		return nil
	case Finished:
		return ErrFinished
	}
	return ErrNotPlaying
}

// Moment returns the number of the current position. It equals the ply until a turn is taken back; after that, it keeps
// growing, so no number is used twice.
func (m *Match) Moment() int { return m.Game.Ply() + m.UndonePlies }

func (m *Match) record(k EventKind, by PlayerID, now time.Time) Event {
	m.Seq++
	m.Changed = now
	return Event{Kind: k, Seq: m.Seq, By: by, Ply: m.Game.Ply(), At: now}
}

// finish ends the match with status s by the event e, which it returns.
func (m *Match) finish(s Status, e Event) Event {
	m.Status, m.Offers = s, Offers{}
	m.Ended, m.EndedBy = e.At, e.By
	return e
}
