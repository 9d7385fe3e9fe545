package render

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

func TestFitLeavesOutWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	before := position(t, sheet)
	last := turn(t, before, "211xb3")
	p := before.Play(last)
	good := turn(t, p, "222-b4")
	hints := []rules.Turn{rules.Pass, good, last, good, good, good}
	o := Options{Last: last, Before: before, Marks: Marks{Targets: 9, Hints: hints},
		Outcome: rules.Outcome{Winner: 3, Reason: rules.Stall}}
	got := o.validFor(&p)
	assert.Equal(t, Options{Last: last, Before: before,
		Marks:   Marks{Hints: []rules.Turn{good, good, good}},
		Outcome: rules.Outcome{Reason: rules.Stall}}, got)
	assert.Equal(t, []rules.Turn{rules.Pass, good, last, good, good, good}, hints,
		"the caller's are as they were")
}

func TestFitKnowsWhatLedToThePosition(t *testing.T) {
	t.Parallel()
	before := position(t, sheet)
	p := before.Play(turn(t, before, "211xb3"))
	for name, o := range map[string]Options{
		"another turn":     {Before: before, Last: turn(t, before, "112-d3")},
		"another position": {Before: position(t, opening), Last: turn(t, position(t, opening), "211-c4")},
		"another board":    {Before: position(t, aiming), Last: turn(t, position(t, aiming), "221-d3")},
		"no turn":          {Before: before},
		"no position":      {Last: turn(t, before, "211xb3")},
	} {
		assert.Nil(t, Describe(p, o).Last, name)
		assert.Zero(t, o.validFor(&p).Before, name)
	}
}

func TestNamesAreRead(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes() {
		got, err := ParseTheme(theme.String())
		require.NoError(t, err)
		assert.Equal(t, theme, got)
	}
	for _, v := range []View{RedView, BlueView} {
		got, err := ParseView(v.String())
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	seen := map[string]bool{}
	for _, i := range Icons() {
		assert.False(t, seen[i.String()], i)
		seen[i.String()] = true
	}
}

// TestOddOptions: nothing that a caller asks to be marked prevents a picture: turns of another
// position or side, a wrong position before, ships and limits that do not exist.
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
				Attacked: rapid.Bool().Draw(t, "attacked"),
				Hints:    rapid.SliceOfN(turn, 0, 5).Draw(t, "hints")},
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
