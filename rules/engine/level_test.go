package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

func turnAt(t testing.TB, e *Engine, g *rules.Game, level int) rules.Turn {
	t.Helper()
	r, err := e.Search(context.Background(), g, Limits{Level: level})
	require.NoError(t, err)
	require.Len(t, r.Lines, 1)
	return r.Lines[0].Turn
}

// weakest is the lowest level that searches.
const weakest = len(novices)

// No level that searches gives up its corvette if it can keep it, or fails to expel the enemy's.
func TestLevels_SeeTheCorvettes(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	positions := some(400)
	n, attacks := 0, 0
	randomGames(positions, 21, func(g *rules.Game) {
		n++
		turn := turnAt(t, e, g, weakest+n%(MaxLevel-weakest))
		p := g.Position()
		next := p.Play(turn)
		if p.CorvetteAttacked(p.Side().Other()) {
			attacks++
			assert.Equal(t, rules.NoSquare, next.SquareOf(next.Side(), rules.Ship111), "%v in %v", turn, p)
			return
		}
		if !givesUp(&p, turn) {
			return
		}
		for _, other := range p.AppendTurns(nil) {
			assert.True(t, givesUp(&p, other), "%v in %v", turn, p)
		}
	})
	assert.Greater(t, attacks, positions/20)
}

// givesUp reports whether a turn exiles the corvette of its side, or lets it be expelled.
func givesUp(p *rules.Position, t rules.Turn) bool {
	next := p.Play(t)
	return p.LosesAtOnce(t) || next.CorvetteAttacked(p.Side())
}

// The same seed plays the same turn, whatever the engine has searched before and however many threads it has.
func TestLevels_Repeat(t *testing.T) {
	t.Parallel()
	randomGames(30, 17, func(g *rules.Game) {
		turn := turnAt(t, newEngine(t, Options{Hash: 1, Seed: 9}), g, 3)
		e := newEngine(t, Options{Hash: 1, Seed: 9, Threads: 3})
		_, err := e.Search(t.Context(), g, Limits{Depth: 3})
		require.NoError(t, err)
		assert.Equal(t, turn, turnAt(t, e, g, 3))
	})
}

// Each level begins games in different ways, with turns that seem as good as the best.
func TestLevels_VaryTheOpening(t *testing.T) {
	t.Parallel()
	for _, level := range []int{1, 3, 6, MaxLevel} {
		seen := map[string]bool{}
		for seed := range uint64(12) {
			g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: 40})
			e := newEngine(t, Options{Hash: 1, Seed: seed})
			for g.Ply() < openingPlies {
				r, err := e.Search(t.Context(), &g, Limits{Level: level, Depth: 3})
				require.NoError(t, err)
				require.NoError(t, g.Play(r.Lines[0].Turn))
			}
			seen[fmt.Sprint(g.Turns())] = true
		}
		assert.Greater(t, len(seen), 6, "level %d", level)
	}
}

// A level lowers the limits, and has exact endings only if it overlooks nothing.
func TestLevels_Restrict(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	for l := weakest; l <= MaxLevel; l++ {
		j := newJob(t.Context(), newEngine(t, Options{Hash: 1, Endings: smallEndings()}), 40)
		got := levels[l].restrict(j, &g, Limits{Depth: 64, MultiPV: 9, Threads: 8})
		assert.Equal(t, Limits{Depth: levels[l].depth, MultiPV: 9, Threads: 1}, got)
		assert.Equal(t, l == MaxLevel, j.endings != nil, "level %d", l)
		assert.Equal(t, l == MaxLevel, j.sight == nil, "level %d", l)
		assert.Equal(t, 1, levels[l].restrict(j, &g, Limits{Depth: 1}).Depth)
	}
}

// Each level looks at least as far ahead as the one below, follows exchanges at least as far, and overlooks less.
func TestLevels_Climb(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	at := func(l level) (depth, trades, blind int) {
		j := newJob(t.Context(), newEngine(t, Options{Hash: 1}), g.Limit())
		depth = l.restrict(j, &g, Limits{}).Depth
		if j.sight != nil {
			blind = j.sight.blind
		}
		return depth, j.trades(), blind
	}
	for l := weakest + 1; l <= MaxLevel; l++ {
		depth, trades, blind := at(levels[l-1])
		further, longer, less := at(levels[l])
		assert.GreaterOrEqual(t, further, depth, "level %d", l)
		assert.GreaterOrEqual(t, longer, trades, "level %d", l)
		assert.Less(t, less, blind, "level %d", l)
	}
}

// Only turns that seem as good as the best are chosen.
func TestPickOpening(t *testing.T) {
	t.Parallel()
	first := map[Score]int{}
	for seed := range uint64(300) {
		lines := []Line{{Score: 40}, {Score: 40 - asGood}, {Score: 39 - asGood}, {Score: -90}}
		pickOpening(lines, seed)
		first[lines[0].Score]++
		assert.Len(t, lines, 4)
	}
	assert.Len(t, first, 2)
	assert.Greater(t, first[40], 100)
	assert.Greater(t, first[40-asGood], 100)
}

// A decided game is not varied: a corvette that can be expelled is, and a lost one is not given up sooner.
func TestApplyLevel_DecidedGames(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	for seed := range uint64(50) {
		for _, best := range []Score{wins(1), wins(4), loses(8)} {
			for _, s := range []*sight{nil, {}} {
				lines := []Line{{Score: best, Turn: rules.Pass}, {Score: best - 2}, {Score: best - 4}}
				(&job{seed: seed, sight: s}).applyLevel(&g, lines)
				assert.Equal(t, rules.Pass, lines[0].Turn)
			}
		}
	}
}

// What a level overlooks does not affect other searches.
func TestLevels_TeachNothing(t *testing.T) {
	t.Parallel()
	randomGames(20, 5, func(g *rules.Game) {
		fresh, used := newEngine(t, Options{Hash: 1}), newEngine(t, Options{Hash: 1})
		for level := range MaxLevel {
			turnAt(t, used, g, level+1)
		}
		want, err := fresh.Search(t.Context(), g, Limits{Depth: 4})
		require.NoError(t, err)
		got, err := used.Search(t.Context(), g, Limits{Depth: 4})
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

func TestLevels_HighestOverlooksNothing(t *testing.T) {
	t.Parallel()
	positions := some(20)
	compared := 0
	randomGames(positions, 11, func(g *rules.Game) {
		if g.Ply() < openingPlies {
			return
		}
		compared++
		want, err := newEngine(t, Options{Hash: levelHash}).Search(t.Context(), g, Limits{Depth: levels[MaxLevel].depth})
		require.NoError(t, err)
		got, err := newEngine(t, Options{Hash: 1, Seed: 7}).Search(t.Context(), g, Limits{Level: MaxLevel})
		require.NoError(t, err)
		assert.Equal(t, want.Nodes, got.Nodes)
		assert.Equal(t, want.Lines[0].Score, got.Lines[0].Score)
		assert.Equal(t, want.Lines[0].PV, got.Lines[0].PV)
		assert.Equal(t, want.Lines[0].Sure, got.Lines[0].Sure)
	})
	assert.Positive(t, compared)
}

// A player that overlooks turns proves only that it can expel the corvette.
func TestLevels_ProveNothing(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	won := 0
	randomGames(300, 31, func(g *rules.Game) {
		r, err := e.Search(t.Context(), g, Limits{Level: weakest, MultiPV: 3})
		require.NoError(t, err)
		for _, l := range r.Lines {
			if n, decided := l.Score.Victory(); decided {
				won++
				assert.Equal(t, 1, n, "%v in %v", l, g.Position())
				assert.True(t, l.Proven)
			}
		}
	})
	assert.Greater(t, won, 10)
}

// Each level beats the one below, but not by far. With -soak it plays 200 games for each pair of levels, in some ten
// minutes; without it, a few games show only that level 3 is stronger than level 1.
func TestLevels_Ladder(t *testing.T) {
	t.Parallel()
	games, step, highest, low, high := 20, 2, 3, 0.60, 1.0
	if *soak {
		games, step, highest, low, high = 200, 1, MaxLevel, 0.65, 0.92 // about 80 %, with a margin for chance
	}
	for level := 1 + step; level <= highest; level += step {
		score := playLevels(t, level, level-step, games)
		t.Logf("level %d against %d: %.1f %%", level, level-step, 100*score)
		assert.Greater(t, score, low, "level %d", level)
		assert.LessOrEqual(t, score, high, "level %d", level)
	}
}

// playLevels returns the score of level a against level b, in pairs of games with the sides exchanged from even
// openings on both boards.
func playLevels(t *testing.T, a, b, games int) float64 {
	rnd := rand.New(rand.NewPCG(uint64(a), 5))
	points := 0.0
	for pair := range games / 2 {
		start := evenOpening(t, rnd, rules.Boards()[pair%2])
		for _, us := range []rules.Color{rules.Red, rules.Blue} {
			g := start.Clone()
			e := newEngine(t, Options{Hash: 1, Seed: uint64(pair), Endings: smallEndings()})
			for !g.Outcome().Over() {
				level := b
				if p := g.Position(); p.Side() == us {
					level = a
				}
				require.NoError(t, g.Play(turnAt(t, e, &g, level)))
			}
			points += pointsOf(g.Outcome(), us)
		}
	}
	return points / float64(games)
}

// evenOpening returns a game after five random turns in which no corvette is attacked and neither side is ahead by more
// than a frigate.
func evenOpening(t *testing.T, rnd *rand.Rand, b rules.Board) rules.Game {
	for {
		g := rules.NewGame(rules.Options{Board: b, StallLimit: rules.DefaultStallLimit})
		for range 5 {
			p := g.Position()
			if turns := p.AppendTurns(nil); len(turns) > 0 {
				_ = g.Play(turns[rnd.IntN(len(turns))])
			}
		}
		p := g.Position()
		if g.Outcome().Over() || p.CorvetteAttacked(rules.Blue) || p.CorvetteAttacked(rules.Red) {
			continue
		}
		r, err := newEngine(t, Options{Hash: 1}).Search(t.Context(), &g, Limits{Depth: 6})
		require.NoError(t, err)
		if s := r.Lines[0].Score; -100 <= s && s <= 100 {
			return g
		}
	}
}
