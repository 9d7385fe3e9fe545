package render

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

// TestOddOptions: whatever a caller asks to be marked, a picture comes out: turns of another
// position or side, a position before that is not, ships and limits that do not exist.
func TestOddOptions(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	turns := everyTurn(t)
	positions := []rules.Position{{}, rules.Start(rules.Board6x4, true),
		rules.Start(rules.Board5x5, false), position(t, sheet), position(t, exiles),
		position(t, lastRow), position(t, lost)}
	rapid.Check(t, func(t *rapid.T) {
		turn, at := rapid.SampledFrom(turns), rapid.SampledFrom(positions)
		p := at.Filter(func(p rules.Position) bool { return p != rules.Position{} }).Draw(t, "position")
		o := Options{Width: MinWidth, View: View(rapid.IntRange(0, 9).Draw(t, "view")),
			Last: turn.Draw(t, "last"), Before: at.Draw(t, "before"),
			Limit: rules.StallLimit(rapid.IntRange(-1, 500).Draw(t, "limit")),
			Marks: Marks{Targets: rules.Ship(rapid.Uint8().Draw(t, "targets")),
				Hints: rapid.SliceOfN(turn, 0, 5).Draw(t, "hints")},
			Outcome: rules.Outcome{Winner: rules.Color(rapid.Uint8Range(0, 4).Draw(t, "winner")),
				Reason: rules.Reason(rapid.Uint8Range(0, 12).Draw(t, "reason"))}}
		var b bytes.Buffer
		require.NoError(t, r.Board(&b, p, o))
		Describe(p, o)
	})
}

// everyTurn returns turns of several positions, and none.
func everyTurn(t *testing.T) []rules.Turn {
	turns := []rules.Turn{rules.NoTurn, rules.Pass}
	for _, s := range []string{opening, sheet, exiles, crossing, lastRow, lost} {
		p := position(t, s)
		turns = p.AppendTurns(turns)
		skipped := p.Skip()
		turns = skipped.AppendTurns(turns)
	}
	return turns
}
