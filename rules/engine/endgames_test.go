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

var long = flag.Bool("long", false, "run the long form of the tests of strength")

// With four ships and no table for them, the search must find the win. The long form searches all 300
// positions for 50 ms each; the short one searches some, with a limit of nodes. With -four there are tables.
func TestSearch_KeepsWonEndings(t *testing.T) {
	t.Parallel()
	every := 10
	if slow {
		every = 60
	}
	endings := smallEndings()
	if *fourShips {
		endings = BuildEndings(FileShips, rules.Boards()...)
	}
	for i, game := range endgames(t) {
		if i%every != 0 && !*long {
			continue
		}
		e := newEngine(t, Options{Endings: endings})
		g := rules.GameFrom(game.position, rules.DefaultStallLimit)
		ctx, l := context.Background(), Limits{Nodes: 250_000}
		if *long {
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
