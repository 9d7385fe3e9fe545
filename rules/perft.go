package rules

import "math/bits"

// Perft returns the number of sequences of depth legal turns from p (rules 7).
func Perft(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountTurns())
	}
	var buffer [MaxTurns]Turn
	var n uint64
	for _, t := range p.AppendTurns(buffer[:0]) {
		child := p
		child.play(t)
		if depth == 2 {
			n += uint64(child.CountTurns())
		} else {
			n += Perft(child, depth-1)
		}
	}
	return n
}

// CountTurns returns the number of turns that AppendTurns appends, without listing them.
func (p *Position) CountTurns() int {
	us := p.side.index()
	them := us ^ 1
	if p.over() || p.board == NoBoard {
		return 0
	}
	n := bits.OnesCount8(uint8(legalShifts[p.present[us]]))
	if p.positioning>>us&1 != 0 {
		return n + 1
	}
	g := &geometries[p.board&3]
	own := p.occupied[us]
	strong := g.board &^ own
	weak := strong &^ p.shielded[them]
	free := uint64(strong&^p.occupied[them]) * pair
	target := uint64(strong)<<32 | uint64(weak)

	// The low half of each word holds a ship with one cannon, the high half one with two.
	f := p.fleets[us]
	step := func(s Ship) uint64 { return uint64(g.step[f.square(s)]) }
	slow1 := step(Ship121)<<32 | step(Ship111)
	slow2 := step(Ship122)<<32 | step(Ship112)
	fast1 := step(Ship221)<<32 | step(Ship211)
	fast2 := step(Ship222)<<32 | step(Ship212)
	fast1 |= spread(fast1 & free)
	fast2 |= spread(fast2 & free)
	n += bits.OnesCount64(slow1&target) + bits.OnesCount64(slow2&target) +
		bits.OnesCount64(fast1&target) + bits.OnesCount64(fast2&target)
	if own&g.near[us] != 0 {
		n += p.countBonuses()
	}
	return n
}

func (p *Position) countBonuses() int {
	us := p.side.index()
	g := &geometries[p.board&3]
	l := p.masks()
	n := 0
	for near := p.occupied[us] & g.near[us]; near != 0; near &= near - 1 {
		from := near.first()
		s := p.fleets[us].at(from)
		arrivals := g.step[from] & l.bonus & l.target[(s-1)>>1&1]
		shifts := legalShifts[p.present[us]] & shiftsOf[s&15]
		n += arrivals.count() * bits.OnesCount8(uint8(shifts))
	}
	return n
}
