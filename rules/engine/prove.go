package engine

import (
	"context"

	"madbot/rules"
)

// proofNodes bound the proof of a semi-victory; most need few, for the stall must be near.
const proofNodes = 100_000

// proveSemi reports whether the side that a score of ±SemiVictory names can really force at least
// a semi-victory from p, and not only if the estimates are right. Estimates count as defeat here,
// and nothing is left out.
func (e *Engine) proveSemi(ctx context.Context, p rules.Position, limit rules.StallLimit,
	claimant rules.Color) bool {
	left := quietLeft(&p, limit)
	if left == farFromStall {
		if _, known := e.endings.score(&p, limit, 0); !known {
			return false
		}
	}
	j := newJob(ctx, e, limit)
	j.table, j.exact, j.budget, j.claimant = newTable(1), true, proofNodes, claimant
	it := newIteration(j, p, Limits{})
	if claimant == p.Side() {
		return it.search(0, left+1, SemiVictory-1, SemiVictory) >= SemiVictory && !it.halted
	}
	return it.search(0, left+1, -SemiVictory, -SemiVictory+1) <= -SemiVictory && !it.halted
}
