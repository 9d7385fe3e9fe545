package rules

// shiftSet is a set of swaps and rotations, bit Shift-1.
type shiftSet uint8

// legalShifts holds for each crew the swaps and rotations it can make: a swap needs one of its
// two ships in the arena, a rotation two of its three (rules 2.4, 2.6).
var legalShifts = newLegalShifts()

// shiftsOf holds for each ship the swap and the rotations it takes part in.
var shiftsOf = newShiftsOf()

func newLegalShifts() (legal [256]shiftSet) {
	for c := range legal {
		for _, s := range Shifts() {
			if s.exiled(crew(c)) <= 1 {
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

// bit returns the set of s alone.
func (s Shift) bit() shiftSet { return 1 << ((s - 1) & 7) }

// exiled returns how many of the ships of s are in exile when c is in the arena.
func (s Shift) exiled(c crew) int {
	n := 0
	for _, ship := range s.Ships() {
		if ship != NoShip && !c.has(ship) {
			n++
		}
	}
	return n
}
