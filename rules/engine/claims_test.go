package engine

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/explain"
)

// claims is the number of positions that TestProven_OfGames checks:
//
//	go test ./rules/engine -run TestProven_OfGames -claims 5000 -v
var claims = flag.Int("claims", 100, "positions of TestProven_OfGames")

// claimTurns is the longest claimed victory or defeat, in turns, that the test checks.
const claimTurns = 5

// mostOpen is the percentage of claims that the test may give up on.
const mostOpen = 3

// TestProven_OfGames checks the claimed victories and defeats of up to five turns in positions of games between levels,
// by trying everything.
func TestProven_OfGames(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 4, Endings: smallEndings()})
	var held, open [2*claimTurns + 1]int
	visited, all, undecided := 0, 0, 0
	levelGames(t, *claims, func(g *rules.Game) {
		visited++
		r, err := e.Search(context.Background(), g, Limits{Nodes: 10_000, MultiPV: 3})
		require.NoError(t, err)
		for _, l := range r.Lines {
			n, decided := l.Score.Victory()
			if !decided || max(n, -n) > claimTurns {
				continue
			}
			s := explain.NewSolver(g.Limit())
			switch held[n+claimTurns]++; {
			case s.Claim(g, l.Turn, n):
			case s.GaveUp():
				open[n+claimTurns]++
			default:
				assert.Fail(t, "a claim is false", "%v: %v in %d", g.Position(), l.Turn, n)
			}
		}
	})
	for n := -claimTurns; n <= claimTurns; n++ {
		t.Logf("in %2d turns: %5d claims, %d of them not decided", n, held[n+claimTurns], open[n+claimTurns])
		all, undecided = all+held[n+claimTurns], undecided+open[n+claimTurns]
	}
	assert.Positive(t, all)
	assert.LessOrEqual(t, 100*undecided, mostOpen*all, "what is not decided is not checked")
	t.Logf("%d positions", visited)
}

// levelGames visits n positions of games between levels 3 to 9, on both boards.
func levelGames(t *testing.T, n int, visit func(*rules.Game)) {
	rnd := rand.New(rand.NewPCG(2026, 6))
	for game := 0; n > 0; game++ {
		e := newEngine(t, Options{Hash: 1, Seed: uint64(game)})
		g := rules.NewGame(rules.Options{Board: rules.Boards()[game%2], Positioning: true,
			StallLimit: rules.DefaultStallLimit})
		for ; !g.Outcome().Over() && n > 0; n-- {
			visit(&g)
			r, err := e.Search(context.Background(), &g, Limits{Level: 3 + rnd.IntN(7), Nodes: 2000})
			require.NoError(t, err)
			require.NoError(t, g.Play(r.Lines[0].Turn))
		}
	}
}
