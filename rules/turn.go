package rules

import "strings"

// Turn is what a side plays in one turn: a movement, with or without a bonus, a swap, a rotation, or
// the pass of the positioning turn (rules 2 to 4). Turns are equal exactly when their texts are. The
// zero value NoTurn is not a turn.
//
// Bits: 0-3 shift, 4-7 ship, 8-12 arrival square, 13 expels, 14 pass.
type Turn uint16

// NoTurn means no turn; Pass leaves all ships where they are (rules 4.1).
const (
	NoTurn Turn = 0
	Pass   Turn = 1 << 14
)

const (
	turnShipShift   = 4
	turnSquareShift = 8
	turnExpels      = 1 << 13
)

// MoveTurn returns the movement of ship to a square; expels tells whether an enemy ship is there.
func MoveTurn(ship Ship, to Square, expels bool) Turn {
	t := Turn(ship)<<turnShipShift | Turn(to)<<turnSquareShift
	if expels {
		t |= turnExpels
	}
	return t
}

// ShiftTurn returns the turn that is the swap or rotation s.
func ShiftTurn(s Shift) Turn { return Turn(s) }

// WithBonus returns the movement t with the bonus s (rules 3.1).
func (t Turn) WithBonus(s Shift) Turn { return t&^15 | Turn(s) }

// IsMove reports whether t is a movement, with or without a bonus.
func (t Turn) IsMove() bool { return t.Ship() != NoShip }

// HasBonus reports whether t is a movement with a bonus.
func (t Turn) HasBonus() bool { return t.IsMove() && t.Shift() != NoShift }

// Ship returns the ship that moves, or NoShip if t is not a movement.
func (t Turn) Ship() Ship { return Ship(t >> turnShipShift & 15) }

// To returns the destination of a movement, or NoSquare if t is not a movement.
func (t Turn) To() Square { return Square(t >> turnSquareShift & 31) }

// Expels reports whether t is a movement that expels (rules 2.3).
func (t Turn) Expels() bool { return t&turnExpels != 0 }

// Misses reports whether text writes t as an expulsion, as in "211xc4", although t is a movement that expels nothing
// (rules 6.3).
func (t Turn) Misses(text string) bool {
	movement, _, _ := strings.Cut(text, "+")
	return t.IsMove() && !t.Expels() && strings.ContainsAny(movement, "xX×")
}

// Shift returns the swap or rotation of t, alone or as a bonus, or NoShift.
func (t Turn) Shift() Shift { return Shift(t & 15) }

// Movement returns t without its bonus, or NoTurn if t is not a movement.
func (t Turn) Movement() Turn {
	if !t.IsMove() {
		return NoTurn
	}
	return t &^ 15
}

// String returns the canonical text (rules 6.2), "" for NoTurn.
func (t Turn) String() string {
	var text [MaxTurnText]byte
	return string(t.AppendText(text[:0]))
}

// MaxTurnText is the length of the longest turn, "221xa6+122>212>221".
const MaxTurnText = 18

// AppendText appends the canonical text (rules 6.2) to dst.
func (t Turn) AppendText(dst []byte) []byte {
	switch {
	case t == Pass:
		return append(dst, "pass"...)
	case !t.IsMove():
		return append(dst, t.Shift().String()...)
	}
	link := byte('-')
	if t.Expels() {
		link = 'x'
	}
	dst = append(dst, t.Ship().String()...)
	dst = append(dst, link)
	dst = append(dst, t.To().String()...)
	if t.HasBonus() {
		dst = append(dst, '+')
		dst = append(dst, t.Shift().String()...)
	}
	return dst
}
