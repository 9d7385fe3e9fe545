package render

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestTargetsOf(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, lastRow)
	targets, shifts := targetsOf(&p, rules.Ship221)
	assert.Contains(t, targets, target{square: rules.MakeSquare(3, 5), bonus: true})
	assert.Contains(t, targets, target{square: rules.MakeSquare(3, 3), expels: true})
	assert.Contains(t, shifts, rules.Swap112x221)
	for _, s := range shifts {
		assert.True(t, s.Includes(rules.Ship221), s)
	}
	seen := map[rules.Square]bool{}
	for _, g := range targets {
		assert.False(t, seen[g.square], "%s twice", g.square)
		seen[g.square] = true
	}
}
