package assess_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/assess"
	"madbot/rules/engine"
)

// accuracy is for the table of TestAccuracyOfLevels:
//
//	go test ./rules/assess -run TestAccuracyOfLevels -accuracy 20 -v
var (
	accuracyGames = flag.Int("accuracy", 0, "games of each level that TestAccuracyOfLevels reviews")
	accuracyNodes = flag.Uint64("accuracynodes", 5000, "nodes per position of its reviews")
)

// TestAccuracyOfLevels prints the accuracy that reviews show for games of a level against itself. The better the level,
// the higher the median, by more than ten points.
func TestAccuracyOfLevels(t *testing.T) {
	if *accuracyGames == 0 {
		t.Skip("plays and reviews games of four levels, for a table: -accuracy")
	}
	before := 0
	for _, level := range []int{1, 4, 7, 10} {
		all, none := accuracies(t, level)
		require.NotEmpty(t, all)
		n := len(all)
		t.Logf("level %2d: median %d, quartiles %d to %d, %d sides, %d without a number", level, all[n/2], all[n/4],
			all[3*n/4], n, none)
		assert.Greater(t, all[n/2], before+10, "level %d", level)
		before = all[n/2]
	}
}

// accuracies returns the accuracy of each side in games of a level, sorted, and how many sides had none.
func accuracies(t *testing.T, level int) (all []int, none int) {
	endings := engine.NewEndings()
	for game := range *accuracyGames {
		g := levelGame(t, level, uint64(game))
		searched, err := assess.Game(t.Context(), g, assess.Config{Endings: endings, First: *accuracyNodes,
			Second: *accuracyNodes})
		require.NoError(t, err)
		r, err := assess.Judge(g, searched)
		require.NoError(t, err)
		for _, side := range []rules.Color{rules.Red, rules.Blue} {
			if found := r.Tally(side).Accuracy; found > 0 {
				all = append(all, found)
			} else {
				none++
			}
		}
	}
	slices.Sort(all)
	return all, none
}

// levelGame plays a game of a level against itself.
func levelGame(t *testing.T, level int, seed uint64) *rules.Game {
	g := rules.NewGame(rules.Options{Board: rules.Boards()[seed%2], Positioning: true,
		StallLimit: rules.DefaultStallLimit})
	var players [2]*engine.Engine
	for i := range players {
		e, err := engine.New(engine.Options{Hash: 1, Seed: 2*seed + uint64(i)})
		require.NoError(t, err)
		players[i] = e
	}
	for !g.Outcome().Over() {
		r, err := players[g.Ply()%2].Search(t.Context(), &g, engine.Limits{Level: level, Nodes: 20_000})
		require.NoError(t, err)
		require.NoError(t, g.Play(r.Lines[0].Turn))
	}
	return &g
}
