package steps_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render/steps"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// Positions that the tests of pictures use too.
const (
	opening  = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
	sheet    = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -" // the rule sheet's expulsion
	exiles   = "6x4 b1--d1--b2--a3d3 d6c4d5a6------b5 b - 7 r" // the rule sheet's swap
	crossing = "6x4 b1--a2b3--d2c5a1 a5d5--a6--a4--b6 r - 4 b"
)

// square parses a square; "--" is exile.
func square(t *testing.T, s string) rules.Square {
	t.Helper()
	if s == "--" {
		return rules.NoSquare
	}
	return rulestest.Square(t, s)
}

// stepOf returns the step of a ship between two squares, via a third if given.
func stepOf(t *testing.T, piece rules.Piece, squares ...string) steps.Step {
	t.Helper()
	s := steps.Step{Piece: piece, From: square(t, squares[0]), To: square(t, squares[1])}
	if len(squares) > 2 {
		s.Via = square(t, squares[2])
	}
	return s
}

func TestSteps(t *testing.T) {
	t.Parallel()
	red := func(s rules.Ship) rules.Piece { return rules.Piece{Color: rules.Red, Ship: s} }
	blue := func(s rules.Ship) rules.Piece { return rules.Piece{Color: rules.Blue, Ship: s} }
	for _, x := range []struct {
		position, turn string
		want           steps.Turn
	}{
		{opening, "211-c4", steps.Turn{Movement: stepOf(t, red(rules.Ship211), "c2", "c4", "c3")}},
		{opening, "112-d3", steps.Turn{Movement: stepOf(t, red(rules.Ship112), "d2", "d3")}},
		{sheet, "211xb3", steps.Turn{Movement: stepOf(t, red(rules.Ship211), "c4", "b3", "c3"),
			Expelled: stepOf(t, blue(rules.Ship121), "b3", "--")}},
		{opening, "112=221", steps.Turn{Swap: true, Shift: []steps.Step{
			stepOf(t, red(rules.Ship112), "d2", "a1"), stepOf(t, red(rules.Ship221), "a1", "d2")}}},
		{exiles, "112=221", steps.Turn{Swap: true, Shift: []steps.Step{
			stepOf(t, blue(rules.Ship112), "c4", "--"), stepOf(t, blue(rules.Ship221), "--", "c4")}}},
		{opening, "122>212>221", steps.Turn{Shift: []steps.Step{stepOf(t, red(rules.Ship122), "b2", "d1"),
			stepOf(t, red(rules.Ship212), "d1", "a1"), stepOf(t, red(rules.Ship221), "a1", "b2")}}},
		{opening, "pass", steps.Turn{}},
	} {
		p := rulestest.Position(t, x.position)
		if x.turn == "pass" {
			assert.Equal(t, x.want, steps.Of(&p, rules.Pass))
			continue
		}
		assert.Equal(t, x.want, steps.Of(&p, rulestest.Turn(t, p, x.turn)), "%s %s", x.position, x.turn)
	}
}

// TestStepsOfABonus: if the moved ship takes part in the bonus, it does so from its destination (rules 3.1).
func TestStepsOfABonus(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, crossing)
	s := steps.Of(&p, rulestest.Turn(t, p, "221-c6+122>212>221"))
	assert.Equal(t, square(t, "c5"), s.Movement.From)
	assert.Equal(t, square(t, "c6"), s.Movement.To)
	require.Len(t, s.Shift, 3)
	assert.Equal(t, rules.Ship221, s.Shift[2].Piece.Ship)
	assert.Equal(t, square(t, "c6"), s.Shift[2].From)
	assert.Equal(t, square(t, "c6"), s.Shift[1].To)
}

// TestMovementsGoRoundShips: a movement of two squares passes a free square (rules 2.2).
func TestMovementsGoRoundShips(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, sheet)
	s := steps.Of(&p, rulestest.Turn(t, p, "211-d3"))
	assert.Equal(t, rules.MakeSquare(3, 3), s.Movement.Via, "one of the two free corners")
	p = rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c3 b6d5b3a6c5a5d6b5 r - 0 -")
	s = steps.Of(&p, rulestest.Turn(t, p, "211-d3"))
	assert.Equal(t, rules.MakeSquare(4, 4), s.Movement.Via, "the only free corner")
	s = steps.Of(&p, rulestest.Turn(t, p, "211xb3"))
	assert.Equal(t, rules.MakeSquare(2, 4), s.Movement.Via)
}

func TestArrows(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		position, turn string
		arrows         int
		double         bool
	}{
		{opening, "112=221", 1, true},
		{exiles, "112=221", 2, false},
		{opening, "122>212>221", 3, false},
		{opening, "211-c4", 0, false},
	} {
		p := rulestest.Position(t, x.position)
		list, double := steps.Of(&p, rulestest.Turn(t, p, x.turn)).Arrows()
		assert.Len(t, list, x.arrows, x.turn)
		assert.Equal(t, x.double, double, x.turn)
	}
}

func TestStepsThatOverlap(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, opening)
	of := func(s string) steps.Turn { return steps.Of(&p, rulestest.Turn(t, p, s)) }
	assert.True(t, of("211-c4").Follows(of("211-c3")), "both enter c3")
	assert.True(t, of("211-c3").Follows(of("211-b3")), "both enter c3")
	assert.False(t, of("211-c3").Follows(of("112-d3")), "another ship")
	assert.False(t, of("112=221").Follows(of("112=221")), "no movement")
	near := rulestest.Position(t, sheet)
	both := steps.Of(&near, rulestest.Turn(t, near, "222-c3"))
	assert.False(t, both.Follows(steps.Of(&near, rulestest.Turn(t, near, "112-c2"))), "another ship, which enters c2 as well")
}
