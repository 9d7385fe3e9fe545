package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// The eight ships, their digits, classes and partners (rules 1.2, 1.3, 2.4).
func TestShips(t *testing.T) {
	t.Parallel()
	tests := []struct {
		ship                    rules.Ship
		text                    string
		sails, cannons, shields int
		class                   rules.Class
		complement              string
	}{
		{rules.Ship111, "111", 1, 1, 1, rules.Corvette, "222"},
		{rules.Ship112, "112", 1, 1, 2, rules.Frigate, "221"},
		{rules.Ship121, "121", 1, 2, 1, rules.Frigate, "212"},
		{rules.Ship122, "122", 1, 2, 2, rules.Destroyer, "211"},
		{rules.Ship211, "211", 2, 1, 1, rules.Frigate, "122"},
		{rules.Ship212, "212", 2, 1, 2, rules.Destroyer, "121"},
		{rules.Ship221, "221", 2, 2, 1, rules.Destroyer, "112"},
		{rules.Ship222, "222", 2, 2, 2, rules.Cruiser, "111"},
	}
	for i, test := range tests {
		s := test.ship
		assert.Equal(t, s, rules.Ships()[i])
		assert.Equal(t, test.text, s.String())
		assert.Equal(t, []int{test.sails, test.cannons, test.shields},
			[]int{s.Sails(), s.Cannons(), s.Shields()}, test.text)
		assert.Equal(t, test.class, s.Class(), test.text)
		assert.Equal(t, test.complement, s.Complement().String())
	}
	assert.Equal(t, rules.NoClass, rules.NoShip.Class())
	assert.Equal(t, rules.NoShip, rules.NoShip.Complement())
}

func TestZeroValues(t *testing.T) {
	t.Parallel()
	var p rules.Position
	assert.Equal(t, "-", p.Diagram())
	assert.Empty(t, p.AppendTurns(nil))
	assert.Zero(t, p.CountTurns())
	assert.False(t, p.Outcome(rules.DefaultStallLimit).Over())
	assert.Equal(t, rules.GameOver, refusal(t, p.Check(rules.Pass)))
	assert.Zero(t, rules.NoBoard.Rows())
	assert.Zero(t, rules.NoBoard.Columns())
	assert.Equal(t, []string{"-", "-", "---", "--", "", ""}, []string{rules.NoBoard.String(),
		rules.NoColor.String(), rules.NoShip.String(), rules.NoSquare.String(),
		rules.NoShift.String(), rules.NoTurn.String()})
	assert.Equal(t, [3]rules.Ship{}, rules.NoShift.Ships())
	assert.Equal(t, uint64(1), rules.Perft(p, 0))
}
