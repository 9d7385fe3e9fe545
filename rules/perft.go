package rules

// Perft counts the leaves of the tree of legal turns depth turns below p (rules 7).
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buffer [MaxTurns]Turn
	turns := p.AppendTurns(buffer[:0])
	if depth == 1 {
		return uint64(len(turns))
	}
	var n uint64
	for _, t := range turns {
		n += Perft(p.Play(t), depth-1)
	}
	return n
}
