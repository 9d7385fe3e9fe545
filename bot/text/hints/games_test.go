package hints

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play/analysis"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/match"
)

// hintsFile receives a table of fifty hints, for a person to judge:
//
//	go test ./bot/text/hints -run TestHint_OfGames -hints FILE.md
var hintsFile = flag.String("hints", "", "the `file` for a table of hints")

// TestHint_OfGames: hints in positions of games between levels 3 to 9 on both boards can be put into words, and none
// calls a turn a mistake that it proposes.
func TestHint_OfGames(t *testing.T) {
	t.Parallel()
	wanted, depth := 8, 3
	if *hintsFile != "" {
		wanted, depth = 50, 10
	}
	a, err := analysis.New(analysis.Config{Searches: 1, Endings: engine.NewEndings(), Now: time.Now,
		Hint: analysis.Budget{Depth: depth, Total: time.Hour, Search: time.Minute}})
	require.NoError(t, err)
	table := "| | position | hint |\n|---|---|---|\n"
	number := 0
	levelGames(t, wanted, func(g *rules.Game) {
		hint, err := a.Hint(t.Context(), gate.AskVerdict(&match.Match{Game: *g}))
		require.NoError(t, err)
		said := Whole(i18ntest.English(), g, hint)
		assert.NotContains(t, said, "--", "a field is missing: %s", said)
		assert.NotContains(t, said, "``", "a turn is missing: %s", said)
		assert.Less(t, len(said), 1800)
		assert.Empty(t, mistaught(said, Turns(hint)), said)
		number++
		table += fmt.Sprintf("| %d | `%v` | %s |\n", number, g.Position(), strings.ReplaceAll(said, "\n", "<br>"))
	})
	if *hintsFile != "" {
		require.NoError(t, os.WriteFile(*hintsFile, []byte(table), 0o644))
	}
}

// levelGames visits n positions, some turns apart, of games between levels.
func levelGames(t *testing.T, n int, visit func(*rules.Game)) {
	rnd := rand.New(rand.NewPCG(50, 13))
	for game := 0; n > 0; game++ {
		e, err := engine.New(engine.Options{Hash: 1, Seed: uint64(game)})
		require.NoError(t, err)
		g := rules.NewGame(rules.Options{Board: rules.Boards()[game%2], Positioning: true,
			StallLimit: rules.DefaultStallLimit})
		for !g.Outcome().Over() && n > 0 {
			if rnd.IntN(7) == 0 {
				visit(&g)
				n--
			}
			r, err := e.Search(t.Context(), &g, engine.Limits{Level: 3 + rnd.IntN(7), Nodes: 2000})
			require.NoError(t, err)
			require.NoError(t, g.Play(r.Lines[0].Turn))
		}
	}
}
