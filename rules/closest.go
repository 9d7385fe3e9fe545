package rules

import (
	"cmp"
	"slices"
)

// Closest returns up to n legal turns most like the refused one, the likest first: none when the
// game is over or no turn has anything of it. A turn that loses at once is among them only if it
// is the only legal one (rules 2.5).
func (e *TurnError) Closest(n int) []Turn {
	if e.Why == GameOver {
		return nil
	}
	is := e.reading
	if is.empty() {
		is, _ = readTurn(e.Turn.String())
	}
	return e.position.closest(is, n)
}

// Closest returns up to n legal turns most like what was understood of the text, the likest
// first; none when nothing was. It spares turns that lose at once as that of TurnError does.
func (e *TurnSyntaxError) Closest(n int) []Turn { return e.position.closest(e.reading, n) }

// empty reports whether nothing was understood.
func (is *reading) empty() bool {
	return !is.pass && is.shifts == 0 && is.mover.kind == tokenEnd && is.to.kind == tokenEnd
}

// closest returns up to n legal turns of p most like a reading; turns that are alike to it in the
// same measure come in the order of their text.
func (p *Position) closest(is reading, n int) []Turn {
	if is.empty() || n <= 0 {
		return nil
	}
	turns := p.AppendTurns(nil)
	if len(turns) > 1 {
		turns = slices.DeleteFunc(turns, p.LosesAtOnce)
	}
	turns = slices.DeleteFunc(turns, func(t Turn) bool { return p.unlike(is, t) >= unlikeAtAll })
	slices.SortFunc(turns, func(a, b Turn) int {
		return cmp.Or(p.unlike(is, a)-p.unlike(is, b), cmp.Compare(a.String(), b.String()))
	})
	return turns[:min(n, len(turns))]
}

// What makes a turn unlike a text, and how much: the ship and the kind of turn are what a person
// means, squares and what follows are where a hand slips.
const (
	unlikeBonus = 1   // a ship more or less in the bonus
	unlikeOrder = 1   // the right ships round the wrong way
	unlikeStep  = 3   // a square of distance between the squares of arrival
	unlikeDigit = 20  // a digit of the ship
	unlikeShip  = 40  // a ship missing from the swap or rotation
	unlikeKind  = 90  // a movement for a swap, and the like
	unlikeAtAll = 130 // from here on nothing is alike
)

// unlike measures how much t differs from a reading; 0 is the same turn.
func (p *Position) unlike(is reading, t Turn) int {
	moves := is.mover.kind != tokenEnd || is.to.kind != tokenEnd
	switch {
	case is.pass || t == Pass:
		return unlikeAtAll * btoi(is.pass != (t == Pass))
	case moves && t.IsMove():
		return p.unlikeMover(is.mover, t.Ship()) + unlikeArrival(is.to, t.To()) +
			unlikeBonus*unlikeShips(is, t.Shift()) +
			unlikeOrder*btoi(is.shifts > 0 && !is.inOrder(t.Shift()))
	case moves:
		return unlikeKind + unlikeAtAll*btoi(!t.Shift().Includes(p.mover(is.mover)))
	case t.IsMove():
		return unlikeKind + unlikeAtAll*btoi(!slices.Contains(is.ships[:], t.Ship()))
	case !slices.ContainsFunc(is.ships[:], t.Shift().Includes):
		return unlikeAtAll
	}
	return unlikeShip*unlikeShips(is, t.Shift()) + unlikeOrder*btoi(!is.inOrder(t.Shift()))
}

// mover returns the ship that a token names by itself or by its square, if it is one of the side
// to move.
func (p *Position) mover(mover token) Ship {
	if who := p.At(mover.square()); who.Color == p.side {
		return who.Ship
	}
	return mover.ship
}

// unlikeMover compares the ship or the square that begins a text with the ship that sails.
func (p *Position) unlikeMover(mover token, s Ship) int {
	switch mover.kind {
	case tokenShip:
		n := 0
		for i := range mover.digits {
			n += unlikeDigit * btoi(mover.digits[i] != s.String()[i])
		}
		return n
	case tokenSquare:
		return unlikeDigit * mover.distance(p.SquareOf(p.side, s))
	}
	return 0
}

// unlikeArrival compares squares of arrival; a text without one is like them all.
func unlikeArrival(to token, sq Square) int {
	if to.kind != tokenSquare {
		return 0
	}
	return unlikeStep * to.distance(sq)
}

// unlikeShips counts the ships that are in the reading's swap or rotation, or in s, but not in
// both.
func unlikeShips(is reading, s Shift) int {
	var want crew
	for _, ship := range is.ships[:is.shifts] {
		want |= shipSet(ship)
	}
	n := 0
	for _, ship := range Ships() {
		n += btoi(s.Includes(ship) != (want&ship.bit() != 0))
	}
	return n
}

// inOrder reports whether the second ship of the reading follows the first in s.
func (is *reading) inOrder(s Shift) bool {
	x := s.Ships()
	for i, ship := range x {
		if ship == is.ships[0] && ship != NoShip {
			next := x[(i+1)%3]
			return next == is.ships[1] || next == NoShip && x[0] == is.ships[1]
		}
	}
	return false
}

// distance returns how many steps lie between the square t names, which may be off the board,
// and another.
func (t token) distance(sq Square) int {
	column, row := int(t.column)-sq.Column(), int(t.row)-sq.Row()
	return max(column, -column) + max(row, -row)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
