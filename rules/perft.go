package rules

// Perft counts the leaves of the tree of legal turns depth turns below p (rules 7).
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
