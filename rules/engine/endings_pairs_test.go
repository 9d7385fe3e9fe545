package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// pairFleets are a side's corvette and escort, one for each swap.
var pairFleets = [...]string{"%s%s------------", "%s--%s----------", "%s----%s--------", "%s------------%s"}

// pairsPosition returns a position with two ships a side.
func pairsPosition(t testing.TB, b rules.Board, red, blue int) rules.Position {
	text := fmt.Sprintf("%v "+pairFleets[red]+" "+pairFleets[blue]+" r - 0 -", b, "a1", "b1", "c4", "d4")
	return rulestest.Position(t, text)
}

// wholePairs solves all positions that p leads to, for both sides.
func wholePairs(p rules.Position) *pairs {
	table := smallEndings().boards[p.Board()]
	s := newPairs(table, &p, 0)
	if s.winners++; s.winners == 2 {
		s.solve(p.Side().Other(), false, &s.turns)
	}
	s.quiet = newPairResults(table)
	s.solve(rules.Red, true, &s.quiet)
	s.solve(rules.Blue, true, &s.quiet)
	return s
}

// randomPairs calls visit with positions that s holds.
func randomPairs(s *pairs, n int, rnd *rand.Rand, visit func(p rules.Position)) {
	at := func(side *pairSide) (fleet uint64) {
		p := side.all[rnd.IntN(len(side.all))]
		x, corvette := p.squares()
		ship := side.ships[p>>5&1]
		return uint64(side.table.square[corvette]) | uint64(side.table.square[x])<<(8*(ship-1))
	}
	for n > 0 {
		p := rules.Compose(rules.Setup{Board: s.sides[0].table.board, Side: rules.Color(1 + rnd.IntN(2)),
			Red: at(s.sides[0]), Blue: at(s.sides[1])})
		if shipsOf(&p) == 4 && squares(p.Occupied(rules.Red)&p.Occupied(rules.Blue)) == 0 {
			n--
			visit(p)
		}
	}
}

// Each verdict follows from the verdicts one turn later; with -four it also agrees with the tables of four ships.
func TestPairs_AgreeWithTheirChildren(t *testing.T) {
	t.Parallel()
	four := &Endings{}
	if *fourShips {
		four = BuildEndings(FileShips, rules.Boards()...)
	}
	rnd := rand.New(rand.NewPCG(4, 4))
	won, lost := 0, 0
	for n := range 2 * len(pairFleets) * len(pairFleets) {
		b, red, blue := rules.Boards()[n%2], n/2%len(pairFleets), n/2/len(pairFleets)
		if !*soak && !*fourShips && n%9 != 4 { // both boards and all swaps
			continue
		}
		s := wholePairs(pairsPosition(t, b, red, blue))
		e := &Endings{boards: smallEndings().boards, pairs: s}
		randomPairs(s, some(20_000), rnd, func(p rules.Position) {
			v, ok := e.probe(&p)
			require.True(t, ok, "%v", p)
			if want, ok := four.probe(&p); ok {
				require.Equal(t, want, v, "%v", p)
			}
			turns, quiet := result(v.turns), result(v.quiet)
			switch {
			case v.won:
				won++
			case v.lost:
				lost++
				turns, quiet = -turns, -quiet
			}
			require.Equal(t, oneTurn(e, &p, false), turns, "%v", p)
			require.Equal(t, oneTurn(e, &p, true), quiet, "%v", p)
		})
	}
	assert.Greater(t, won, 1000)
	assert.Greater(t, lost, 100)
}

// The solved positions of a search are reused by the next one if they suffice for its position.
func TestPairs_Serve(t *testing.T) {
	t.Parallel()
	e := &Endings{boards: smallEndings().boards}
	solved := func(text string, limit rules.StallLimit) *pairs {
		p := rulestest.Position(t, text)
		s := e.with(&p, limit).pairs
		require.True(t, s.suffices(&p, limit), text)
		return s
	}
	won := "5x5 e4d5------------ c2----a3-------- r - %d b" // in 35 turns
	first := solved(fmt.Sprintf(won, 0), 40)
	assert.Equal(t, 1, first.winners)
	assert.Same(t, first, solved(fmt.Sprintf(won, 5), 40))
	assert.Same(t, first, solved(fmt.Sprintf(won, 6), 0))
	late := solved(fmt.Sprintf(won, 6), 40)
	assert.True(t, late.quietKnown)
	assert.Same(t, late, solved("5x5 e4----------d5-- c2----a3-------- b - 0 b", 40), "112=221 has been played")
	open := solved("5x5 a1------------a2 e5------------e4 r - 0 -", 40)
	assert.Equal(t, 2, open.winners)
	assert.False(t, open.quietKnown)
	assert.NotSame(t, open, solved("6x4 a1------------a2 c5------------c4 r - 0 -", 40))
	assert.NotSame(t, first, solved(fmt.Sprintf(won, 0), 40))
}

// Other positions are not solved, nor any position without the tables that it leads to, nor for a level that overlooks
// turns.
func TestPairs_Unsolved(t *testing.T) {
	t.Parallel()
	e := &Endings{boards: smallEndings().boards}
	for _, text := range []string{
		"5x5 a1a2------------ e5-------------- r - 0 -",
		"5x5 a1a2a3---------- e5-------------- r - 0 -",
		"5x5 a1a2a3---------- e5e4------------ r - 0 -",
		"5x5 a1a2------------ e5e4------------ b b 0 -",
		"5x5 a1a2------------ --e4e5---------- r - 0 -",
		"5x5 a1a2------------ --e4------------ r - 0 -",
	} {
		p := rulestest.Position(t, text)
		assert.Same(t, e, e.with(&p, 40), text)
	}
	p := pairsPosition(t, rules.Board5x5, 0, 1)
	small := BuildEndings(2, rules.Board5x5)
	assert.Same(t, small, small.with(&p, 40))
	assert.Nil(t, (*Endings)(nil).with(&p, 40))

	g := rules.GameFrom(p, 40)
	turnAt(t, newEngine(t, Options{Endings: e}), &g, MaxLevel-1)
	assert.Nil(t, e.latest.Load())
	turnAt(t, newEngine(t, Options{Endings: e}), &g, MaxLevel)
	assert.NotNil(t, e.latest.Load())
}
