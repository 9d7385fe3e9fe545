package rules

import "math/bits"

// fleet holds the squares of the eight ships of a side, that of ship s in byte s-1; 0 is exile.
type fleet uint64

// shipSet is a set of ships, bit s-1.
type shipSet uint8

const everyByte = 0x0101010101010101

func (f fleet) square(s Ship) Square { return Square(f >> (8 * (s - 1) & 63) & 31) }

func (f fleet) with(s Ship, sq Square) fleet {
	shift := 8 * (s - 1) & 63
	return f&^(31<<shift) | fleet(sq)<<shift
}

// at returns the ship on sq. There must be one: it is the first byte that is 0 after sq is taken
// from each by xor.
func (f fleet) at(sq Square) Ship {
	x := uint64(f) ^ uint64(sq)*everyByte
	zero := (x - everyByte) &^ x & (everyByte << 7)
	return Ship(bits.TrailingZeros64(zero)>>3) + 1
}

// fast returns the squares of the ships with two sails.
func (f fleet) fast() bitboard {
	return (Square(f>>32&31).bit() | Square(f>>40&31).bit() | Square(f>>48&31).bit() |
		Square(f>>56).bit()) &^ exileBit
}

func (c shipSet) has(s Ship) bool { return c>>((s-1)&7)&1 != 0 }

func (s Ship) bit() shipSet { return 1 << ((s - 1) & 7) }
