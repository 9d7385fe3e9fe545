// Package steps splits a turn into the steps of single ships: which ship goes from where to where, including exile.
// Pictures and replays are drawn from it; it knows nothing about pixels.
package steps

import (
	"slices"

	"madbot/rules"
)

// Step is the way of one ship in a turn. NoSquare means the ship's slot in exile.
type Step struct {
	Piece    rules.Piece
	From, To rules.Square
	Via      rules.Square // the square passed by a movement of two squares (rules 2.2), otherwise NoSquare
}

// first returns the first square that the movement enters.
func (s Step) first() rules.Square {
	if s.Via != rules.NoSquare {
		return s.Via
	}
	return s.To
}

// Turn is a turn as steps. It is zero for a pass.
type Turn struct {
	Movement Step   // zero if the turn has no movement
	Expelled Step   // zero if no ship is expelled
	Shift    []Step // the steps of a swap or rotation, alone or as a bonus
	Swap     bool   // whether Shift is a swap, not a rotation
}

// Of returns the steps of the legal turn t of p.
func Of(p *rules.Position, t rules.Turn) Turn {
	s := Turn{Swap: t.Shift().IsSwap()}
	side := p.Side()
	squareOf := func(ship rules.Ship) rules.Square {
		if s.Movement.Piece.Ship == ship {
			return s.Movement.To
		}
		return p.SquareOf(side, ship)
	}
	if t.IsMove() {
		from := p.SquareOf(side, t.Ship())
		s.Movement = Step{Piece: rules.Piece{Color: side, Ship: t.Ship()}, From: from, To: t.To(),
			Via: between(p, from, t.To())}
		if t.Expels() {
			s.Expelled = Step{Piece: p.At(t.To()), From: t.To()}
		}
	}
	ships := Cycle(t.Shift())
	for i, ship := range ships {
		next := ships[(i+1)%len(ships)]
		s.Shift = append(s.Shift, Step{Piece: rules.Piece{Color: side, Ship: ship},
			From: squareOf(ship), To: squareOf(next)})
	}
	return s
}

// Cycle returns the ships of a shift, each of which takes the place of the next. It returns nil for NoShift.
func Cycle(s rules.Shift) []rules.Ship {
	x := s.Ships()
	switch {
	case s.IsSwap():
		return x[:2]
	case s.IsRotation():
		return x[:]
	}
	return nil
}

// between returns a free square between the ends of a movement of two squares, NoSquare for a movement of one (rules
// 2.2). If both corners are free, it returns the one reached by moving up or down first.
func between(p *rules.Position, from, to rules.Square) rules.Square {
	dc, dr := to.Column()-from.Column(), to.Row()-from.Row()
	if dc*dc+dr*dr <= 1 {
		return rules.NoSquare
	}
	if dc == 0 || dr == 0 {
		return rules.MakeSquare(from.Column()+dc/2, from.Row()+dr/2)
	}
	if s := rules.MakeSquare(from.Column(), to.Row()); p.At(s) == (rules.Piece{}) {
		return s
	}
	return rules.MakeSquare(to.Column(), from.Row())
}

// Arrows returns the steps of the swap or rotation that need an arrow, and whether arrows have two heads: a swap
// between two squares needs one arrow, not two.
func (s Turn) Arrows() (list []Step, double bool) {
	exiled := func(x Step) bool { return x.From == rules.NoSquare }
	if s.Swap && !slices.ContainsFunc(s.Shift, exiled) {
		return s.Shift[:1], true
	}
	return s.Shift, false
}

// Follows reports whether s and o move the same ship to the same first square.
func (s Turn) Follows(o Turn) bool {
	return s.Movement != (Step{}) && s.Movement.Piece == o.Movement.Piece &&
		s.Movement.first() == o.Movement.first()
}
