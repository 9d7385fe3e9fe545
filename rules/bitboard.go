package rules

import "math/bits"

// bitboard is a set of squares, bit Square. Bit 0 is exile: shifting or looking up a ship that
// is not in the arena touches that bit alone, so that exile needs no branch.
type bitboard uint32

// exileBit is the bit of NoSquare, which no set of occupied squares has.
const exileBit bitboard = 1

// bit returns the set of s alone.
func (s Square) bit() bitboard { return 1 << (s & 31) }

// first returns the lowest square of a set that is not empty.
func (b bitboard) first() Square { return Square(bits.TrailingZeros32(uint32(b))) }

// count returns how many squares b has.
func (b bitboard) count() int { return bits.OnesCount32(uint32(b)) }

// geometry is what the moves of one board need.
type geometry struct {
	board bitboard     // all squares
	step  [32]bitboard // the neighbours of each square; none of exile
	last  [2]bitboard  // the last row of Red and of Blue (rules 3.1)
	near  [2]bitboard  // the squares from which one step may arrive there
}

// geometries holds the geometry of each Board; that of NoBoard is empty.
var geometries = [4]geometry{
	Board6x4: newGeometry(Board6x4),
	Board5x5: newGeometry(Board5x5),
}

func newGeometry(b Board) geometry {
	var g geometry
	for s := Square(1); s < 32; s++ {
		if b.Has(s) {
			g.board |= s.bit()
		}
	}
	for s := Square(1); s < 32; s++ {
		if b.Has(s) {
			g.step[s] = bitboard(spread(uint64(s.bit()))) & g.board
		}
	}
	for i, c := range [2]Color{Red, Blue} {
		for s := Square(1); s < 32; s++ {
			if b.Has(s) && s.Row() == b.HomeRow(c.Other()) {
				g.last[i] |= s.bit()
			}
		}
		g.near[i] = g.last[i] | bitboard(spread(uint64(g.last[i])))&g.board
	}
	return g
}

// around returns the neighbours of the squares of b, of which some may be off the board.
func (b bitboard) around() bitboard {
	const lastCols = firstCols << 4
	return b&^lastCols<<1 | b&^firstCols>>1 | b<<stride | b>>stride
}

// The squares from which a step east, west, north or south stays within six rows of five, for
// two boards side by side in one word.
const (
	pair      = 1<<32 | 1
	firstRow  = 0x3e
	firstCols = 1<<1 | 1<<6 | 1<<11 | 1<<16 | 1<<21 | 1<<26
	allSquare = 0x7ffffffe
	eastMask  = (allSquare &^ (firstCols << 4)) * pair
	westMask  = (allSquare &^ firstCols) * pair
	northMask = (allSquare &^ (firstRow << 25)) * pair
	southMask = (allSquare &^ firstRow) * pair
)

// spread returns the neighbours of the squares of two bitboards, one in each half of b. What
// falls on the fifth column or the sixth row is for the caller to cut to the board.
func spread(b uint64) uint64 {
	return b&eastMask<<1 | b&westMask>>1 | b&northMask<<stride | b&southMask>>stride
}
