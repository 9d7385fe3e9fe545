package engine

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// soak has tests look at more positions, and play more games with more time for each turn.
var soak = flag.Bool("soak", false, "look at more positions, play more games with more time for each turn")

// some returns n with -soak, and a fifth of it without.
func some(n int) int {
	if *soak {
		return n
	}
	return n / 5
}

// With four ships and no table for them, the search must find the win. With -soak all 300 positions are searched
// for 50 ms each, without it some, with a limit of nodes. With -four there are tables.
func TestSearch_KeepsWonEndings(t *testing.T) {
	t.Parallel()
	const every = 30
	endings := smallEndings()
	if *fourShips {
		endings = BuildEndings(FileShips, rules.Boards()...)
	}
	for i, game := range endgames(t) {
		if i%every != 0 && !*soak {
			continue
		}
		e := newEngine(t, Options{Endings: endings})
		g := rules.GameFrom(game.position, rules.DefaultStallLimit)
		ctx, l := context.Background(), Limits{Nodes: 250_000}
		if *soak {
			timed, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
			defer cancel()
			ctx, l = timed, Limits{}
		}
		r, err := e.Search(ctx, &g, l)
		require.NoError(t, err)
		assert.Contains(t, game.keep, r.Lines[0].Turn.String(), "%v depth %d, %d nodes",
			game.position, r.Depth, r.Nodes)
	}
}
