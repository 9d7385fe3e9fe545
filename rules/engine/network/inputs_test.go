package network

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// A view has inputs for the winner and distance of a stall, the positioning turns to come, the corvettes' room, and the
// ships that could be expelled, the viewer's first.
func TestView_See(t *testing.T) {
	t.Parallel()
	const fleets = "6x4 a1d3b4c3-------- a6--d2----c4b5-- b"
	const own, enemy = inputEscape, inputEscape + escapesN + 1
	threat := func(side, ship int) int { return inputThreat + 2*(side*shipsN+ship-1) }
	red := []int{own + 2, threat(0, 2) + 1, threat(0, 3), enemy + 2, threat(1, 3), threat(1, 6) + 1, threat(1, 7) + 1}
	blue := []int{own + 2, threat(0, 3), threat(0, 6) + 1, threat(0, 7) + 1, enemy + 2, threat(1, 2) + 1, threat(1, 3)}
	for _, c := range []struct {
		position   string
		limit      rules.StallLimit
		side       rules.Color
		lead, open int
		rest       []int
	}{
		{fleets + " - 0 r", 40, rules.Red, 0, 0, red},
		{fleets + " - 4 r", 40, rules.Red, 0, 0, red},
		{fleets + " - 5 r", 40, rules.Red, 1, 0, red},
		{fleets + " - 39 r", 40, rules.Red, 7, 0, red},
		{fleets + " - 39 r", 0, rules.Red, 2 * eighths, 0, red},
		{fleets + " - 5 r", 40, rules.Blue, 1 + eighths, 0, blue},
		{fleets + " - 39 b", 40, rules.Blue, 7, 0, blue},
		{fleets + " - 5 -", 40, rules.Blue, 1, 0, blue}, // rules 5.4
		{fleets + " b 5 r", 40, rules.Red, 1, 2, red},
		{fleets + " b 5 r", 40, rules.Blue, 1 + eighths, 1, blue},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", 40, rules.Red, eighths, 3, []int{own, enemy}},
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", 40, rules.Blue, 0, 3, []int{own, enemy}},
	} {
		p := rulestest.Position(t, c.position)
		f := newFeatures(&p, c.limit)
		var v view
		v.see(&p, &f, c.side)
		want := append([]int{inputLead + c.lead, inputOpen + c.open}, c.rest...)
		assert.Equal(t, fmt.Sprint(want), fmt.Sprint(v.othersOn[:v.others]), "%v for %v", c.position, c.side)
	}
}
