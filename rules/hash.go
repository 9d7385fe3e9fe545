package rules

import "math/bits"

// Odd numbers without pattern, from the binary fractions of pi, e, and the golden ratio.
const (
	hashRed  = 0x243f6a8885a308d3
	hashBlue = 0xb7e151628aed2a6b
	hashRest = 0x9e3779b97f4a7c15
)

// Hash returns a number that differs, nearly always, for different positions; the counters count
// as part of them. It is the same on every machine and in every run.
func (p *Position) Hash() uint64 {
	rest := uint64(p.quiet)<<32 | uint64(p.board)<<24 | uint64(p.side)<<16 |
		uint64(p.last)<<8 | uint64(p.positioning)
	return mix(mix(uint64(p.fleets[0])^hashRed, uint64(p.fleets[1])^hashBlue), rest^hashRest)
}

// mix folds the product of two numbers, which spreads each bit of both over all of the result.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
