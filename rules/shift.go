package rules

// Shift is a swap or a rotation (rules 2.4, 2.6). The zero value NoShift means neither.
type Shift uint8

// The four swaps and the four rotations, named from the lowest ship. In Rotate112x121x211, 112 takes the place of 121,
// 121 that of 211, and 211 that of 112.
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

// Shifts returns all swaps and rotations.
func Shifts() [8]Shift {
	return [8]Shift{Swap111x222, Swap112x221, Swap121x212, Swap122x211,
		Rotate112x121x211, Rotate112x211x121, Rotate122x212x221, Rotate122x221x212}
}

// shiftShips holds the results of Shift.Ships.
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

// IsSwap reports whether s is a swap (rules 2.4).
func (s Shift) IsSwap() bool { return s >= Swap111x222 && s <= Swap122x211 }

// IsRotation reports whether s is a rotation (rules 2.6).
func (s Shift) IsRotation() bool { return s >= Rotate112x121x211 && s <= Rotate122x221x212 }

// Ships returns the ships of s in the order of its text: each takes the place of the next, and the last takes the place
// of the first. For a swap the third is NoShip, for NoShift all three are.
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

// shiftSet is a set of swaps and rotations, bit s-1.
type shiftSet uint8

// legalShifts is indexed by the set of ships on the board. A swap needs one of its two ships there, a rotation two of
// its three (rules 2.4, 2.6).
var legalShifts = newLegalShifts()

// shiftsOf is indexed by ship: the swap and the rotations that include it.
var shiftsOf = newShiftsOf()

func newLegalShifts() (legal [256]shiftSet) {
	for c := range legal {
		for _, s := range Shifts() {
			if s.exiled(shipSet(c)) <= 1 {
				legal[c] |= s.bit()
			}
		}
	}
	return legal
}

func newShiftsOf() (of [16]shiftSet) {
	for _, ship := range Ships() {
		for _, s := range Shifts() {
			if s.Includes(ship) {
				of[ship] |= s.bit()
			}
		}
	}
	return of
}

func (s Shift) bit() shiftSet { return 1 << ((s - 1) & 7) }

// exiled returns how many ships of s are in exile when the ships of c are on the board.
func (s Shift) exiled(c shipSet) int {
	n := 0
	for _, ship := range s.Ships() {
		if ship != NoShip && !c.has(ship) {
			n++
		}
	}
	return n
}
