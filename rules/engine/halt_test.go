package engine

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// Wherever a search is halted, everything it reports as proven is true, and the best line comes first.
func TestSearch_HaltedAnywhereClaimsNothingFalse(t *testing.T) {
	t.Parallel()
	positions := some(600)
	e := newEngine(t, Options{Hash: 4})
	halts := uint64(0)
	randomGames(positions, 41, func(g *rules.Game) {
		halts = (halts*7 + 311) % 4000
		e.Forget()
		r, err := e.Search(context.Background(), g,
			Limits{Nodes: 50 + halts, MultiPV: 1 + int(halts%3)})
		require.NoError(t, err)
		p := g.Position()
		for i, l := range r.Lines {
			n, won := l.Score.Victory()
			assert.Equal(t, won || l.Score.Semi() != 0, l.Proven, "%v in %v: %d", l.Turn, p, l.Score)
			if i > 0 {
				assert.LessOrEqual(t, l.Score, r.Lines[i-1].Score, "%v", p)
			}
			if i == 0 && won && n <= 0 {
				e.Forget()
				all, err := e.Search(context.Background(), g, Limits{Nodes: 300_000})
				require.NoError(t, err)
				_, really := all.Lines[0].Score.Victory()
				assert.True(t, really, "%v is said to be lost", p)
			}
		}
	})
}

// A line of the last iteration is lost if the halted iteration found it no better than a lost line.
func TestPartial_NoBetterThanALostLine(t *testing.T) {
	t.Parallel()
	lines := []Line{{Turn: 1, Score: 20}, {Turn: 2, Score: loses(4), Proven: true}}
	it := &deepening{lines: append(lines, Line{Turn: 3, Score: 10})}
	assert.Equal(t, append(lines, Line{Turn: 3, Score: loses(4), Proven: true}),
		it.partial(lines[:2:2], Line{}))
}

// A search that panics, here in Progress, leaves no helper running.
func TestSearch_BrokenOffStopsItsHelpers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newEngine(t, Options{Hash: 1, Threads: 3})
		g := rules.NewGame(rules.DefaultOptions())
		assert.Panics(t, func() {
			_, _ = e.Search(context.Background(), &g, Limits{Progress: func(Result) { panic("no") }})
		})
	})
}

// When others need the processors, the search continues with one worker.
func TestSearch_CrowdedStopsItsHelpers(t *testing.T) {
	t.Parallel()
	crowded := make(chan struct{})
	e := newEngine(t, Options{Hash: 1})
	g := rules.NewGame(rules.DefaultOptions())
	j := newJob(t.Context(), e, g.Limit())
	helper := newDeepening(j, g.Position(), Limits{Depth: 6})
	helper.crowded = crowded
	assert.Equal(t, 6, helper.run(1).Depth)
	close(crowded)
	helper = newDeepening(j, g.Position(), Limits{})
	helper.crowded = crowded
	helper.run(1) // ends
	assert.True(t, helper.halted)
	r, err := e.Search(t.Context(), &g, Limits{Depth: 6, Threads: 3, Crowded: crowded})
	require.NoError(t, err)
	assert.Equal(t, 6, r.Depth)
}

// Helpers search too, and their nodes are counted. Half of them begin a turn deeper.
func TestSearch_Helpers(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	nodes := func(o Options, l Limits) uint64 {
		l.Nodes = 1000
		r, err := newEngine(t, o).Search(t.Context(), &g, l)
		require.NoError(t, err)
		return r.Nodes
	}
	alone := nodes(Options{Hash: 1}, Limits{})
	assert.Less(t, alone, uint64(1100))
	assert.Greater(t, nodes(Options{Hash: 1}, Limits{Threads: 3}), alone+100)
	assert.Greater(t, nodes(Options{Hash: 1, Threads: 3}, Limits{}), alone+100)

	j := newJob(t.Context(), newEngine(t, Options{Hash: 1}), g.Limit())
	for helper, want := range [][]int{{1, 2, 3}, {2, 3}, {1, 2, 3}, {2, 3}} {
		var depths []int
		progress := func(r Result) { depths = append(depths, r.Depth) }
		newDeepening(j, g.Position(), Limits{Depth: 3, Progress: progress}).run(helper)
		assert.Equal(t, want, depths, "helper %d", helper)
	}
}

// A helper that panics, here because it has no network, returns an error.
func TestHelp_Panics(t *testing.T) {
	t.Parallel()
	assert.ErrorContains(t, help(&job{}, rules.Start(rules.Board6x4, true), nil, 1), "panic: ")
}
