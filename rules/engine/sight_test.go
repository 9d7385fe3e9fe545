package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// workerWith returns a worker in g for a player with the given sight.
func workerWith(t *testing.T, g *rules.Game, s *sight) *worker {
	t.Helper()
	j := newJob(context.Background(), newEngine(t, Options{Hash: 1}), g.Limit())
	j.sight = s
	return newDeepening(j, g.Position(), Limits{}).worker
}

// overlooked returns how many of 1000 players overlook a turn at a ply, after a turn to the square last.
func overlooked(t *testing.T, position, turn string, ply int, last rules.Square) (n int) {
	t.Helper()
	g := rulestest.GameFrom(t, position, 40)
	p := g.Position()
	played := rulestest.Turn(t, p, turn)
	s := &sight{blind: 600, last: last}
	w := workerWith(t, g, s)
	w.frames[ply] = w.frames[0]
	if ply > 0 {
		w.frames[ply-1].turn = rules.MoveTurn(rules.Ship111, last, false)
	}
	next := w.play(ply, played)
	for s.seed = range 1000 {
		if w.overlooks(ply, played, next) {
			n++
		}
	}
	return n
}

// A turn is overlooked more often the further ahead it is, the further from the last destination, the less it forces,
// and if it is a swap or has a bonus.
func TestSight_WhatIsHardToSee(t *testing.T) {
	t.Parallel()
	const position = "6x4 b1d2a2b2c4d1a1c1 b6a5d5b5c5d6a6c6 r - 0 -"
	near, far := rulestest.Square(t, "d4"), rulestest.Square(t, "a1")
	plain := overlooked(t, position, "211-c3", 0, near)
	assert.Greater(t, plain, 0)
	assert.Greater(t, overlooked(t, position, "211-c3", 2, near), plain, "ahead")
	assert.Greater(t, overlooked(t, position, "211-c3", 0, far), plain, "far")
	assert.Less(t, overlooked(t, position, "211xd5", 0, near), plain, "an expulsion")
	assert.Greater(t, overlooked(t, position, "112=221", 0, near), plain, "a swap")
	assert.Equal(t, overlooked(t, position, "211-c3", mostPlies, near), overlooked(t, position, "211-c3", 2*mostPlies, near))

	const attack = "6x4 b1----b2c3------ b6d5a5--c5d6a6-- r - 0 -"
	assert.Less(t, overlooked(t, attack, "211-b4", 0, near), overlooked(t, attack, "211-d4", 0, near), "an attack on the corvette")
	const last = "6x4 b1----b2d5------ b6--a5------a3-- r - 0 -"
	assert.Greater(t, overlooked(t, last, "211-d6+122=211", 0, near), overlooked(t, last, "211-d6", 0, near), "a bonus")
}

// The sight differs for another turn, game or seed, and is centred on the last destination.
func TestSight_New(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: 40})
	seen := map[uint64]bool{newSight(levels[weakest], 1, &g).seed: true, newSight(levels[weakest], 2, &g).seed: true}
	assert.Equal(t, rules.NoSquare, newSight(levels[weakest], 1, &g).last)
	p := g.Position()
	for _, name := range []string{"112-d3", "112=221"} {
		turn := rulestest.Turn(t, p, name)
		next := g.Clone()
		require.NoError(t, next.Play(turn))
		s := newSight(levels[weakest], 1, &next)
		seen[s.seed] = true
		assert.Equal(t, turn.To(), s.last)
		assert.Equal(t, levels[weakest], level{levels[weakest].depth, s.trades, s.blind})
	}
	assert.Len(t, seen, 4)

	swap := rules.ShiftTurn(rules.Swap111x222)
	w := workerWith(t, &g, &sight{last: rulestest.Square(t, "d5")})
	assert.Zero(t, w.remoteness(0, swap), "a swap is nowhere")
	assert.Equal(t, 3, w.remoteness(0, rules.MoveTurn(rules.Ship112, rulestest.Square(t, "d3"), false)))
}

// No player overlooks a way out for an attacked corvette, or considers a turn that gives it up.
func TestSight_Corvette(t *testing.T) {
	t.Parallel()
	g := rulestest.GameFrom(t, "6x4 b1----c2--d5---- b6----------a2-- r - 0 -", 40)
	p := g.Position()
	require.True(t, p.CorvetteAttacked(rules.Red))
	w := workerWith(t, g, &sight{blind: 1e6})
	for _, turn := range p.AppendTurns(nil) {
		assert.False(t, w.overlooks(0, turn, w.play(0, turn)), "%v", turn)
	}
	g = rulestest.GameFrom(t, "6x4 b1----c2--d5---- b6----------a3-- r - 0 -", 40)
	p = g.Position()
	require.False(t, p.CorvetteAttacked(rules.Red))
	w = workerWith(t, g, &sight{})
	gave := 0
	for _, turn := range p.AppendTurns(nil) {
		next := p.Play(turn)
		if next.CorvetteAttacked(rules.Red) {
			gave++
		}
		assert.Equal(t, next.CorvetteAttacked(rules.Red), w.overlooks(0, turn, w.play(0, turn)), "%v", turn)
	}
	assert.Positive(t, gave)
}

// A player that sees nothing knows how the position looks, and plays something.
func TestSight_Nothing(t *testing.T) {
	t.Parallel()
	randomGames(200, 3, func(g *rules.Game) {
		p := g.Position()
		if p.CorvetteAttacked(rules.Red) || p.CorvetteAttacked(rules.Blue) {
			return
		}
		w := workerWith(t, g, &sight{blind: 1e6})
		static := stallAdjusted(w.evaluate(&p), &p, g.Limit())
		w.frames[mostPlies] = w.frames[0]
		assert.Equal(t, static, w.search(mostPlies, 1, -infinity, infinity), "%v", p)
		d := newDeepening(w.job, p, Limits{Depth: 2})
		assert.NotEmpty(t, d.run(0).Lines)
	})
}

// Exchanges are followed as far as the sight reaches: here a ship can be won, and then one is lost.
func TestSight_Trades(t *testing.T) {
	t.Parallel()
	g := rulestest.GameFrom(t, "6x4 a1------a4----c2 d6c3--a5-------- r - 0 -", 40)
	scores := map[int]Score{}
	for _, trades := range []int{0, 1, 2} {
		w := workerWith(t, g, &sight{trades: trades})
		scores[trades] = w.quiesce(0, 0, -infinity, infinity)
	}
	assert.Greater(t, scores[1], scores[0], "it gains a ship")
	assert.Less(t, scores[2], scores[1], "and loses one elsewhere")

	w := workerWith(t, g, &sight{trades: 2, blind: 1e6})
	w.frames[mostPlies] = w.frames[0]
	assert.Equal(t, scores[0], w.quiesce(mostPlies, 0, -infinity, infinity), "unless it does not think of that")
}
