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
	"madbot/rules/rulestest"
)

// canWin reports whether the side to move of p can force a victory within turns turns of both sides. It tries
// everything.
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

// mustLose reports whether all turns of the side to move of p lose within turns turns.
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

// stallSoon calls visit with random positions a few turns before the stall.
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

// A short victory in any line is real, even if the stall is near and the hash table knows the position with other
// counts. The lines are in the order of their scores.
func TestProven_Victories(t *testing.T) {
	t.Parallel()
	positions := some(2000)
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	won, lost := 0, 0
	stallSoon(t, positions, func(g *rules.Game, rnd *rand.Rand) {
		p := g.Position()
		r, err := e.Search(context.Background(), g,
			Limits{Nodes: 100 + uint64(rnd.IntN(2000)), MultiPV: 3})
		require.NoError(t, err)
		for i, l := range r.Lines {
			assert.LessOrEqual(t, l.Score, r.Lines[0].Score, "%v limit %d: %d", p, g.Limit(), i)
			next := p.Play(l.Turn)
			n, ok := l.Score.Victory()
			switch {
			case !ok, next.Outcome(g.Limit()).Over():
			case n > 0 && n <= 3:
				won++
				assert.True(t, mustLose(next, g.Limit(), 2*n-1), "%v limit %d: %v", p, g.Limit(), l)
			case n < 0 && n >= -2:
				lost++
				assert.True(t, canWin(next, g.Limit(), -2*n), "%v limit %d: %v", p, g.Limit(), l)
			}
		}
	})
	assert.Positive(t, won)
	assert.Positive(t, lost)
}

// In any window and at any depth, the search prunes no turn on the way to a victory or a defeat.
func TestProven_InEveryWindow(t *testing.T) {
	t.Parallel()
	positions := some(1500)
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	rnd := rand.New(rand.NewPCG(12, 3))
	won, lost := 0, 0
	randomGames(positions, 303, func(g *rules.Game) {
		p := g.Position()
		e.Forget()
		w := newDeepening(newJob(context.Background(), e, g.Limit()), p, Limits{}).worker
		for range 6 {
			w.depth = 1 + rnd.IntN(7)
			alpha := Score(rnd.IntN(4000) - 2000)
			s := w.search(0, w.depth, alpha, alpha+1)
			switch turns := int(victory - max(s, -s)); {
			case s > victoryBand && turns <= 5:
				won++
				assert.True(t, canWin(p, g.Limit(), turns), "%v: %d", p, s)
			case s < -victoryBand && turns <= 4:
				lost++
				assert.True(t, mustLose(p, g.Limit(), turns), "%v: %d", p, s)
			}
		}
	})
	assert.Positive(t, won)
	assert.Positive(t, lost)
}

func TestProven_NotByPassing(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 1})
	enough := 0
	randomGames(1000, 304, func(g *rules.Game) {
		w := newDeepening(newJob(context.Background(), e, g.Limit()), g.Position(), Limits{}).worker
		w.frames[0].static = 0
		if score, ok := w.nullMove(0, 6, -400); ok {
			enough++
			assert.LessOrEqual(t, score, maxEstimate, "%v", g.Position())
		}
	})
	assert.Positive(t, enough)
}

// canHold reports whether side can force at least a semi-victory within turns turns of both sides. A proof that
// continues after an expulsion needs a few more than there are to the stall. It tries everything.
func canHold(p rules.Position, limit rules.StallLimit, side rules.Color, turns int) bool {
	if o := p.Outcome(limit); o.Over() {
		return o.Winner == side
	}
	if turns == 0 {
		return false
	}
	for _, t := range p.AppendTurns(nil) {
		if canHold(p.Play(t), limit, side, turns-1) == (p.Side() == side) {
			return p.Side() == side
		}
	}
	return p.Side() != side
}

// A semi-victory reported as proven just before the stall is at least one, and no other is reported as proven.
func TestProven_SemiVictoriesJustBeforeTheStall(t *testing.T) {
	t.Parallel()
	positions := some(2000)
	e := newEngine(t, Options{Hash: 1, Endings: smallEndings()})
	sides := map[int]int{}
	stallSoon(t, positions, func(g *rules.Game, _ *rand.Rand) {
		p := g.Position()
		left := int(g.Limit()) - p.Quiet()
		if left > 3 {
			return
		}
		r, err := e.Search(context.Background(), g, Limits{Depth: 4, MultiPV: 3})
		require.NoError(t, err)
		for _, l := range r.Lines {
			side := l.Score.Semi()
			sides[side]++
			switch _, decided := l.Score.Victory(); {
			case side == 0:
				assert.Equal(t, decided, l.Proven, "%v limit %d: %v", p, g.Limit(), l)
			case side > 0:
				assert.True(t, l.Proven && canHold(p.Play(l.Turn), g.Limit(), p.Side(), left+4),
					"%v limit %d: %v", p, g.Limit(), l)
			default:
				assert.True(t, l.Proven && canHold(p, g.Limit(), p.Side().Other(), left+5),
					"%v limit %d: %v", p, g.Limit(), l)
			}
		}
	})
	assert.Positive(t, sides[1])
	assert.Positive(t, sides[-1])
}

// A semi-victory reported as proven is at least one, according to a solver that tries everything.
func TestProven_SemiVictoriesOfFourShips(t *testing.T) {
	t.Parallel()
	every := 10
	if *soak {
		every = 3
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
		g := rulestest.GameFrom(t, strings.Join(text, " "), limit)
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
