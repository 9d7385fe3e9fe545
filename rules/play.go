package rules

import "math"

// Play returns the position after t, which must be legal.
func (p *Position) Play(t Turn) Position {
	next := *p
	next.play(t)
	return next
}

func (p *Position) play(t Turn) {
	if p.quiet < math.MaxUint16 {
		p.quiet++
	}
	if s := t.Ship(); s != NoShip {
		p.move(s, t.To())
		if t.Expels() {
			p.expel(t.To())
		}
	}
	if s := t.Shift(); s != NoShift {
		p.shift(s)
	}
	p.positioning &^= 1 << p.side.index()
	p.side ^= Red ^ Blue
}

func (p *Position) move(s Ship, to Square) {
	us := p.side.index()
	change := p.fleets[us].square(s).bit() | to.bit()
	p.fleets[us] = p.fleets[us].with(s, to)
	p.occupied[us] ^= change
	if s&1 == 0 { // it has two shields
		p.shielded[us] ^= change
	}
}

// expel exiles the enemy ship on sq and updates the counters (rules 2.3, 5.2).
func (p *Position) expel(sq Square) {
	them := p.side.index() ^ 1
	victim := p.fleets[them].at(sq)
	p.fleets[them] = p.fleets[them].with(victim, NoSquare)
	p.present[them] &^= victim.bit()
	p.occupied[them] &^= sq.bit()
	p.shielded[them] &^= sq.bit()
	p.quiet = 0
	p.last = p.side
}

// shift plays a swap or rotation of the side to move (rules 2.4, 2.6). Its ships exchange places, one of which may be
// exile, so the occupied squares stay the same.
func (p *Position) shift(s Shift) {
	us := p.side.index()
	ships := &shiftShips[s]
	f := p.fleets[us]
	a, b := f.square(ships[0]), f.square(ships[1])
	if s.IsSwap() {
		f = f.with(ships[0], b).with(ships[1], a)
		p.shielded[us] ^= (a.bit() | b.bit()) &^ exileBit // exactly one of the two has two shields
	} else {
		c := f.square(ships[2])
		f = f.with(ships[0], b).with(ships[1], c).with(ships[2], a)
		p.shielded[us] ^= rotatedShields(s, a, b, c)
	}
	p.fleets[us] = f
	p.present[us] = p.present[us].after(f, ships)
}

// rotatedShields returns the shielded squares that change when the ships of s move from a, b and c to b, c and a. Among
// the frigates only 112 has two shields; among the destroyers only 221 has one.
func rotatedShields(s Shift, a, b, c Square) bitboard {
	change := a.bit() ^ b.bit()
	switch s {
	case Rotate122x212x221:
		change = c.bit() ^ a.bit()
	case Rotate122x221x212:
		change = b.bit() ^ c.bit()
	}
	return change &^ exileBit
}

// after returns c with those of the given ships that are on the board in f, and without the others.
func (c shipSet) after(f fleet, ships *[3]Ship) shipSet {
	for _, s := range ships {
		if s == NoShip {
			break
		}
		c &^= s.bit()
		if f.square(s) != NoSquare {
			c |= s.bit()
		}
	}
	return c
}
