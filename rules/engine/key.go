package engine

import (
	"math/bits"

	"madbot/rules"
)

// nearStall is the number of turns before the stall from which the quiet count is part of the key. Before that,
// positions that differ only in the count share an entry of the hash table.
const nearStall = 24

const farFromStall = 255

// quietLeft returns the number of turns without an expulsion until p stalls, or farFromStall if there are more than
// nearStall.
func quietLeft(p *rules.Position, limit rules.StallLimit) int {
	if limit == 0 {
		return farFromStall
	}
	if left := int(limit) - p.Quiet(); left <= nearStall {
		return left
	}
	return farFromStall
}

// keyOf returns the hash key of p in a game with the given limit. If exact is set, the quiet count is always part of
// the key.
func keyOf(p *rules.Position, limit rules.StallLimit, exact bool) uint64 {
	left := quietLeft(p, limit)
	if exact {
		left = p.Quiet()
	}
	rest := uint64(p.Side()) | uint64(p.Last())<<2 | uint64(p.Board())<<4 |
		uint64(limit)<<8 | uint64(left)<<16
	if p.Positioning(rules.Red) {
		rest |= 1 << 6
	}
	if p.Positioning(rules.Blue) {
		rest |= 1 << 7
	}
	h := mix(p.Fleet(rules.Red)^0xa0761d6478bd642f, p.Fleet(rules.Blue)^0xe7037ed1a0b428db)
	return mix(h^rest*0x8ebc6af09c88c6e3, 0x589965cc75374cc3)
}

// mix multiplies two numbers and folds the 128-bit product into 64 bits.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
