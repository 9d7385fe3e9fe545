package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// A line of an ending in the tables continues until the corvette is expelled, within the turns of its score, even if
// the winner has to expel early because of the stall.
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

// A semi-victory is reported as proven only if it is, with the right number of turns.
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
		r, err := e.Search(ctx, rulestest.GameFrom(t, c.position, 40), Limits{Progress: func(r Result) {
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

// A turn of a line is sure if it and all turns before it are in the table with an exact score from a deep enough
// search.
func TestSure(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: rules.DefaultStallLimit})
	p := g.Position()
	var line []rules.Turn
	var keys []uint64 // of the positions in which they are played
	for range 4 {
		turn := p.AppendTurns(nil)[0]
		line, keys = append(line, turn), append(keys, keyOf(&p, g.Limit(), false))
		p = p.Play(turn)
	}
	for name, c := range map[string]struct {
		change func(known *entry) // changes the third entry
		score  Score
		want   int
	}{
		"all":                     {func(*entry) {}, 30, 4},
		"a bound from below":      {func(known *entry) { known.bound = lowerBound }, 30, 2},
		"a bound from above":      {func(known *entry) { known.bound = upperBound }, 30, 2},
		"a shallow search":        {func(known *entry) { known.depth = sureDepth - 1 }, 30, 2},
		"another turn":            {func(known *entry) { known.turn = rules.Pass }, 30, 2},
		"known to the end":        {func(known *entry) { known.bound = lowerBound }, wins(4), 4},
		"a stall, not to the end": {func(known *entry) { known.bound = lowerBound }, SemiVictory, 2},
	} {
		j := &job{table: newTable(1)}
		for i, turn := range line[1:] { // the first is always sure
			known := entry{turn: turn, depth: sureDepth, bound: exactBound}
			if i == 1 {
				c.change(&known)
			}
			j.table.store(keys[i+1], known)
		}
		assert.Equal(t, c.want, j.sure(&g, &Line{PV: line, Score: c.score}), name)
	}
}

// A level reports how much of a line its own search is sure of.
func TestSure_OfALevel(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	sure := 0
	for _, text := range benchPositions[4:8] {
		r, err := e.Search(t.Context(), rulestest.GameFrom(t, text, 40), Limits{Level: 9})
		require.NoError(t, err)
		require.LessOrEqual(t, r.Lines[0].Sure, len(r.Lines[0].PV))
		sure = max(sure, r.Lines[0].Sure)
	}
	assert.Greater(t, sure, 1)
}
