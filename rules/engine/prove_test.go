package engine

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// canWin reports whether the side to move of p expels the corvette within so many turns of both
// sides, whatever is answered. Everything is tried.
func canWin(p rules.Position, limit rules.StallLimit, turns int) bool {
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		o := next.Outcome(limit)
		switch {
		case o.Reason == rules.CorvetteExile && o.Winner == p.Side():
			return true
		case !o.Over() && turns >= 3 && mustLose(next, limit, turns-1):
			return true
		}
	}
	return false
}

// mustLose reports whether every turn of the side to move of p loses within so many turns.
func mustLose(p rules.Position, limit rules.StallLimit, turns int) bool {
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		o := next.Outcome(limit)
		lost := o.Reason == rules.CorvetteExile && o.Winner != p.Side()
		if !lost && (o.Over() || turns < 2 || !canWin(next, limit, turns-1)) {
			return false
		}
	}
	return true
}

// stallSoon calls visit with positions at random a few turns before the stall.
func stallSoon(t *testing.T, n int, visit func(g *rules.Game, rnd *rand.Rand)) {
	rnd := rand.New(rand.NewPCG(3, 3))
	randomGames(n, 99, func(g *rules.Game) {
		p := g.Position()
		if limit := p.Quiet() + 1 + rnd.IntN(8); !p.Positioning(p.Side()) {
			g := rules.GameFrom(p, rules.StallLimit(limit))
			require.False(t, g.Outcome().Over())
			visit(&g, rnd)
		}
	})
}

// What is called a victory within few turns is one, also when the stall is near and the table has
// seen the position under other counts.
func TestProven_Victories(t *testing.T) {
	t.Parallel()
	positions := 2000
	if slow {
		positions = 100
	}
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	won, lost := 0, 0
	stallSoon(t, positions, func(g *rules.Game, rnd *rand.Rand) {
		p := g.Position()
		r, err := e.Search(context.Background(), g, Limits{Nodes: 100 + uint64(rnd.IntN(2000))})
		require.NoError(t, err)
		switch n, ok := r.Lines[0].Score.Victory(); {
		case ok && n > 0 && n <= 3:
			won++
			assert.True(t, canWin(p, g.Limit(), 2*n-1), "%v limit %d: %d", p, g.Limit(), n)
		case ok && n < 0 && n >= -2:
			lost++
			assert.True(t, mustLose(p, g.Limit(), -2*n), "%v limit %d: %d", p, g.Limit(), n)
		}
	})
	assert.Positive(t, won)
	assert.Positive(t, lost)
}

// What is called a semi-victory is at least one, says a solver that tries everything.
func TestProven_SemiVictoriesOfFourShips(t *testing.T) {
	t.Parallel()
	every := 3
	if slow {
		every = 10
	}
	const limit = 5
	e := newEngine(t, Options{Hash: 1})
	rnd := rand.New(rand.NewPCG(6, 3))
	sides := map[int]int{}
	for i, game := range endgames(t) {
		if i%every != 0 {
			continue
		}
		text := strings.Fields(game.position.String())
		text[5], text[6] = strconv.Itoa(limit-1-rnd.IntN(3)), string("rb"[rnd.IntN(2)])
		g := gameAt(t, strings.Join(text, " "), limit)
		r, err := e.Search(context.Background(), g, Limits{Depth: 6})
		require.NoError(t, err)
		if l := r.Lines[0]; l.Proven && l.Score.Semi() != 0 {
			side := l.Score.Semi()
			sides[side]++
			j := judge{limit: limit, known: map[rules.Position]Score{}}
			assert.GreaterOrEqual(t, Score(side)*j.score(g.Position()), SemiVictory, "%v", text)
		}
	}
	assert.Positive(t, sides[1])
	assert.Positive(t, sides[-1])
}
