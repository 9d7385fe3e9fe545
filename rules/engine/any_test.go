package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

// anyGame draws a game in progress with any ships anywhere, any counters and any limit.
func anyGame(t *rapid.T) *rules.Game {
	b := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
	var places []string
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			places = append(places, s.String())
		}
	}
	places = rapid.Permutation(places).Draw(t, "places")
	for _, i := range rapid.SliceOf(rapid.IntRange(1, 15)).Draw(t, "exile") {
		if i != 8 { // the corvettes are 0 and 8
			places[i] = "--"
		}
	}
	limits := []rules.StallLimit{0, 1, 2, 5, rules.DefaultStallLimit, rules.MaxStallLimit}
	limit := rapid.SampledFrom(limits).Draw(t, "limit")
	quiet := rapid.IntRange(0, max(0, int(limit)-1)).Draw(t, "quiet")
	p, err := rules.ParsePosition(fmt.Sprintf("%v %s %s %s %s %d %s", b,
		strings.Join(places[:8], ""), strings.Join(places[8:16], ""),
		rapid.SampledFrom([]string{"r", "b"}).Draw(t, "side"),
		rapid.SampledFrom([]string{"-", "-", "b", "rb", "r"}).Draw(t, "positioning"), quiet,
		rapid.SampledFrom([]string{"-", "r", "b"}).Draw(t, "last")))
	require.NoError(t, err)
	g := rules.GameFrom(p, limit)
	return &g
}

// In any position a search finds legal lines that end with the game, with scores and results that agree.
func TestSearch_AnyPosition(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		r, err := e.Search(context.Background(), g, Limits{MultiPV: 3,
			Nodes: rapid.Uint64Range(1, 3000).Draw(t, "nodes"),
			Level: rapid.IntRange(0, MaxLevel).Draw(t, "level")})
		require.NoError(t, err)
		require.NotEmpty(t, r.Lines)
		for _, l := range r.Lines {
			require.Equal(t, l.Turn, l.PV[0])
			p := g.Position()
			for _, turn := range l.PV {
				require.False(t, p.Outcome(g.Limit()).Over(), "%v", l.PV)
				require.NoError(t, p.Check(turn), "%v", l.PV)
				p = p.Play(turn)
			}
			n, decided := l.Score.Victory()
			assert.Equal(t, decided || l.Score.Semi() != 0, l.Proven, "%v", l)
			assert.Equal(t, l.Proven, l.Turns > 0, "%v", l)
			assert.False(t, l.Score.Semi() != 0 && g.Limit() == 0, "%v", l)
			if decided {
				assert.Equal(t, max(n, -n), l.Turns, "%v", l)
			}
		}
	})
}
