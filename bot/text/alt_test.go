package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render"
	"madbot/rules"
)

func TestAltText(t *testing.T) {
	t.Parallel()
	before, err := rules.ParsePosition("6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	require.NoError(t, err)
	last, err := before.ParseTurn("211xb3")
	require.NoError(t, err)
	p := before.Play(last)
	answer, err := p.ParseTurn("222-b4")
	require.NoError(t, err)
	d := render.Describe(p, render.Options{View: render.BlueView, Last: last, Before: before,
		Limit: 40, Marks: render.Marks{Hints: []rules.Turn{answer}}})
	assert.Equal(t, strings.Join([]string{"MAD on the 6x4 board after 7 turns.",
		"Red played 211xb3 and expelled Blue 121.", "Blue is to move.", "Arrows show 222-b4.",
		"Row 1: d1 Red 221, c1 Red 222, b1 Red 111, a1 Red 122.", "Row 2: d2 Red 112.",
		"Row 3: b3 Red 211, a3 Red 121.", "Row 4: a4 Red 212.",
		"Row 5: d5 Blue 112, c5 Blue 211, b5 Blue 222, a5 Blue 212.",
		"Row 6: d6 Blue 221, b6 Blue 111, a6 Blue 122.", "In exile: Blue 121.",
		"Quiet turns: 0 of 40."}, " "),
		Alt(english(t), 7, d))
}

func TestAltTextOfDangerAndEnd(t *testing.T) {
	t.Parallel()
	en := english(t)
	p, err := rules.ParsePosition("5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b")
	require.NoError(t, err)
	text := Alt(en, 2, render.Describe(p, render.Options{}))
	assert.Contains(t, text, "Red is to move. Blue's corvette is under attack. Row 5:")
	assert.Contains(t, text, "In exile: Red 121; Blue 121, 211.")
	ended := func(o rules.Outcome) string {
		return Alt(en, 2, render.Describe(p, render.Options{Outcome: o}))
	}
	assert.Contains(t, ended(rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}),
		"Red has won. Row")
	assert.Contains(t, ended(rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}),
		"Blue has a semi-victory. Row")
	assert.Contains(t, ended(rules.Outcome{Reason: rules.Aborted}), "nobody won. Row")
}

func TestAltTextIsShortEnough(t *testing.T) {
	t.Parallel()
	en := english(t)
	for _, b := range rules.Boards() {
		assert.Less(t, len([]rune(Alt(en, 0,
			render.Describe(rules.Start(b, true), render.Options{})))), 1024/2, "of what Discord takes")
	}
}
