package analysis

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
)

// onCores returns an Analyst with one search at a time, which may use so many cores.
func onCores(t *testing.T, cores int) *Analyst {
	t.Helper()
	a := newAnalyst(t, nil)
	a.pool = newPool(1, cores, time.Now)
	return a
}

// TestAnalyst_Cores: a search that is alone uses all cores, except what is to be alike on any machine.
func TestAnalyst_Cores(t *testing.T) {
	t.Parallel()
	game := rules.NewGame(rules.DefaultOptions())
	for name, c := range map[string]struct {
		limits engine.Limits
		depth  int
		helped bool
	}{
		"a hint":         {engine.Limits{MultiPV: hintCandidates}, 0, true},
		"a bounded hint": {engine.Limits{MultiPV: hintCandidates}, 5, false},
		"a robot":        {engine.Limits{Level: 5}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes := func(cores int) uint64 {
				a := onCores(t, cores)
				budget := Budget{Depth: c.depth, Total: time.Minute, Search: time.Minute, Nodes: 1000}
				r, err := a.search(t.Context(), task{engine: a.engine, game: &game, limits: c.limits, budget: budget})
				require.NoError(t, err)
				return r.Nodes
			}
			one, two := nodes(1), nodes(2)
			assert.Equal(t, c.helped, two > one, "%d, %d", one, two)
		})
	}
}

// TestAnalyst_GivesCoresBack: a search that had all cores has one as soon as somebody else waits.
func TestAnalyst_GivesCoresBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := onCores(t, 2)
		game := rules.NewGame(rules.DefaultOptions())
		ctx, cancel := context.WithCancel(t.Context())
		budget := hintBudget()
		budget.Nodes = 2_000_000 // of the helper as well, which would otherwise never end
		limits := engine.Limits{}
		limits.Progress = func(engine.Result) {
			if ctx.Err() == nil {
				go func() { assert.NoError(t, a.pool.run(t.Context(), urgent, func(context.Context, grant) {})) }()
				synctest.Wait() // until the helper has ended
				cancel()
			}
		}
		r, err := a.search(ctx, task{engine: a.engine, game: &game, limits: limits, budget: budget})
		require.NoError(t, err)
		assert.Less(t, r.Nodes, budget.Nodes)
	})
}
