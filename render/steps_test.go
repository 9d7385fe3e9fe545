package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// square reads a square, "--" as that of an exiled ship.
func square(t *testing.T, s string) rules.Square {
	t.Helper()
	if s == "--" {
		return rules.NoSquare
	}
	at, err := rules.ParseSquare(s)
	require.NoError(t, err)
	return at
}

// stepOf returns the step of a ship from a square to another, by way of a third.
func stepOf(t *testing.T, piece rules.Piece, squares ...string) step {
	t.Helper()
	s := step{piece: piece, from: square(t, squares[0]), to: square(t, squares[1])}
	if len(squares) > 2 {
		s.via = square(t, squares[2])
	}
	return s
}

func TestSteps(t *testing.T) {
	t.Parallel()
	red := func(s rules.Ship) rules.Piece { return rules.Piece{Color: rules.Red, Ship: s} }
	blue := func(s rules.Ship) rules.Piece { return rules.Piece{Color: rules.Blue, Ship: s} }
	for _, x := range []struct {
		position, turn string
		want           steps
	}{
		{opening, "211-c4", steps{movement: stepOf(t, red(rules.Ship211), "c2", "c4", "c3")}},
		{opening, "112-d3", steps{movement: stepOf(t, red(rules.Ship112), "d2", "d3")}},
		{sheet, "211xb3", steps{movement: stepOf(t, red(rules.Ship211), "c4", "b3", "c3"),
			expelled: stepOf(t, blue(rules.Ship121), "b3", "--")}},
		{opening, "112=221", steps{swap: true, shift: []step{
			stepOf(t, red(rules.Ship112), "d2", "a1"), stepOf(t, red(rules.Ship221), "a1", "d2")}}},
		{exiles, "112=221", steps{swap: true, shift: []step{
			stepOf(t, blue(rules.Ship112), "c4", "--"), stepOf(t, blue(rules.Ship221), "--", "c4")}}},
		{opening, "122>212>221", steps{shift: []step{stepOf(t, red(rules.Ship122), "b2", "d1"),
			stepOf(t, red(rules.Ship212), "d1", "a1"), stepOf(t, red(rules.Ship221), "a1", "b2")}}},
		{opening, "pass", steps{}},
	} {
		p := position(t, x.position)
		if x.turn == "pass" {
			assert.Equal(t, x.want, newSteps(&p, rules.Pass))
			continue
		}
		assert.Equal(t, x.want, newSteps(&p, turn(t, p, x.turn)), "%s %s", x.position, x.turn)
	}
}

// TestStepsOfABonus: the ship that moved takes part in the bonus from where it arrived (rules 3.1).
func TestStepsOfABonus(t *testing.T) {
	t.Parallel()
	p := position(t, crossing)
	s := newSteps(&p, turn(t, p, "221-c6+122>212>221"))
	assert.Equal(t, square(t, "c5"), s.movement.from)
	assert.Equal(t, square(t, "c6"), s.movement.to)
	require.Len(t, s.shift, 3)
	assert.Equal(t, rules.Ship221, s.shift[2].piece.Ship)
	assert.Equal(t, square(t, "c6"), s.shift[2].from)
	assert.Equal(t, square(t, "c6"), s.shift[1].to)
}

// TestMovementsGoRoundShips: a movement of two squares enters a free one between them (rules 2.2).
func TestMovementsGoRoundShips(t *testing.T) {
	t.Parallel()
	p := position(t, sheet)
	s := newSteps(&p, turn(t, p, "211-d3"))
	assert.Equal(t, rules.MakeSquare(3, 3), s.movement.via, "one of the two free corners")
	p = position(t, "6x4 b1d2a3a1c4a4d1c3 b6d5b3a6c5a5d6b5 r - 0 -")
	s = newSteps(&p, turn(t, p, "211-d3"))
	assert.Equal(t, rules.MakeSquare(4, 4), s.movement.via, "the only free corner")
	s = newSteps(&p, turn(t, p, "211xb3"))
	assert.Equal(t, rules.MakeSquare(2, 4), s.movement.via)
}

// TestArrows: a swap on the board is one arrow with two heads; one with exile is two.
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
		p := position(t, x.position)
		list, double := newSteps(&p, turn(t, p, x.turn)).arrows()
		assert.Len(t, list, x.arrows, x.turn)
		assert.Equal(t, x.double, double, x.turn)
	}
}

func TestStepsThatOverlap(t *testing.T) {
	t.Parallel()
	p := position(t, opening)
	of := func(s string) steps { return newSteps(&p, turn(t, p, s)) }
	assert.True(t, of("211-c4").follows(of("211-c3")), "both enter c3")
	assert.True(t, of("211-c3").follows(of("211-b3")), "both enter c3")
	assert.False(t, of("211-c3").follows(of("112-d3")), "another ship")
	assert.False(t, of("112=221").follows(of("112=221")), "no movement")
	assert.True(t, of("122>212>221").sharesPlaces(of("122>221>212")))
	assert.False(t, of("122>212>221").sharesPlaces(of("112>121>211")))
	assert.False(t, of("122>212>221").sharesPlaces(of("112=221")))
}
