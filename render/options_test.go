package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	got := o.fit(&p)
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
		assert.Zero(t, o.fit(&p).Before, name)
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
