package rules

// Turn is what a side does when it is on: a movement, a swap, a rotation, a movement with its
// bonus, or the pass of the positioning turn (rules 2 to 4). It is a small comparable value whose
// text is its identity. The zero value NoTurn is none.
//
// Bits: 0-3 shift, 4-7 ship, 8-12 arrival square, 13 expels, 14 pass.
type Turn uint16

// NoTurn is no turn; Pass leaves all ships where they are (rules 4.1).
const (
	NoTurn Turn = 0
	Pass   Turn = 1 << 14
)

const (
	turnShipShift   = 4
	turnSquareShift = 8
	turnExpels      = 1 << 13
)

// MoveTurn is the movement of ship to the square to; expels says that it lands on an enemy.
func MoveTurn(ship Ship, to Square, expels bool) Turn {
	t := Turn(ship)<<turnShipShift | Turn(to)<<turnSquareShift
	if expels {
		t |= turnExpels
	}
	return t
}

// ShiftTurn is the swap or rotation s alone.
func ShiftTurn(s Shift) Turn { return Turn(s) }

// WithBonus returns the movement t followed by the bonus s in the same turn (rules 3.1).
func (t Turn) WithBonus(s Shift) Turn { return t&^15 | Turn(s) }

// IsMove reports whether t begins with a movement.
func (t Turn) IsMove() bool { return t.Ship() != NoShip }

// HasBonus reports whether t is a movement followed by a swap or rotation.
func (t Turn) HasBonus() bool { return t.IsMove() && t.Shift() != NoShift }

// Ship returns the ship that sails, NoShip when none does.
func (t Turn) Ship() Ship { return Ship(t >> turnShipShift & 15) }

// To returns the square of arrival of a movement, NoSquare when there is none.
func (t Turn) To() Square { return Square(t >> turnSquareShift & 31) }

// Expels reports whether the movement lands on an enemy ship (rules 2.3).
func (t Turn) Expels() bool { return t&turnExpels != 0 }

// Shift returns the swap or rotation of t, alone or as bonus; NoShift when there is none.
func (t Turn) Shift() Shift { return Shift(t & 15) }

// Movement returns t without its bonus; NoTurn when t does not begin with a movement.
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
