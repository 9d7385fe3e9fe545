package engine

import (
	"math/bits"

	"madbot/rules"
)

// squares is a set of squares, bit rules.Square; bit 0 is never a member.
type squares uint32

// The files at which a step to the east or to the west would wrap round.
const (
	fileA squares = 1<<1 | 1<<6 | 1<<11 | 1<<16 | 1<<21 | 1<<26
	fileE         = fileA << 4
)

// arena is what the search needs to know of a board.
type arena struct {
	all  squares
	step [32]squares // neighbours of each square
}

// arenas are those of each rules.Board, not to be changed.
var arenas = [4]arena{
	rules.Board6x4: newArena(rules.Board6x4),
	rules.Board5x5: newArena(rules.Board5x5),
}

func newArena(b rules.Board) arena {
	var a arena
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			a.all |= 1 << s
		}
	}
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			a.step[s] = a.spread(1 << s)
		}
	}
	return a
}

// spread returns the neighbours of the squares of b.
func (a *arena) spread(b squares) squares {
	return (b&^fileE<<1 | b&^fileA>>1 | b<<5 | b>>5) & a.all
}

func (b squares) has(s rules.Square) bool { return b>>(s&31)&1 != 0 }

func (b squares) count() int { return bits.OnesCount32(uint32(b)) }

// first returns the lowest square of a set that is not empty.
func (b squares) first() rules.Square { return rules.Square(bits.TrailingZeros32(uint32(b))) }

// squareIn returns where ship s is in a fleet packed as by Position.Fleet.
func squareIn(fleet uint64, s rules.Ship) rules.Square {
	return rules.Square(fleet >> (8 * (s - 1) & 63) & 31)
}
