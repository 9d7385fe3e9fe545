package rules

// Shift is a permutation (swap) or a rotation, the two ways to move without sailing (rules 2.4,
// 2.6). The zero value NoShift is none.
type Shift uint8

// The four swaps, lower ship first, and the four rotations, lowest ship first: in
// Rotate112x121x211 the ship 112 takes the place of 121, 121 that of 211, 211 that of 112.
const (
	NoShift Shift = iota
	Swap111x222
	Swap112x221
	Swap121x212
	Swap122x211
	Rotate112x121x211
	Rotate112x211x121
	Rotate122x212x221
	Rotate122x221x212
)

// Shifts lists all swaps and rotations.
func Shifts() [8]Shift {
	return [8]Shift{Swap111x222, Swap112x221, Swap121x212, Swap122x211,
		Rotate112x121x211, Rotate112x211x121, Rotate122x212x221, Rotate122x221x212}
}

// shiftShips holds the ships of each shift in the order of its text; a swap's third is NoShip.
var shiftShips = [9][3]Ship{
	Swap111x222:       {Ship111, Ship222},
	Swap112x221:       {Ship112, Ship221},
	Swap121x212:       {Ship121, Ship212},
	Swap122x211:       {Ship122, Ship211},
	Rotate112x121x211: {Ship112, Ship121, Ship211},
	Rotate112x211x121: {Ship112, Ship211, Ship121},
	Rotate122x212x221: {Ship122, Ship212, Ship221},
	Rotate122x221x212: {Ship122, Ship221, Ship212},
}

// IsSwap reports whether s exchanges two complementary ships.
func (s Shift) IsSwap() bool { return s >= Swap111x222 && s <= Swap122x211 }

// IsRotation reports whether s moves a group of three round.
func (s Shift) IsRotation() bool { return s >= Rotate112x121x211 && s <= Rotate122x221x212 }

// Ships returns the ships of s in the order of its text: each takes the place of the next, the
// last that of the first. The third is NoShip for a swap, all are for NoShift.
func (s Shift) Ships() [3]Ship {
	if s > Rotate122x221x212 {
		return [3]Ship{}
	}
	return shiftShips[s]
}

// Includes reports whether ship takes part in s.
func (s Shift) Includes(ship Ship) bool {
	x := s.Ships()
	return ship != NoShip && (ship == x[0] || ship == x[1] || ship == x[2])
}

// shiftTexts are the canonical texts of the shifts (rules 6.2).
var shiftTexts = [9]string{
	Swap111x222:       "111=222",
	Swap112x221:       "112=221",
	Swap121x212:       "121=212",
	Swap122x211:       "122=211",
	Rotate112x121x211: "112>121>211",
	Rotate112x211x121: "112>211>121",
	Rotate122x212x221: "122>212>221",
	Rotate122x221x212: "122>221>212",
}

// String returns "112=221" or "112>121>211" (rules 6.2), and "" for NoShift.
func (s Shift) String() string {
	if s > Rotate122x221x212 {
		return ""
	}
	return shiftTexts[s]
}
