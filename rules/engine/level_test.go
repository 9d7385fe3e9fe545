package engine

import (
	"context"
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

func TestLevels_NeverLoseAtOnceWithoutNeed(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	randomGames(150, 21, func(g *rules.Game) {
		turn := turnAt(t, e, g, 1)
		if !losesAtOnce(g, turn) {
			return
		}
		p := g.Position()
		for _, other := range p.AppendTurns(nil) {
			assert.True(t, losesAtOnce(g, other), "%v in %v", turn, p)
		}
	})
}

func TestLevels_RepeatAndVary(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.Options{Board: rules.Board5x5, StallLimit: 40})
	seen := map[rules.Turn]bool{}
	for seed := range uint64(20) {
		turn := turnAt(t, newEngine(t, Options{Hash: 1, Seed: seed}), &g, 3)
		assert.Equal(t, turn, turnAt(t, newEngine(t, Options{Hash: 1, Seed: seed}), &g, 3))
		seen[turn] = true
	}
	assert.Greater(t, len(seen), 3)
}

// Each level beats the one below, but not by far. The long form plays 100 games for each pair of levels;
// the short one plays some pairs, and shows only that the order is right.
func TestLevels_Ladder(t *testing.T) {
	t.Parallel()
	games, highest, low, high := 24, 4, 0.52, 0.90
	if slow {
		t.Skip("too few games would be played here to show anything")
	}
	if *long {
		games, highest, low, high = 100, MaxLevel, 0.53, 0.82 // 60 to 75 %, with a margin for chance
	}
	for level := 2; level <= highest; level++ {
		score := playLevels(t, level, level-1, games)
		t.Logf("level %d against %d: %.1f %%", level, level-1, 100*score)
		assert.Greater(t, score, low, "level %d", level)
		assert.Less(t, score, high, "level %d", level)
	}
}

// playLevels returns the score of level a against level b in pairs of games with the sides exchanged. As
// in the bot, no search uses the hash table of another.
func playLevels(t *testing.T, a, b, games int) float64 {
	rnd := rand.New(rand.NewPCG(uint64(a), 5))
	points := 0.0
	for pair := range games / 2 {
		start := wildOpening(rnd, rules.Boards()[pair%2])
		for _, us := range []rules.Color{rules.Red, rules.Blue} {
			g := start.Clone()
			e := newEngine(t, Options{Hash: 1, Seed: uint64(pair), Endings: smallEndings()})
			for !g.Outcome().Over() {
				level := b
				if p := g.Position(); p.Side() == us {
					level = a
				}
				e.Forget()
				require.NoError(t, g.Play(turnAt(t, e, &g, level)))
			}
			points += pointsOf(g.Outcome(), us)
		}
	}
	return points / float64(games)
}

// wildOpening returns a game after five random turns in which no corvette is attacked.
func wildOpening(rnd *rand.Rand, b rules.Board) rules.Game {
	for {
		g := rules.NewGame(rules.Options{Board: b, StallLimit: rules.DefaultStallLimit})
		for range 5 {
			p := g.Position()
			if turns := p.AppendTurns(nil); len(turns) > 0 {
				_ = g.Play(turns[rnd.IntN(len(turns))])
			}
		}
		p := g.Position()
		if !g.Outcome().Over() && !p.CorvetteAttacked(rules.Blue) && !p.CorvetteAttacked(rules.Red) {
			return g
		}
	}
}
