package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestTextBoard(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	g := rulestest.GameFrom(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", 40, "211xb3")
	assert.Equal(t, strings.Join([]string{
		"Round 1. You're Blue, and it's your turn.",
		"Red's 211 sails from c4 to b3 and expels your 121. Your 222 on b5 now attacks Red's 211 on b3.",
		"The board as Blue sees it, from the far row to the near one:",
		"Row 1: d1 Red 221, c1 Red 222, b1 Red 111, a1 Red 122.", "Row 2: d2 Red 112.",
		"Row 3: b3 Red 211, a3 Red 121.", "Row 4: a4 Red 212.",
		"Row 5: d5 Blue 112, c5 Blue 211, b5 Blue 222, a5 Blue 212.",
		"Row 6: d6 Blue 221, b6 Blue 111, a6 Blue 122.",
		"Red's ships under attack: 211 on b3 and 212 on a4.", "In exile: Blue 121.",
		"Without expulsion: 0/40. If the game stopped now, Red would have a semi-victory, ½ to 0.",
	}, "\n"), TextBoard(en, g, rules.Blue, rules.Blue))
	lines := strings.Split(TextBoard(en, g, rules.Red, rules.Red), "\n")
	assert.Equal(t, []string{"Round 1. You're Red, and it's Blue's turn.",
		"Your 211 sails from c4 to b3 and expels Blue's 121. Blue's 222 on b5 now attacks your 211 on b3.",
		"The board as Red sees it, from the far row to the near one:",
		"Row 6: a6 Blue 122, b6 Blue 111, d6 Blue 221."}, lines[:4])
	assert.Equal(t, []string{"Your ships under attack: 211 on b3 and 212 on a4.", "In exile: Blue 121.",
		"Without expulsion: 0/40. If the game stopped now, Red would have a semi-victory, ½ to 0."},
		lines[9:])
	lines = strings.Split(TextBoard(en, g, rules.NoColor, rules.NoColor), "\n")
	assert.Equal(t, "Round 1. Blue to move.", lines[0])
	assert.Equal(t, "Without expulsion: 0/40. If the game stopped now, Red would have a semi-victory, ½ to 0.", lines[11])
	flipped := strings.Split(TextBoard(en, g, rules.Red, rules.Blue), "\n")
	assert.Equal(t, "Round 1. You're Red, and it's Blue's turn.", flipped[0])
	assert.Equal(t, "The board as Blue sees it, from the far row to the near one:", flipped[2])
	assert.Equal(t, "Row 1: d1 Red 221, c1 Red 222, b1 Red 111, a1 Red 122.", flipped[3])
}

// TestTextBoard_States: the lines above and below the rows, in every state of a game.
func TestTextBoard_States(t *testing.T) {
	t.Parallel()
	const threatened = "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b"
	const board = "The board as Red sees it, from the far row to the near one:"
	tests := []struct {
		name                string
		g                   *rules.Game
		first, second, last string
	}{
		{"the beginning", playing(t),
			"Round 1. You're Red, and it's your turn. This is Red's positioning turn: a swap, a rotation or a pass.",
			board, "Without expulsion: 0/40. If the game stopped now, Blue would have a semi-victory, ½ to 0."},
		{"Blue's positioning turn", playing(t, "pass"),
			"Round 1. You're Red, and it's Blue's turn. This is Blue's positioning turn: a swap, a rotation or a " +
				"pass.", "You pass.",
			"Without expulsion: 1/40. If the game stopped now, Blue would have a semi-victory, ½ to 0."},
		{"no limit, a corvette in danger", rulestest.GameFrom(t, threatened, 0),
			"Round 1. You're Red, and it's your turn.", "Blue's corvette is under attack.",
			"Without expulsion: 36. If the game stopped now, Blue would have a semi-victory, ½ to 0."},
		{"won", rulestest.GameFrom(t, threatened, 40, "221xc3"),
			"**Red wins: Blue's corvette is in exile.**", "Your 221 sails from c4 to c3 and expels Blue's 111.",
			"Without expulsion: 0/40."},
		{"stalled", rulestest.GameFrom(t, threatened, 37, "111-a1"),
			"**Semi-victory for Blue:** 37 turns in a row without an expulsion. Blue made the last expulsion.",
			"Your 111 sails from b1 to a1.", "Without expulsion: 37/37."},
		{"resigned", ended(t, rules.Resignation, rules.Blue, "pass", "pass", "211-c4", "112-d4"),
			"**Red wins: Blue resigned.**",
			"Blue's 112 sails from d5 to d4.", "Without expulsion: 4/40."},
	}
	for _, test := range tests {
		lines := strings.Split(TextBoard(i18ntest.English(), test.g, rules.Red, rules.Red), "\n")
		assert.Equal(t, test.first, lines[0], test.name)
		assert.Equal(t, test.second, lines[1], test.name)
		assert.Equal(t, test.last, lines[len(lines)-1], test.name)
	}
	assert.Empty(t, TextBoard(i18ntest.English(), &rules.Game{}, rules.Red, rules.Red))
}

// TestTextBoard_Length: a text board fits in a message, even with both fleets in the arena after the longest turn.
func TestTextBoard_Length(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		g := rules.NewGame(rules.Options{Board: b, Positioning: true, StallLimit: 200})
		assert.Less(t, len([]rune(TextBoard(i18ntest.English(), &g, rules.Blue, rules.Blue))), 1000)
	}
}

func TestGrid(t *testing.T) {
	t.Parallel()
	g := rulestest.GameFrom(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", 40, "211xb3")
	const red = "```\n" +
		"6 b122 b111   .  b221\n" +
		"5 b212 b222 b211 b112\n" +
		"4 r212   .    .    .\n" +
		"3 r121 r211   .    .\n" +
		"2   .    .    .  r112\n" +
		"1 r122 r111 r222 r221\n" +
		"    a    b    c    d\n```"
	const blue = "```\n" +
		"1 r221 r222 r111 r122\n" +
		"2 r112   .    .    .\n" +
		"3   .    .  r211 r121\n" +
		"4   .    .    .  r212\n" +
		"5 b112 b211 b222 b212\n" +
		"6 b221   .  b111 b122\n" +
		"    d    c    b    a\n```"
	assert.Equal(t, red, Grid(g.Position(), rules.Red))
	assert.Equal(t, red, Grid(g.Position(), rules.NoColor))
	assert.Equal(t, blue, Grid(g.Position(), rules.Blue))
	assert.Empty(t, Grid(rules.Position{}, rules.Red))
}
