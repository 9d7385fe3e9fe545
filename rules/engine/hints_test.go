package engine

import (
	"context"
	"flag"
	"iter"
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

// The goals of hints: the percentage that agrees, the most that nine of ten lose, and the number of hints needed to
// judge.
const (
	agreeAtLeast = 80
	loseAtMost   = Score(20)
	enoughHints  = 100
)

// A hint mostly names the turn that a long search from scratch finds, and loses little otherwise, if that search finds
// the position quiet. A run of enough hints fails if they miss the goals.
//
//	go test ./rules/engine -run TestHints -hints 100 -v -timeout 0
func TestHints_AgreeWithLongSearches(t *testing.T) {
	if *hintCount == 0 {
		t.Skip("takes ten seconds a hint; ask for it with -hints N")
	}
	agreed, losses := 0, []Score{}
	for g := range games(t) {
		if len(losses) == *hintCount {
			break
		}
		long := searchFor(t, &g, *hintLong, 1)
		if !quiet(&long) {
			continue
		}
		same, loss := compare(t, &g, &long)
		if same {
			agreed++
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

// compare reports whether a hint for g is the turn of the long search, and how much it loses if not.
func compare(t *testing.T, g *rules.Game, long *Line) (same bool, loss Score) {
	hint := searchFor(t, g, *hintTime, *hintThreads)
	if hint.Turn == long.Turn {
		return true, 0
	}
	next := g.Clone()
	require.NoError(t, next.Play(hint.Turn))
	if !next.Outcome().Over() {
		loss = max(0, long.Score+searchFor(t, &next, *hintLong, 1).Score)
	}
	t.Logf("%v: %v %d, long %v %d, loses %d", g.Position(), hint.Turn, hint.Score, long.Turn, long.Score, loss)
	return false, loss
}

func searchFor(t *testing.T, g *rules.Game, limit time.Duration, threads int) Line {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	r, err := newEngine(t, Options{Endings: smallEndings(), Threads: threads}).Search(ctx, g, Limits{})
	require.NoError(t, err)
	return r.Lines[0]
}

// quiet reports whether the best turn of a position expels nothing and neither side is far ahead.
func quiet(best *Line) bool {
	return !best.Turn.Expels() && best.Score > -300 && best.Score < 300
}

// games yields different positions of games on both boards between players of level 6. No corvette is attacked in them,
// and a search of five turns calls them quiet.
func games(t *testing.T) iter.Seq[rules.Game] {
	known := map[rules.Position]bool{}
	return func(yield func(rules.Game) bool) {
		for seed := uint64(1); ; seed++ {
			g, found := quietGame(t, seed, known)
			if found && !yield(g) {
				return
			}
		}
	}
}

// quietGame plays the game of a seed to the first such position, from a certain turn on, that is not in known, and adds
// it to known.
func quietGame(t *testing.T, seed uint64, known map[rules.Position]bool) (rules.Game, bool) {
	rnd := rand.New(rand.NewPCG(seed, 5))
	e := newEngine(t, Options{Endings: smallEndings(), Seed: seed})
	g := rules.NewGame(rules.Options{Board: rules.Boards()[seed%2], Positioning: true,
		StallLimit: rules.DefaultStallLimit})
	for wanted := 4 + rnd.IntN(40); !g.Outcome().Over(); {
		p := g.Position()
		r, err := e.Search(t.Context(), &g, Limits{Depth: 5, Level: 6})
		require.NoError(t, err)
		if g.Ply() >= wanted && !known[p] && !p.CorvetteAttacked(p.Side()) && quiet(&r.Lines[0]) {
			known[p] = true
			return g, true
		}
		require.NoError(t, g.Play(r.Lines[0].Turn))
	}
	return g, false
}
