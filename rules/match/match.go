package match

import (
	"time"

	"madbot/rules"
)

// Match is one match between two people, from the challenge to the end. The zero value is no
// match. Values are independent of each other only through Clone.
type Match struct {
	ID          ID
	Status      Status
	Terms       Terms
	Challenger  PlayerID
	Opponent    PlayerID               // empty while a challenge is open to anyone
	Players     rules.BySide[PlayerID] // empty before the match is accepted
	Game        rules.Game             // zero before the match is accepted
	Practice    bool                   // it is for practice, and nobody has kept it
	Offers      Offers
	Clock       Clock             // zero before the match is accepted
	HintsUsed   rules.BySide[int] // not counting hints read again
	Past        Past
	UndonePlies int // what turns that were taken back add to the ply in Moment
	Created     time.Time
	Started     time.Time // accepted; zero before
	Changed     time.Time // the last event
	Ended       time.Time // finished, declined, withdrawn or expired; zero before
	EndedBy     PlayerID  // whose act ended it; empty before, and when it lapsed
	Seq         int       // the events so far
}

// Clone returns a copy that shares nothing with m.
func (m *Match) Clone() Match {
	c := *m
	c.Game, c.Past = m.Game.Clone(), m.Past.clone()
	return c
}

// ColorOf returns the side p plays, NoColor when none or when the sides are not settled.
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

// HasFormer reports whether somebody who was forgotten played in m.
func (m *Match) HasFormer() bool { return m.Players.Red.IsFormer() || m.Players.Blue.IsFormer() }

// ToMove returns whose turn it is, empty when the match is not being played.
func (m *Match) ToMove() PlayerID {
	if m.Status != Playing {
		return ""
	}
	return m.Players.Of(m.side())
}

// side returns the colour whose turn it is.
func (m *Match) side() rules.Color {
	p := m.Game.Position()
	return p.Side()
}

// running returns nil when m is being played: else ErrNotPlaying or ErrFinished.
func (m *Match) running() error {
	switch m.Status {
	case Playing:
		return nil
	case Finished:
		return ErrFinished
	}
	return ErrNotPlaying
}

// Moment numbers the positions of the match in the order in which they came about, one after the other:
// it is the ply as long as nothing was taken back, and afterwards no number comes twice.
func (m *Match) Moment() int { return m.Game.Ply() + m.UndonePlies }

// record counts an event of kind k and returns it.
func (m *Match) record(k EventKind, by PlayerID, now time.Time) Event {
	m.Seq++
	m.Changed = now
	return Event{Kind: k, Seq: m.Seq, By: by, Ply: m.Game.Ply(), At: now}
}

// finish closes the match with status s and records k.
func (m *Match) finish(s Status, e Event) Event {
	m.Status, m.Offers = s, Offers{}
	m.Ended, m.EndedBy = e.At, e.By
	return e
}
