package rules

import (
	"cmp"
	"slices"
)

// Closest returns up to n legal turns like the refused one, the most similar first; none if no turn is
// similar, or the game is over. A turn that loses at once is among them only if it is the only legal
// one (rules 2.5).
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

// Closest returns up to n legal turns like what was understood of the text, the most similar first. It
// leaves out turns as TurnError.Closest does.
func (e *TurnSyntaxError) Closest(n int) []Turn { return e.position.closest(e.reading, n) }

func (is *reading) empty() bool {
	return !is.pass && is.shifts == 0 && is.mover.kind == tokenEnd && is.to.kind == tokenEnd
}

// closest returns the n legal turns with the smallest mismatch; equal ones in the order of their text.
func (p *Position) closest(is reading, n int) []Turn {
	if is.empty() || n <= 0 {
		return nil
	}
	turns := p.AppendTurns(nil)
	if len(turns) > 1 {
		turns = slices.DeleteFunc(turns, p.LosesAtOnce)
	}
	turns = slices.DeleteFunc(turns, func(t Turn) bool { return p.mismatch(is, t) >= costUnrelated })
	slices.SortFunc(turns, func(a, b Turn) int {
		return cmp.Or(p.mismatch(is, a)-p.mismatch(is, b), cmp.Compare(a.String(), b.String()))
	})
	return turns[:min(n, len(turns))]
}

// The costs of a mismatch between a turn and a text. People mostly mean the ship and the kind of turn
// that they type, and slip in the squares and in what follows.
const (
	costBonus     = 1   // a ship more or less in the bonus
	costOrder     = 1   // the right ships in the wrong direction
	costStep      = 3   // a step between the squares of arrival
	costDigit     = 20  // a digit of the ship
	costShip      = 40  // a ship missing from the swap or rotation
	costKind      = 90  // a movement instead of a swap, and the like
	costUnrelated = 130 // from here on a turn is not offered
)

// mismatch returns how much t differs from a reading, 0 for the same turn.
func (p *Position) mismatch(is reading, t Turn) int {
	moves := is.mover.kind != tokenEnd || is.to.kind != tokenEnd
	switch {
	case is.pass || t == Pass:
		return costUnrelated * btoi(is.pass != (t == Pass))
	case moves && t.IsMove() && !p.resembles(is, t):
		return costUnrelated
	case moves && t.IsMove():
		return p.moverMismatch(is.mover, t.Ship()) + arrivalMismatch(is.to, t.To()) +
			costBonus*shipMismatch(is, t.Shift()) +
			costOrder*btoi(is.shifts > 0 && !is.inOrder(t.Shift()))
	case moves:
		return costKind + costUnrelated*btoi(!t.Shift().Includes(p.mover(is.mover)))
	case t.IsMove():
		return costKind + costUnrelated*btoi(!slices.Contains(is.ships[:], t.Ship()))
	case !slices.ContainsFunc(is.ships[:], t.Shift().Includes):
		return costUnrelated
	}
	return costShip*shipMismatch(is, t.Shift()) + costOrder*btoi(!is.inOrder(t.Shift()))
}

// resembles reports whether a movement is of the ship that a reading names, or of one much like it, or arrives in the
// column or the row of the square that it names.
func (p *Position) resembles(is reading, t Turn) bool {
	return is.mover.kind != tokenEnd && p.moverMismatch(is.mover, t.Ship()) <= costDigit ||
		is.to.kind == tokenSquare && (int(is.to.column) == t.To().Column() || int(is.to.row) == t.To().Row())
}

// mover returns the ship of the side to move that a token names, or that is on the square it names.
func (p *Position) mover(mover token) Ship {
	if who := p.At(mover.square()); who.Color == p.side {
		return who.Ship
	}
	return mover.ship
}

// moverMismatch compares the ship or square that begins a text with the ship that moves.
func (p *Position) moverMismatch(mover token, s Ship) int {
	switch mover.kind {
	case tokenShip:
		n := 0
		for i := range mover.digits {
			n += costDigit * btoi(mover.digits[i] != s.String()[i])
		}
		return n
	case tokenSquare:
		return costDigit * mover.distance(p.SquareOf(p.side, s))
	}
	return 0
}

// arrivalMismatch compares the squares of arrival. A text without one fits them all.
func arrivalMismatch(to token, sq Square) int {
	if to.kind != tokenSquare {
		return 0
	}
	return costStep * to.distance(sq)
}

// shipMismatch counts the ships that are in the swap or rotation of the reading or in s, but not in
// both.
func shipMismatch(is reading, s Shift) int {
	var want shipSet
	for _, ship := range is.ships[:is.shifts] {
		want |= setOf(ship)
	}
	n := 0
	for _, ship := range Ships() {
		n += btoi(s.Includes(ship) != (want&ship.bit() != 0))
	}
	return n
}

// inOrder reports whether the second ship of the reading comes after the first in s.
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

// distance returns the number of steps from the square that t names, on the board or not, to sq.
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
