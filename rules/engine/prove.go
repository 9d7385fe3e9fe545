package engine

import (
	"context"

	"madbot/rules"
)

// proofNodes limits the proof of a semi-victory to a few milliseconds. Near the stall, 95 % of the successful proofs
// need at most an eighth of it.
const proofNodes = 10_000

// proveSemi reports whether the side that is not to move in p can force at least a semi-victory. It searches without
// pruning and counts every estimate as that side's defeat. It is so short that it ignores the context of the search,
// which has usually ended by then.
func (e *Engine) proveSemi(p rules.Position, limit rules.StallLimit) bool {
	left := quietLeft(&p, limit)
	if left == farFromStall {
		if _, known := e.endings.score(&p, limit, 0); !known {
			return false
		}
	}
	j := newJob(context.Background(), e, limit)
	j.table, j.exact, j.budget, j.claimant = newTable(1), true, proofNodes, p.Side().Other()
	w := newDeepening(j, p, Limits{}).worker
	return w.search(0, left+1, -SemiVictory, -SemiVictory+1) <= -SemiVictory && !w.halted
}
