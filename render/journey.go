package render

import "madbot/rules"

// step is the way of one ship in a turn. A place of NoSquare is its slot in exile.
type step struct {
	piece    rules.Piece
	from, to rules.Square
	via      rules.Square // the square between, of a movement of two
}

// journey is what a turn does, ship by ship.
type journey struct {
	movement step // zero when the turn has none
	expelled step // zero when nothing is expelled
	shift    []step
	swap     bool // shift is a swap, else a rotation
}

// inArena reports whether all places of the swap or rotation are squares.
func (j journey) inArena() bool {
	for _, s := range j.shift {
		if s.from == rules.NoSquare {
			return false
		}
	}
	return true
}

// arrows returns the steps of the swap or rotation that need an arrow, and whether each is to have
// two heads: a swap between two squares needs one arrow, not two.
func (j journey) arrows() (steps []step, double bool) {
	if j.swap && j.inArena() {
		return j.shift[:1], true
	}
	return j.shift, false
}

// newJourney follows t, a legal turn of p.
func newJourney(p *rules.Position, t rules.Turn) journey {
	var j journey
	side := p.Side()
	squareOf := func(s rules.Ship) rules.Square {
		if j.movement.piece.Ship == s {
			return j.movement.to
		}
		return p.SquareOf(side, s)
	}
	if t.IsMove() {
		from := p.SquareOf(side, t.Ship())
		j.movement = step{piece: rules.Piece{Color: side, Ship: t.Ship()}, from: from, to: t.To(),
			via: between(p, from, t.To())}
		if t.Expels() {
			j.expelled = step{piece: p.At(t.To()), from: t.To()}
		}
	}
	j.swap = t.Shift().IsSwap()
	ships := cycle(t.Shift())
	for i, s := range ships {
		next := ships[(i+1)%len(ships)]
		j.shift = append(j.shift, step{piece: rules.Piece{Color: side, Ship: s},
			from: squareOf(s), to: squareOf(next)})
	}
	return j
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
// one square. Where two corners are free, the one that goes up or down first is taken.
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
