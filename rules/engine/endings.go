package engine

import "madbot/rules"

// Endings holds exact tables. The nil pointer holds none.
type Endings struct{}

func (e *Endings) score(p *rules.Position, limit rules.StallLimit, ply int) (Score, bool) {
	return 0, false
}
