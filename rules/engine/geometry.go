package engine

import (
	"math/bits"

	"madbot/rules"
)

// squares is a set of squares: bit n stands for rules.Square(n). Bit 0 is never set.
type squares uint32

// The first and the last of five columns, from which a sideways step would wrap round.
const (
	fileA squares = 1<<1 | 1<<6 | 1<<11 | 1<<16 | 1<<21 | 1<<26
	fileE         = fileA << 4
)

// geometry is what the search needs to know about a board.
type geometry struct {
	all  squares
	step [32]squares // neighbours of each square
}

// geometries is indexed by rules.Board. It is never changed.
var geometries = [4]geometry{
	rules.Board6x4: newGeometry(rules.Board6x4),
	rules.Board5x5: newGeometry(rules.Board5x5),
}

func newGeometry(b rules.Board) geometry {
	var a geometry
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			a.all |= 1 << s
		}
	}
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			a.step[s] = squares(b.Neighbours(s))
		}
	}
	return a
}

func (a *geometry) spread(b squares) squares {
	return (b&^fileE<<1 | b&^fileA>>1 | b<<5 | b>>5) & a.all
}

func (b squares) has(s rules.Square) bool { return b>>(s&31)&1 != 0 }

func (b squares) count() int { return bits.OnesCount32(uint32(b)) }

// first returns the lowest square of b, which must not be empty.
func (b squares) first() rules.Square { return rules.Square(bits.TrailingZeros32(uint32(b))) }

func squareIn(fleet uint64, s rules.Ship) rules.Square {
	return rules.Square(fleet >> (8 * (s - 1) & 63) & 31)
}

const everyByte = 0x0101010101010101

// shipAt returns the ship of a fleet on s, which must hold one. It XORs s into each byte and finds the first byte that
// becomes 0.
func shipAt(fleet uint64, s rules.Square) rules.Ship {
	x := fleet ^ uint64(s)*everyByte
	return rules.Ship(bits.TrailingZeros64((x-everyByte)&^x&(everyByte<<7))>>3) + 1
}

func shipsOf(p *rules.Position) int {
	return squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
}

// distances holds the number of steps between any two squares. It is never changed.
var distances = newDistances()

func newDistances() (d [32][32]uint8) {
	for a := rules.Square(1); a < 31; a++ {
		for b := rules.Square(1); b < 31; b++ {
			rows, columns := a.Row()-b.Row(), a.Column()-b.Column()
			d[a][b] = uint8(max(rows, -rows) + max(columns, -columns))
		}
	}
	return d
}
