package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// plays returns how many of 100 players of a level play a turn of a kind in a position.
func plays(t *testing.T, level int, position string, kind func(*rules.Position, rules.Turn) bool) (n int) {
	t.Helper()
	g := rulestest.GameFrom(t, position, 40)
	p := g.Position()
	e := newEngine(t, Options{Hash: 1})
	for e.options.Seed = range 100 {
		if kind(&p, turnAt(t, e, g, level)) {
			n++
		}
	}
	return n
}

// A novice overlooks expulsions and attacks on its corvette, the more often the lower its level; the levels that search
// overlook neither.
func TestNovices_Overlook(t *testing.T) {
	t.Parallel()
	wins := func(p *rules.Position, t rules.Turn) bool { return p.At(t.To()).Ship == rules.Ship111 }
	won, lost := 0, 101
	for level := 1; level <= weakest; level++ {
		n := plays(t, level, "6x4 b1----c2--d5---- b6----------a2-- b - 0 -", wins)
		assert.Greater(t, n, won, "level %d", level)
		won = n
		n = plays(t, level, "6x4 b1----c2--d5---- b6----------a3-- r - 0 -", givesUp)
		assert.LessOrEqual(t, n, lost, "level %d", level)
		assert.Equal(t, level == 1, n > 0, "level %d", level)
		lost = n
	}
	assert.Equal(t, 100, won)
}

// No corvette, of either side, is overlooked twice.
func TestNovices_SeeACorvetteTheSecondTime(t *testing.T) {
	t.Parallel()
	theirs, own := 0, 0
	for n := range some(2000) {
		g := rules.NewGame(rules.Options{Board: rules.Boards()[n%2], StallLimit: 40})
		e, level := newEngine(t, Options{Hash: 1, Seed: uint64(n)}), 1+n%(weakest-1)
		var before [2]rules.Position
		for !g.Outcome().Over() {
			p, past := g.Position(), before[g.Ply()%2]
			before[g.Ply()%2] = p
			turn := turnAt(t, e, &g, level)
			require.NoError(t, g.Play(turn))
			us := p.Side()
			again := func(c rules.Color) bool { return past.CorvetteAttacked(c) && p.CorvetteAttacked(c) }
			switch {
			case past.Board() == rules.NoBoard:
			case again(us.Other()):
				theirs++
				assert.True(t, g.Outcome().Over(), "%v in %v", turn, p)
			case again(us) && !g.Outcome().Over():
				own++
				assert.True(t, !staysAttacked(&p, turn) || !canSave(&p), "%v in %v", turn, p)
			}
		}
	}
	assert.Positive(t, theirs)
	assert.Positive(t, own)
}

// staysAttacked reports whether t leaves the corvette of the side to move where it was attacked, and still is.
func staysAttacked(p *rules.Position, t rules.Turn) bool {
	next, us := p.Play(t), p.Side()
	return next.CorvetteAttacked(us) && next.SquareOf(us, rules.Ship111) == p.SquareOf(us, rules.Ship111)
}

// canSave reports whether a turn leaves the corvette of the side to move where nothing attacks it.
func canSave(p *rules.Position) bool {
	for _, t := range p.AppendTurns(nil) {
		if !givesUp(p, t) {
			return true
		}
	}
	return false
}
