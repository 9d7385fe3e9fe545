package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// negamax is the search without pruning.
func negamax(w *worker, ply, depth int) Score {
	if depth == 0 {
		return w.quiesce(ply, 0, -infinity, infinity)
	}
	if score, ok := w.decided(ply); ok {
		return score
	}
	best := -infinity
	p := &w.frames[ply].pos
	for _, t := range p.AppendTurns(nil) {
		w.play(ply, t)
		best = max(best, -negamax(w, ply+1, depth-1))
	}
	return best
}

// Compares 210 positions, every other one less than three turns before the stall.
func TestSearch_EqualsNegamax(t *testing.T) {
	t.Parallel()
	positions, stalls := some(70), 0
	for _, depth := range []int{1, 2, 3} {
		n := 0
		randomGames(positions, uint64(depth), func(g *rules.Game) {
			n++
			p, limit := g.Position(), g.Limit()
			if n%2 == 0 {
				limit = rules.StallLimit(p.Quiet() + 1 + n/2%3)
			}
			e := newEngine(t, Options{Hash: 1})
			j := newJob(context.Background(), e, limit)
			j.exact = true
			plain := newDeepening(j, p, Limits{}).worker
			want := negamax(plain, 0, depth)
			e.Forget()
			got := newDeepening(j, p, Limits{Depth: depth}).run(0)
			assert.Equal(t, want, got.Lines[0].Score, "depth %d of %v, limit %d", depth, p, limit)
			if want.Semi() != 0 {
				stalls++
			}
		})
	}
	assert.Positive(t, stalls)
}
