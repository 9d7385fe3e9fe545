package tap

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// TestTapsPerTurn counts the taps from the board that all see, under which the ships stand, to the turn that is
// played, on the shortest way: 3, but 4 for a turn with its bonus.
func TestTapsPerTurn(t *testing.T) {
	t.Parallel()
	for _, board := range rules.Boards() {
		t.Run(board.String(), func(t *testing.T) {
			t.Parallel()
			r, turns, taps := rand.New(rand.NewPCG(1, 1)), 0, 0
			for range 30 {
				g := rules.NewGame(rules.Options{Board: board, Positioning: true, StallLimit: 40})
				for !g.Outcome().Over() {
					p := g.Position()
					legal := p.AppendTurns(nil)
					turn := legal[r.IntN(len(legal))]
					n := tapsTo(t, p, turn)
					if !turn.HasBonus() {
						require.Equal(t, 3, n, "%v in %v", turn, p)
					}
					turns, taps = turns+1, taps+n
					require.NoError(t, g.Play(turn))
				}
			}
			average := float64(taps) / float64(turns)
			t.Logf("%d turns, %.3f taps each", turns, average)
			assert.LessOrEqual(t, average, 3.05)
		})
	}
}

// tapsTo is the least number of taps that plays a turn: the first is a ship under the board or Play, the last one
// Confirm or Without bonus.
func tapsTo(t *testing.T, p rules.Position, turn rules.Turn) int {
	t.Helper()
	type at struct {
		Selection
		taps int
	}
	ways := []at{{taps: 1}}
	for _, ship := range rules.Ships() {
		ways = append(ways, at{Selection{Ship: ship}, 1})
	}
	seen := map[Selection]bool{}
	for ; len(ways) > 0; ways = ways[1:] {
		now := ways[0]
		if now.Turn == turn {
			return now.taps + 1
		}
		if seen[now.Selection] {
			continue
		}
		seen[now.Selection] = true
		view := New(p, now.Selection)
		for _, row := range view.Rows {
			for _, cell := range row {
				if cell.Mark != NoMark {
					ways = append(ways, at{cell.Next, now.taps + 1})
				}
			}
		}
		for _, o := range view.Options {
			ways = append(ways, at{o.Next, now.taps + 1})
		}
	}
	require.Fail(t, "not to be tapped", "%v in %v", turn, p)
	return 0
}
