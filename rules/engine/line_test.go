package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// A line of an ending in the tables goes on until the corvette is expelled, within the turns of its
// score, also when the winner has to expel early because of the stall.
func TestLine_OfAnEndingReachesItsEnd(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	rnd := rand.New(rand.NewPCG(5, 9))
	won, lost := 0, 0
	for n := 0; n < 400; n++ {
		b := rules.Boards()[n%2]
		table := e.endings.boards[b]
		i := rnd.IntN(table.size)
		p, ok := table.position(table.groupOf(i), i)
		if !ok {
			continue
		}
		g := rules.GameFrom(p, []rules.StallLimit{0, 20, rules.DefaultStallLimit}[n%3])
		r, err := e.Search(context.Background(), &g, Limits{Depth: 2})
		require.NoError(t, err)
		l := r.Lines[0]
		turns, decided := l.Score.Victory()
		if !decided {
			continue
		}
		end := endOf(t, p, l.PV)
		assert.Equal(t, rules.CorvetteExile, end.Outcome(0).Reason, "%v in %v", l.PV, p)
		assert.Equal(t, turns > 0, end.Outcome(0).Winner == p.Side(), "%v in %v", l.PV, p)
		assert.LessOrEqual(t, len(l.PV), 2*max(turns, -turns), "%v in %v", l.PV, p)
		if v, _ := e.endings.probe(&p); v.turns <= int(g.Limit()) || g.Limit() == 0 {
			assert.Len(t, l.PV, v.turns, "%v in %v", l.PV, p)
		}
		if turns > 0 {
			won++
		} else {
			lost++
		}
	}
	assert.Positive(t, won)
	assert.Positive(t, lost)
}

// A line that wins in the middle of a game ends with the winning turn.
func TestLine_EndsWithTheVictory(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	won, lost := 0, 0
	randomGames(200, 51, func(g *rules.Game) {
		r, err := e.Search(context.Background(), g, Limits{Depth: 4})
		require.NoError(t, err)
		l := r.Lines[0]
		turns, decided := l.Score.Victory()
		if !decided || max(turns, -turns) > 1 {
			return // a longer one may come from the hash table, which holds no lines
		}
		p := g.Position()
		end := endOf(t, p, l.PV)
		assert.Equal(t, rules.CorvetteExile, end.Outcome(0).Reason, "%v in %v", l.PV, p)
		assert.Equal(t, turns > 0, end.Outcome(0).Winner == p.Side(), "%v in %v", l.PV, p)
		if turns > 0 {
			won++
		} else {
			lost++
		}
	})
	assert.Positive(t, won)
	assert.Positive(t, lost)
}

// endOf plays the turns, which must be legal.
func endOf(t *testing.T, p rules.Position, turns []rules.Turn) rules.Position {
	t.Helper()
	for _, turn := range turns {
		require.NoError(t, p.Check(turn), "%v in %v", turn, turns)
		p = p.Play(turn)
	}
	return p
}

// A semi-victory is reported as proven only if it is, and then with the right number of turns.
func TestProven_SemiVictory(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	for _, c := range []struct {
		position string
		semi     int
		turns    int
	}{
		{"6x4 a1b1------------ d6c6------------ r - 38 r", 1, 1},
		{"6x4 a1b1------------ d6c6------------ b - 38 r", -1, 1},
		{"6x4 a1b1------------ d6c6------------ r - 37 r", 1, 2},
		{"6x4 a1b1------------ d6c6------------ b - 37 r", -1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 36 r", 1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 36 -", -1, 2},
		{"6x4 a1b1------------ d6c6------------ r - 5 r", 0, 0},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		r, err := e.Search(ctx, gameAt(t, c.position, 40), Limits{Progress: func(r Result) {
			if r.Depth == 6 {
				cancel() // the proof comes after the search
			}
		}})
		require.NoError(t, err)
		l := r.Lines[0]
		assert.Equal(t, c.semi, l.Score.Semi(), c.position)
		assert.Equal(t, c.semi != 0, l.Proven, c.position)
		assert.Equal(t, c.turns, l.Turns, c.position)
	}
}
