package turns

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

// TestAltTextOfAttacks: ships that are marked as attacked are named, the corvette once.
func TestAltTextOfAttacks(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b")
	require.NoError(t, err)
	marked := render.Options{Marks: render.Marks{Attacked: true}}
	assert.Contains(t, Alt(english(t), 2, render.Describe(p, marked)), "Red is to move. Blue's corvette is "+
		"under attack. Also under attack: Red 221 on c4, Blue 122 on b5, Blue 212 on e4 and Blue 222 on d5. Row 5:")
	assert.NotContains(t, Alt(english(t), 2, render.Describe(p, render.Options{})), "nder attack:")
	p, err = rules.ParsePosition("6x4 b1d2a2b2c4d1a1c1 b6d5a5b5c5d6a6c6 r - 1 -")
	require.NoError(t, err)
	assert.Contains(t, Alt(english(t), 1, render.Describe(p, marked)),
		"Red is to move. Under attack: Red 211 on c4 and Blue 211 on c5. Row 6:")
}

func TestStripAlt(t *testing.T) {
	t.Parallel()
	const blue = "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"
	tests := []struct {
		name string
		g    *rules.Game
		want string
	}{
		{"before the first turn", playing(t), "The board before the first turn. Red is to move."},
		{"one", playing(t, "pass"),
			"The board after the last turn. Turn 1, Red: pass. Blue is to move."},
		{"three of five", playing(t, "pass", "pass", "211-c4", "112=221", "211xc5"),
			"The board after each of the last 3 turns, side by side. Turn 3, Red: 211-c4 (211 sails from c2). " +
				"Turn 4, Blue: 112=221 (swap: 112 to a6 and 221 to d5). " +
				"Turn 5, Red: 211xc5 (211 sails from c4 and expels Blue 211). Blue is to move."},
		{"from Blue's turn to the end", turnsFrom(t, blue, 40, "112-d4", "121xb3"),
			"The board after each of the last 2 turns, side by side. Turn 1, Blue: 112-d4 (112 sails from d5). " +
				"Turn 2, Red: 121xb3 (121 sails from a3 and expels Blue 111). Red has won."},
		{"agreed", ended(t, rules.Agreement, rules.NoColor, "pass"),
			"The board after the last turn. Turn 1, Red: pass. Blue has a semi-victory."},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, StripAlt(english(t), test.g), test.name)
	}
}

func TestAltTextIsShortEnough(t *testing.T) {
	t.Parallel()
	en := english(t)
	for _, b := range rules.Boards() {
		assert.Less(t, len([]rune(Alt(en, 0,
			render.Describe(rules.Start(b, true), render.Options{})))), 1024/2, "of what Discord takes")
	}
}
