package rules

import "math/bits"

// bitboard is a set of squares, bit Square. A ship in exile sets only bit 0, so exile needs no branch.
type bitboard uint32

// exileBit is the bit of NoSquare, which no set of occupied squares has.
const exileBit bitboard = 1

func (s Square) bit() bitboard { return 1 << (s & 31) }

// first returns the lowest square of b, which must not be empty.
func (b bitboard) first() Square { return Square(bits.TrailingZeros32(uint32(b))) }

func (b bitboard) count() int { return bits.OnesCount32(uint32(b)) }

// geometry holds the sets of squares that moves on one board need.
type geometry struct {
	board bitboard     // all squares
	step  [32]bitboard // the neighbours of each square; empty for exile
	last  [2]bitboard  // the last row of Red and of Blue (rules 3.1)
	near  [2]bitboard  // the squares one step from the last row
}

// geometries is indexed by Board; the entry of NoBoard is empty.
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

func (b bitboard) around() bitboard {
	const lastCols = firstCols << 4
	return b&^lastCols<<1 | b&^firstCols>>1 | b<<stride | b>>stride
}

// The masks of spread, for two bitboards in one word: the squares from which a step east, west, north or south stays
// within six rows of five.
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

// spread returns the neighbours of the squares of two bitboards, one in each half of b; some may be
// off the board.
func spread(b uint64) uint64 {
	return b&eastMask<<1 | b&westMask>>1 | b&northMask<<stride | b&southMask>>stride
}

// fleet holds the squares of a side's eight ships: byte s-1 is the square of ship s, 0 in exile.
type fleet uint64

// shipSet is a set of ships, bit s-1.
type shipSet uint8

const everyByte = 0x0101010101010101

func (f fleet) square(s Ship) Square { return Square(f >> (8 * (s - 1) & 63) & 31) }

func (f fleet) with(s Ship, sq Square) fleet {
	shift := 8 * (s - 1) & 63
	return f&^(31<<shift) | fleet(sq)<<shift
}

// at returns the ship on sq, which must hold one. It XORs sq into each byte and finds the first byte that becomes 0.
func (f fleet) at(sq Square) Ship {
	x := uint64(f) ^ uint64(sq)*everyByte
	zero := (x - everyByte) &^ x & (everyByte << 7)
	return Ship(bits.TrailingZeros64(zero)>>3) + 1
}

func (f fleet) fast() bitboard {
	return (Square(f>>32&31).bit() | Square(f>>40&31).bit() | Square(f>>48&31).bit() |
		Square(f>>56).bit()) &^ exileBit
}

func (c shipSet) has(s Ship) bool { return c>>((s-1)&7)&1 != 0 }

func (s Ship) bit() shipSet { return 1 << ((s - 1) & 7) }
