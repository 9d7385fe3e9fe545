package render

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

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
