package rules

import (
	"cmp"
	"slices"
)

// Closest returns up to n legal turns similar to the refused one, the most similar first. It returns none if no turn is
// similar or the game is over. It includes a turn that loses at once only if that is the only legal turn (rules 2.5).
func (e *TurnError) Closest(n int) []Turn {
	if e.Why == GameOver {
		return nil
	}
	parsed := e.reading
	if parsed.empty() {
		parsed, _ = readTurn(e.Turn.String())
	}
	return e.position.closest(parsed, n)
}

// Closest returns up to n legal turns similar to the part of the text that was understood, the most similar first. It
// omits the same turns as TurnError.Closest.
func (e *TurnSyntaxError) Closest(n int) []Turn { return e.position.closest(e.reading, n) }

func (parsed *reading) empty() bool {
	return !parsed.pass && parsed.shifts == 0 && parsed.mover.kind == tokenEnd && parsed.to.kind == tokenEnd
}

// closest returns the n legal turns with the smallest mismatch, ordered by text where the mismatch is equal.
func (p *Position) closest(parsed reading, n int) []Turn {
	if parsed.empty() || n <= 0 {
		return nil
	}
	turns := p.AppendTurns(nil)
	if len(turns) > 1 {
		turns = slices.DeleteFunc(turns, p.LosesAtOnce)
	}
	turns = slices.DeleteFunc(turns, func(t Turn) bool { return p.mismatch(parsed, t) >= costUnrelated })
	slices.SortFunc(turns, func(a, b Turn) int {
		return cmp.Or(p.mismatch(parsed, a)-p.mismatch(parsed, b), cmp.Compare(a.String(), b.String()))
	})
	return turns[:min(n, len(turns))]
}

// The costs of a mismatch between a turn and a text. People mostly mean the ship and the kind of turn that they type,
// and get the square or the bonus wrong.
const (
	costBonus     = 1   // one ship too many or too few in the bonus
	costOrder     = 1   // the right ships in the wrong direction
	costStep      = 3   // a step between the destinations
	costDigit     = 20  // a digit of the ship
	costShip      = 40  // a ship missing from the swap or rotation
	costKind      = 90  // a movement instead of a swap, or the like
	costUnrelated = 130 // turns that cost this much are not offered
)

// mismatch returns how much t differs from a reading, or 0 if they are the same turn.
func (p *Position) mismatch(parsed reading, t Turn) int {
	moves := parsed.mover.kind != tokenEnd || parsed.to.kind != tokenEnd
	switch {
	case parsed.pass || t == Pass:
		return costUnrelated * btoi(parsed.pass != (t == Pass))
	case moves && t.IsMove() && !p.resembles(parsed, t):
		return costUnrelated
	case moves && t.IsMove():
		return p.moverMismatch(parsed.mover, t.Ship()) + arrivalMismatch(parsed.to, t.To()) +
			costBonus*shipMismatch(parsed, t.Shift()) +
			costOrder*btoi(parsed.shifts > 0 && !parsed.inOrder(t.Shift()))
	case moves:
		return costKind + costUnrelated*btoi(!t.Shift().Includes(p.mover(parsed.mover)))
	case t.IsMove():
		return costKind + costUnrelated*btoi(!slices.Contains(parsed.ships[:], t.Ship()))
	case !slices.ContainsFunc(parsed.ships[:], t.Shift().Includes):
		return costUnrelated
	}
	return costShip*shipMismatch(parsed, t.Shift()) + costOrder*btoi(!parsed.inOrder(t.Shift()))
}

// resembles reports whether a movement is similar enough to a reading to be offered: the ship is the one named, or a
// similar one, or the destination is in the named column or row.
func (p *Position) resembles(parsed reading, t Turn) bool {
	return parsed.mover.kind != tokenEnd && p.moverMismatch(parsed.mover, t.Ship()) <= costDigit ||
		parsed.to.kind == tokenSquare && (int(parsed.to.column) == t.To().Column() || int(parsed.to.row) == t.To().Row())
}

// mover returns the ship of the side to move that a token names by its digits or its square.
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

func arrivalMismatch(to token, sq Square) int {
	if to.kind != tokenSquare {
		return 0
	}
	return costStep * to.distance(sq)
}

// shipMismatch counts the ships that are only in the reading's swap or rotation, or only in s.
func shipMismatch(parsed reading, s Shift) int {
	var want shipSet
	for _, ship := range parsed.ships[:parsed.shifts] {
		want |= setOf(ship)
	}
	n := 0
	for _, ship := range Ships() {
		n += btoi(s.Includes(ship) != (want&ship.bit() != 0))
	}
	return n
}

// inOrder reports whether the first two ships of the reading follow each other in s, so that the direction is right.
func (parsed *reading) inOrder(s Shift) bool {
	x := s.Ships()
	for i, ship := range x {
		if ship == parsed.ships[0] && ship != NoShip {
			next := x[(i+1)%3]
			return next == parsed.ships[1] || next == NoShip && x[0] == parsed.ships[1]
		}
	}
	return false
}

// distance returns the number of steps to sq from the square that t names, even if that is off the board.
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
