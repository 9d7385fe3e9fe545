package render

import (
	"slices"

	"madbot/rules"
)

// step is where one ship goes in a turn. A place of NoSquare is its slot in exile.
type step struct {
	piece    rules.Piece
	from, to rules.Square
	via      rules.Square // the square between, of a movement of two
}

// first returns the first square that a movement enters.
func (s step) first() rules.Square {
	if s.via != rules.NoSquare {
		return s.via
	}
	return s.to
}

// steps are what a turn does, ship by ship.
type steps struct {
	movement step // zero when the turn has none
	expelled step // zero when nothing is expelled
	shift    []step
	swap     bool // shift is a swap, else a rotation
}

// newSteps returns the steps of t, a legal turn of p.
func newSteps(p *rules.Position, t rules.Turn) steps {
	s := steps{swap: t.Shift().IsSwap()}
	side := p.Side()
	squareOf := func(ship rules.Ship) rules.Square {
		if s.movement.piece.Ship == ship {
			return s.movement.to
		}
		return p.SquareOf(side, ship)
	}
	if t.IsMove() {
		from := p.SquareOf(side, t.Ship())
		s.movement = step{piece: rules.Piece{Color: side, Ship: t.Ship()}, from: from, to: t.To(),
			via: between(p, from, t.To())}
		if t.Expels() {
			s.expelled = step{piece: p.At(t.To()), from: t.To()}
		}
	}
	ships := cycle(t.Shift())
	for i, ship := range ships {
		next := ships[(i+1)%len(ships)]
		s.shift = append(s.shift, step{piece: rules.Piece{Color: side, Ship: ship},
			from: squareOf(ship), to: squareOf(next)})
	}
	return s
}

// cycle returns the ships of a shift, each of which takes the place of the next.
func cycle(s rules.Shift) []rules.Ship {
	x := s.Ships()
	switch {
	case s.IsSwap():
		return x[:2]
	case s.IsRotation():
		return x[:]
	}
	return nil
}

// between returns a free square between the ends of a movement of two squares, NoSquare for one of
// one square (rules 2.2). Of two free corners it is the one that goes up or down first.
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

// arrows returns the steps of the swap or rotation that need an arrow, and whether each is to have
// two heads: a swap between two squares needs one arrow, not two.
func (s steps) arrows() (list []step, double bool) {
	exiled := func(x step) bool { return x.from == rules.NoSquare }
	if s.swap && !slices.ContainsFunc(s.shift, exiled) {
		return s.shift[:1], true
	}
	return s.shift, false
}

// follows reports whether the movements of s and o are of one ship and begin alike.
func (s steps) follows(o steps) bool {
	return s.movement != (step{}) && s.movement.piece == o.movement.piece &&
		s.movement.first() == o.movement.first()
}

// sharesPlaces reports whether the swaps or rotations of s and o go between the same places.
func (s steps) sharesPlaces(o steps) bool {
	return len(s.shift) == len(o.shift) && !slices.ContainsFunc(s.shift, func(x step) bool {
		return !slices.ContainsFunc(o.shift, func(y step) bool { return y.from == x.from })
	})
}
