package explain_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
)

// positions bounds TestReasonsOfGames:
//
//	go test ./rules/explain -run TestReasonsOfGames -positions 2000 -v
var positions = flag.Int("positions", 60, "positions of TestReasonsOfGames")

const (
	hintNodes  = 30_000 // of the search for a hint
	wantedTold = 0.97   // the share of hints with a reason
	enough     = 2000   // positions, a fraction of which is checked exactly
)

// TestReasonsOfGames asks for the best turn in positions of games between levels 3 to 9 on both boards. Each
// reason must be true, and nearly all turns must have one.
func TestReasonsOfGames(t *testing.T) {
	t.Parallel()
	e, err := engine.New(engine.Options{Hash: 16, Endings: engine.NewEndings()})
	require.NoError(t, err)
	told, asked, wrong := 0, 0, 0
	kinds, first := map[explain.Kind]int{}, map[explain.Kind]int{}
	levelGames(t, *positions, func(g *rules.Game) {
		r, err := e.Search(t.Context(), g, engine.Limits{Nodes: hintNodes})
		require.NoError(t, err)
		line := r.Lines[0]
		c := newChecked(g, line.Turn)
		reasons := explain.Find(t.Context(), g, claimOf(line))
		asked++
		for i, one := range reasons {
			kinds[one.Kind]++
			if i == 0 {
				first[one.Kind]++
			}
			if !assert.True(t, c.holds(one), "%v: %v of %v", g.Position(), one, line.Turn) {
				wrong++
			}
		}
		if len(reasons) > 0 {
			told++
		} else {
			t.Logf("no reason: %v: %v, score %d", g.Position(), line.Turn, line.Score)
		}
		if asked%200 == 0 {
			t.Logf("%d of %d have a reason, %d reasons are false", told, asked, wrong)
		}
	})
	t.Logf("%d of %d hints have a reason (%.1f %%), %d reasons are false", told, asked,
		100*float64(told)/float64(asked), wrong)
	for k := explain.OnlyTurn; k < explain.NumKinds; k++ {
		t.Logf("%-18v %5d, first %5d", k, kinds[k], first[k])
	}
	assert.GreaterOrEqual(t, float64(told), wantedTold*float64(asked)-luck(asked))
}

// luck returns by how many of so many positions a small sample may fall short of wantedTold: two standard deviations.
func luck(asked int) float64 {
	if asked >= enough {
		return 0
	}
	return 2 * math.Sqrt(wantedTold*(1-wantedTold)*float64(asked))
}

func claimOf(l engine.Line) explain.Claim {
	victory, semi := l.Forced()
	return explain.Claim{Turn: l.Turn, Victory: victory, Semi: semi}
}

// levelGames visits so many positions of games between levels 3 to 9, on both boards in turn.
func levelGames(t *testing.T, n int, visit func(*rules.Game)) {
	rnd := rand.New(rand.NewPCG(2026, 13))
	for game := uint64(0); n > 0; game++ {
		board := rules.Boards()[game%2]
		g := rules.NewGame(rules.Options{Board: board, Positioning: true, StallLimit: rules.DefaultStallLimit})
		red, blue := player(t, 2*game), player(t, 2*game+1)
		levels := map[rules.Color]int{rules.Red: 3 + rnd.IntN(7), rules.Blue: 3 + rnd.IntN(7)}
		for ; !g.Outcome().Over() && n > 0; n-- {
			visit(&g)
			p := g.Position()
			e := red
			if p.Side() == rules.Blue {
				e = blue
			}
			r, err := e.Search(t.Context(), &g, engine.Limits{Level: levels[p.Side()], Nodes: hintNodes / 10})
			require.NoError(t, err)
			require.NoError(t, g.Play(r.Lines[0].Turn))
		}
	}
}

func player(t *testing.T, seed uint64) *engine.Engine {
	e, err := engine.New(engine.Options{Hash: 1, Seed: seed})
	require.NoError(t, err)
	return e
}

// randomGames visits so many positions of random games, on both boards.
func randomGames(n int, seed uint64, visit func(*rules.Game)) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	for game := 0; n > 0; game++ {
		options := rules.Options{Board: rules.Boards()[game%2], Positioning: game%4 < 2, StallLimit: rules.DefaultStallLimit}
		g := rules.NewGame(options)
		for ; !g.Outcome().Over() && n > 0; n-- {
			visit(&g)
			p := g.Position()
			turns := p.AppendTurns(nil)
			_ = g.Play(turns[rnd.IntN(len(turns))])
		}
	}
}
