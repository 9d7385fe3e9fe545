package rules_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// perftNumbers are the numbers of rules 7, on which three independent programs agree.
var perftNumbers = []struct {
	board       rules.Board
	positioning bool
	leaves      []uint64
}{
	{rules.Board6x4, true, []uint64{9, 81, 1287, 20237, 374908, 6851822, 137432126}},
	{rules.Board6x4, false, []uint64{15, 222, 3934, 68892, 1335682, 25614154, 526691659}},
	{rules.Board5x5, true, []uint64{9, 81, 1587, 30969, 670528, 14344993, 333287382}},
	{rules.Board5x5, false, []uint64{18, 323, 6475, 128862, 2836430, 61696717, 1445675963}},
}

// Up to depth 6, and 7 with -soak.
func TestPerft(t *testing.T) {
	t.Parallel()
	for _, n := range perftNumbers {
		for i, want := range n.leaves {
			if i >= 6 && !*soak {
				break
			}
			t.Run(fmt.Sprintf("%v positioning %v depth %d", n.board, n.positioning, i+1),
				func(t *testing.T) {
					t.Parallel()
					assert.Equal(t, want, rules.Perft(rules.Start(n.board, n.positioning), i+1))
				})
		}
	}
}
