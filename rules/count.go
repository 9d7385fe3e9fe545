package rules

import "math/bits"

// CountTurns returns how many turns AppendTurns appends, without making them.
func (p *Position) CountTurns() int {
	us := p.side.index()
	them := us ^ 1
	if p.over() || p.board == NoBoard {
		return 0
	}
	crew := p.crews[us]
	n := bits.OnesCount8(uint8(legalShifts[crew]))
	if p.positioning>>us&1 != 0 {
		return n + 1
	}
	g := &geometries[p.board&3]
	own := p.occupied[us]
	strong := g.board &^ own
	weak := strong &^ p.shielded[them]
	free := uint64(strong&^p.occupied[them]) * pair
	target := uint64(strong)<<32 | uint64(weak)

	// Ships with one cannon in the low half, their fellows with two in the high half.
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

// countBonuses returns how many of the turns are movements with a bonus.
func (p *Position) countBonuses() int {
	us := p.side.index()
	g := &geometries[p.board&3]
	l := p.lanes()
	n := 0
	for near := p.occupied[us] & g.near[us]; near != 0; near &= near - 1 {
		from := near.first()
		s := p.fleets[us].at(from)
		arrivals := g.step[from] & l.bonus & l.target[(s-1)>>1&1]
		shifts := legalShifts[p.crews[us]] & shiftsOf[s&15]
		n += arrivals.count() * bits.OnesCount8(uint8(shifts))
	}
	return n
}
