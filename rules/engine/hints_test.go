package engine

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

var (
	hintCount   = flag.Int("hints", 0, "compare so many hints with long searches")
	hintTime    = flag.Duration("hint", 300*time.Millisecond, "time of a hint")
	hintLong    = flag.Duration("than", 5*time.Second, "time of a long search")
	hintThreads = flag.Int("threads", 1, "workers of a hint; the long search has one")
)

// What hints must reach: the share that agrees, of a hundred, and what nine of ten lose at most. So many hints say
// enough about it.
const (
	agreeAtLeast = 80
	loseAtMost   = Score(20)
	enoughHints  = 100
)

// A hint mostly names the turn that a long search from scratch finds, and loses little when it does not.
// A run of enough hints fails when they do not reach what they must.
//
//	go test ./rules/engine -run TestHints -hints 100 -v -timeout 0
func TestHints_AgreeWithLongSearches(t *testing.T) {
	if *hintCount == 0 {
		t.Skip("takes ten seconds a hint; ask for it with -hints N")
	}
	agreed, losses := 0, []Score{}
	for _, g := range quietGames(t, *hintCount) {
		hint := searchFor(t, &g, *hintTime, *hintThreads)
		long := searchFor(t, &g, *hintLong, 1)
		loss := Score(0)
		if hint.Turn == long.Turn {
			agreed++
		} else if next := g.Clone(); assert.NoError(t, next.Play(hint.Turn)) && !next.Outcome().Over() {
			loss = max(0, long.Score+searchFor(t, &next, *hintLong, 1).Score)
		}
		losses = append(losses, loss)
	}
	slices.Sort(losses)
	most := losses[len(losses)*9/10]
	t.Logf("%d of %d hints agree; the loss at the 90th percentile is %d hundredths of a frigate",
		agreed, len(losses), most)
	if *hintCount >= enoughHints {
		assert.GreaterOrEqual(t, 100*agreed, agreeAtLeast*len(losses))
		assert.LessOrEqual(t, most, loseAtMost)
	}
}

func searchFor(t *testing.T, g *rules.Game, limit time.Duration, threads int) Line {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	r, err := newEngine(t, Options{Endings: smallEndings(), Threads: threads}).Search(ctx, g, Limits{})
	require.NoError(t, err)
	return r.Lines[0]
}

// quietGames returns different positions of games on both boards between players of level 6 who look five turns ahead,
// in which no corvette is attacked, the best turn expels nothing, and nobody is far ahead.
func quietGames(t *testing.T, n int) (games []rules.Game) {
	known := map[string]bool{}
	for seed := uint64(1); len(games) < n; seed++ {
		rnd := rand.New(rand.NewPCG(seed, 5))
		e := newEngine(t, Options{Endings: smallEndings(), Seed: seed})
		g := rules.NewGame(rules.Options{Board: rules.Boards()[seed%2], Positioning: true,
			StallLimit: rules.DefaultStallLimit})
		for wanted := 4 + rnd.IntN(40); !g.Outcome().Over(); {
			p := g.Position()
			r, err := e.Search(t.Context(), &g, Limits{Depth: 5, Level: 6})
			require.NoError(t, err)
			best := r.Lines[0]
			if g.Ply() >= wanted && !known[p.String()] && !p.CorvetteAttacked(p.Side()) && !best.Turn.Expels() &&
				best.Score > -300 && best.Score < 300 {
				known[p.String()] = true
				games = append(games, g.Clone())
				break
			}
			require.NoError(t, g.Play(best.Turn))
		}
	}
	return games
}
