package engine

import (
	"context"

	"madbot/rules"
)

// proofNodes bound the proof of a semi-victory: some milliseconds. Of those that succeed at all,
// with the stall near, 19 in 20 need an eighth of it.
const proofNodes = 10_000

// proveSemi reports whether the side that waits in p can really force at least a semi-victory, and
// not only if the estimates are right. Estimates count as its defeat here, and nothing is left out.
// It is so short that it does not end with the context of the search, which mostly is over by then.
func (e *Engine) proveSemi(p rules.Position, limit rules.StallLimit) bool {
	left := quietLeft(&p, limit)
	if left == farFromStall {
		if _, known := e.endings.score(&p, limit, 0); !known {
			return false
		}
	}
	j := newJob(context.Background(), e, limit)
	j.table, j.exact, j.budget, j.claimant = newTable(1), true, proofNodes, p.Side().Other()
	w := newIteration(j, p, Limits{}).worker
	return w.search(0, left+1, -SemiVictory, -SemiVictory+1) <= -SemiVictory && !w.halted
}
