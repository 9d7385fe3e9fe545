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

// Four ships without their table: the search must find the win. The long form gives each of the
// 300 positions 200 ms; the short one takes some, and counts nodes, not time.
func TestSearch_KeepsWonEndings(t *testing.T) {
	t.Parallel()
	every := 10
	if slow {
		every = 60
	}
	for i, game := range endgames(t) {
		if i%every != 0 && !*long {
			continue
		}
		e := newEngine(t, Options{Endings: smallEndings()})
		g := rules.GameFrom(game.position, rules.DefaultStallLimit)
		ctx, l := context.Background(), Limits{Nodes: 250_000}
		if *long {
			timed, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
			defer cancel()
			ctx, l = timed, Limits{}
		}
		r, err := e.Search(ctx, &g, l)
		require.NoError(t, err)
		assert.Contains(t, game.keep, r.Lines[0].Turn.String(), "%v depth %d, %d nodes",
			game.position, r.Depth, r.Nodes)
	}
}
