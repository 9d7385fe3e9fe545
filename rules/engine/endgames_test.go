package engine

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

var soak = flag.Bool("soak", false, "look at more positions, play more games with more time for each turn")

// some returns n with -soak, and a fifth of it without.
func some(n int) int {
	if *soak {
		return n
	}
	return n / 5
}

// endgameNodes is what a quiet core searches in 50 ms, minus the cost of solving two ships a side.
const endgameNodes = 100_000

// With four ships and no table for them, the search must find the win: in all 300 positions with -soak, in some without
// it.
func TestSearch_KeepsWonEndings(t *testing.T) {
	t.Parallel()
	for i, game := range endgames(t) {
		if i%30 == 0 || *soak {
			best := bestOf(t, game.position)
			assert.Contains(t, game.keep, best.String(), "%v", game.position)
		}
	}
}

// Each position has only one or two turns that keep the win, which takes 23 to 35 turns.
func TestSearch_KeepsLongEndings(t *testing.T) {
	t.Parallel()
	for text, keep := range map[string][]string{
		"5x5 e4d5------------ c2----a3-------- r - 0 b": {"112=221"},
		"5x5 e1----a5-------- b3--a2---------- r - 0 -": {"122-b5+122=211"},
		"6x4 a1------d2------ b3--------b6---- r - 0 -": {"111-a2"},
		"5x5 b3--------b5---- e1----c1-------- r - 0 -": {"111-a3", "212-b4"},
	} {
		assert.Contains(t, keep, bestOf(t, rulestest.Position(t, text)).String(), text)
	}
}

// With -four, 1000 wins of more than 15 turns are drawn from the tables of four ships, which the search does not have.
func TestSearch_KeepsDrawnEndings(t *testing.T) {
	t.Parallel()
	if !*fourShips {
		t.Skip("builds the endings of four ships; ask for it with -four")
	}
	exact, rnd := BuildEndings(FileShips, rules.Boards()...), rand.New(rand.NewPCG(27, 2))
	for n := range 1000 {
		p, ok := exact.Draw(rnd, rules.Boards()[n%2], 15)
		require.True(t, ok)
		best := bestOf(t, p)
		assert.True(t, exact.Keeps(p, best), "%v in %v", best, p)
	}
}

func bestOf(t *testing.T, p rules.Position) rules.Turn {
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	r, err := newEngine(t, Options{Hash: 4, Endings: smallEndings()}).Search(context.Background(), &g,
		Limits{Nodes: endgameNodes})
	require.NoError(t, err)
	return r.Lines[0].Turn
}
