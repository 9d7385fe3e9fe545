package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/i18n/i18ntest"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/rulestest"
)

func seen(g *rules.Game, o render.Options) render.Description {
	o.Limit, o.Outcome = g.Limit(), g.Outcome()
	o.Before, o.Last = g.Last()
	return render.Describe(g.Position(), o)
}

func TestAltText(t *testing.T) {
	t.Parallel()
	g := rulestest.GameFrom(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", 40, "211xb3")
	p := g.Position()
	answer := rulestest.Turn(t, p, "222-b4")
	d := seen(g, render.Options{View: render.BlueView, Marks: render.Marks{Hints: []rules.Turn{answer}}})
	told := func(story string) string {
		return strings.Join([]string{"MAD on the 6x4 board after 1 turn.", story,
			"Blue to move.", "Arrows show 222-b4.",
			"Row 1: d1 Red 221, c1 Red 222, b1 Red 111, a1 Red 122.", "Row 2: d2 Red 112.",
			"Row 3: b3 Red 211, a3 Red 121.", "Row 4: a4 Red 212.",
			"Row 5: d5 Blue 112, c5 Blue 211, b5 Blue 222, a5 Blue 212.",
			"Row 6: d6 Blue 221, b6 Blue 111, a6 Blue 122.", "In exile: Blue 121.",
			"Without expulsion: 0/40."}, " ")
	}
	assert.Equal(t, told("Red's 211 sails from c4 to b3 and expels Blue's 121. Blue's 222 on b5 now attacks Red's 211 on b3."),
		Alt(i18ntest.English(), g, rules.NoColor, d))
	assert.Equal(t, told("Red's 211 sails from c4 to b3 and expels your 121. "+
		"Your 222 on b5 now attacks Red's 211 on b3."),
		Alt(i18ntest.English(), g, rules.Blue, d))
}

func TestAltTextOfDangerAndEnd(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	g := rulestest.GameFrom(t, "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b", 40)
	text := Alt(en, g, rules.NoColor, seen(g, render.Options{}))
	assert.Contains(t, text, "MAD on the 5x5 board")
	assert.Contains(t, text, "Red to move. Blue's corvette is under attack. Row 5:")
	assert.Contains(t, text, "In exile: Red 121; Blue 121 and 211.")
	assert.Contains(t, Alt(en, g, rules.Blue, seen(g, render.Options{})), "Your corvette is under attack. Row 5:")
	ended := func(o rules.Outcome) string {
		return Alt(en, g, rules.NoColor, render.Describe(g.Position(), render.Options{Outcome: o}))
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
	en, marked := i18ntest.English(), render.Options{Marks: render.Marks{Attacked: true}}
	g := rulestest.GameFrom(t, "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b", 40)
	assert.Contains(t, Alt(en, g, rules.NoColor, seen(g, marked)), "Red to move. Blue's corvette is "+
		"under attack. Also under attack: Red 221 on c4, Blue 122 on b5, Blue 212 on e4 and Blue 222 on d5. Row 5:")
	assert.NotContains(t, Alt(en, g, rules.NoColor, seen(g, render.Options{})), "nder attack:")
	g = rulestest.GameFrom(t, "6x4 b1d2a2b2c4d1a1c1 b6d5a5b5c5d6a6c6 r - 1 -", 40)
	assert.Contains(t, Alt(en, g, rules.NoColor, seen(g, marked)),
		"Red to move. Under attack: Red 211 on c4 and Blue 211 on c5. Row 6:")
}

func TestStripAlt(t *testing.T) {
	t.Parallel()
	const blue = "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"
	tests := []struct {
		name string
		g    *rules.Game
		want string
	}{
		{"before the first turn", playing(t), "The board before the first turn. Red to move."},
		{"one", playing(t, "pass"),
			"The board, turn by turn. Round 1, Red: pass. Blue to move."},
		{"three of five", playing(t, "pass", "pass", "211-c4", "112=221", "211xc5"),
			"The board, turn by turn. Round 2, Red: 211-c4 (211 sails from c2). " +
				"Round 2, Blue: 112=221 (swap: 112 to a6 and 221 to d5). " +
				"Round 3, Red: 211xc5 (211 sails from c4 and expels Blue 211). Blue to move."},
		{"from Blue's turn to the end", rulestest.GameFrom(t, blue, 40, "112-d4", "121xb3"),
			"The board, turn by turn. Round 1, Blue: 112-d4 (112 sails from d5). " +
				"Round 2, Red: 121xb3 (121 sails from a3 and expels Blue 111). Red has won."},
		{"agreed", ended(t, rules.Agreement, rules.NoColor, "pass"),
			"The board, turn by turn. Round 1, Red: pass. Blue has a semi-victory."},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, StripAlt(i18ntest.English(), test.g), test.name)
	}
}

func TestStripAhead(t *testing.T) {
	t.Parallel()
	for shown, want := range map[int]string{1: "The board, turn by turn, as expected. Round 1, Blue: pass.",
		2: "The board, turn by turn, as expected. Round 1, Red: pass."} {
		assert.True(t, strings.HasPrefix(StripAhead(i18ntest.English(), playing(t, "pass", "pass"), shown), want), want)
	}
}

// TestAltText_Length: an alt text fits into Discord's limit with everything it can contain, in any game.
func TestAltText_Length(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	rapid.Check(t, func(rt *rapid.T) {
		g := anyGame(rt)
		for _, side := range []rules.Color{rules.NoColor, rules.Red, rules.Blue} {
			text := Alt(en, g, side, seen(g, render.Options{Marks: render.Marks{Attacked: true}}))
			require.LessOrEqual(rt, len([]rune(text)), 1024, text)
			require.LessOrEqual(rt, len([]rune(BoardDetails(en, g, side, side))), 1200, "beside what a message says")
		}
	})
}

// anyGame draws a game of random legal turns, in progress or over.
func anyGame(t *rapid.T) *rules.Game {
	board := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
	g := rules.NewGame(rules.Options{Board: board, Positioning: true, StallLimit: 40})
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		p := g.Position()
		list := p.AppendTurns(nil)
		if g.Outcome().Over() || len(list) == 0 {
			break
		}
		require.NoError(t, g.Play(rapid.SampledFrom(list).Draw(t, "turn")))
	}
	return &g
}
