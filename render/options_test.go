package render

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestFitLeavesOutWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	before := rulestest.Position(t, sheet)
	last := rulestest.Turn(t, before, "211xb3")
	p := before.Play(last)
	good := rulestest.Turn(t, p, "222-b4")
	hints := []rules.Turn{rules.Pass, good, last, good, good, good}
	o := Options{Last: last, Before: before, Marks: Marks{Targets: 9, Hints: hints, Played: last, Better: good},
		Outcome: rules.Outcome{Winner: 3, Reason: rules.Stall}}
	got := o.validFor(&p)
	assert.Equal(t, Options{Last: last, Before: before,
		Marks:   Marks{Hints: []rules.Turn{good, good, good}, Better: good},
		Outcome: rules.Outcome{Reason: rules.Stall}}, got)
	assert.Equal(t, []rules.Turn{rules.Pass, good, last, good, good, good}, hints,
		"the caller's are as they were")
}

func TestFitKnowsWhatLedToThePosition(t *testing.T) {
	t.Parallel()
	before := rulestest.Position(t, sheet)
	p := before.Play(rulestest.Turn(t, before, "211xb3"))
	for name, o := range map[string]Options{
		"another turn":     {Before: before, Last: rulestest.Turn(t, before, "112-d3")},
		"another position": {Before: rulestest.Position(t, opening), Last: rulestest.Turn(t, rulestest.Position(t, opening), "211-c4")},
		"another board":    {Before: rulestest.Position(t, aiming), Last: rulestest.Turn(t, rulestest.Position(t, aiming), "221-d3")},
		"no turn":          {Before: before},
		"no position":      {Last: rulestest.Turn(t, before, "211xb3")},
	} {
		assert.Nil(t, Describe(p, o).Last, name)
		assert.Zero(t, o.validFor(&p).Before, name)
	}
}

// TestAnyPicture: any position of a game can be drawn and described with any marks: turns of the other side or none, a
// wrong position before, unknown ships and limits.
func TestAnyPicture(t *testing.T) {
	t.Parallel()
	r, checked := renderer(t), 0
	rapid.Check(t, func(t *rapid.T) {
		p := rules.Start(rapid.SampledFrom(rules.Boards()).Draw(t, "board"), rapid.Bool().Draw(t, "positioning"))
		skipped := p.Skip()
		odd := skipped.AppendTurns([]rules.Turn{rules.NoTurn, rules.Pass})
		before, last := rules.Position{}, rules.NoTurn
		turns := p.AppendTurns(nil)
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			if len(turns) == 0 {
				break
			}
			before, last = p, rapid.SampledFrom(turns).Draw(t, "turn")
			p = p.Play(last)
			turns = p.AppendTurns(nil)
		}
		if rapid.Bool().Draw(t, "wrong") {
			last = rapid.SampledFrom(odd).Draw(t, "last")
		}
		o := Options{Width: MinWidth, View: View(rapid.IntRange(0, 9).Draw(t, "view")), Last: last, Before: before,
			Limit: rules.StallLimit(rapid.IntRange(-1, 500).Draw(t, "limit")),
			Marks: Marks{Targets: rules.Ship(rapid.Uint8Range(0, 9).Draw(t, "targets")),
				Attacked: rapid.Bool().Draw(t, "attacked"),
				Played:   rapid.SampledFrom(append(odd, turns...)).Draw(t, "played"),
				Better:   rapid.SampledFrom(append(odd, turns...)).Draw(t, "better"),
				Hints:    rapid.SliceOfN(rapid.SampledFrom(append(odd, turns...)), 0, 5).Draw(t, "hints")}}
		o.Outcome = p.Outcome(o.Limit)
		if rapid.Bool().Draw(t, "over") {
			o.Outcome = rules.Outcome{Winner: rules.Color(rapid.Uint8Range(0, 4).Draw(t, "winner")),
				Reason: rules.Reason(rapid.Uint8Range(0, 12).Draw(t, "reason"))}
		}
		Describe(p, o)
		if checked++; checked%4 == 0 { // to draw takes much longer
			require.NoError(t, r.Board(io.Discard, p, o))
		}
	})
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
