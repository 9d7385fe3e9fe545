package turns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// TestDescribeTurn: each kind of turn is described to its player, to the other player and to spectators.
func TestDescribeTurn(t *testing.T) {
	t.Parallel()
	const (
		start = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
		sheet = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
	)
	tests := []struct {
		name, position, turn string
		red, blue, watcher   string
	}{
		{"a movement", start, "122-b3", "Your 122 sails from b2 to b3.", "Red's 122 sails from b2 to b3.",
			"Red's 122 sails from b2 to b3."},
		{"one that attacks and is attacked", start, "211-c4",
			"Your 211 sails from c2 to c4 and now attacks Blue's 211 on c5. Blue's 211 on c5 now attacks your 211 on c4.",
			"Red's 211 sails from c2 to c4 and now attacks your 211 on c5. Your 211 on c5 now attacks Red's 211 on c4.",
			"Red's 211 sails from c2 to c4 and now attacks Blue's 211 on c5. Blue's 211 on c5 now attacks Red's 211 on c4."},
		{"one that attacks two, one of them the corvette", "6x4 b1------------c3 c6d5----a5------ r - 0 -", "222-c4",
			"Your 222 sails from c3 to c4 and now attacks Blue's 111 on c6 and Blue's 112 on d5.",
			"Red's 222 sails from c3 to c4 and now attacks your 111 on c6 and your 112 on d5.",
			"Red's 222 sails from c3 to c4 and now attacks Blue's 111 on c6 and Blue's 112 on d5."},
		{"an expulsion", sheet, "211xb3",
			"Your 211 sails from c4 to b3 and expels Blue's 121. Blue's 222 on b5 now attacks your 211 on b3.",
			"Red's 211 sails from c4 to b3 and expels your 121. Your 222 on b5 now attacks Red's 211 on b3.",
			"Red's 211 sails from c4 to b3 and expels Blue's 121. Blue's 222 on b5 now attacks Red's 211 on b3."},
		{"a swap", start, "112=221", "You swap 112 and 221: 112 is now on a1, 221 on d2.",
			"Red swaps 112 and 221: 112 is now on a1, 221 on d2.", "Red swaps 112 and 221: 112 is now on a1, 221 on d2."},
		{"a swap out of exile", "6x4 b1d2a2b2c2d1--c1 b6d5a5b5c5d6a6c6 r - 0 -", "112=221",
			"You swap 112 for 221: 112 goes into exile, and 221 returns to d2.",
			"Red swaps 112 for 221: 112 goes into exile, and 221 returns to d2.",
			"Red swaps 112 for 221: 112 goes into exile, and 221 returns to d2."},
		{"a rotation", start, "112>121>211", "You rotate three ships: 112 is now on a2, 121 on c2 and 211 on d2.",
			"Red rotates three ships: 112 is now on a2, 121 on c2 and 211 on d2.",
			"Red rotates three ships: 112 is now on a2, 121 on c2 and 211 on d2."},
		{"a rotation out of exile", "6x4 b1d2--b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -", "112>121>211",
			"You rotate three ships: 112 goes into exile, 121 returns to c2, and 211 is now on d2.",
			"Red rotates three ships: 112 goes into exile, 121 returns to c2, and 211 is now on d2.",
			"Red rotates three ships: 112 goes into exile, 121 returns to c2, and 211 is now on d2."},
		{"a pass", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", "pass", "You pass.", "Red passes.", "Red passes."},
		{"a bonus", "6x4 b1------------a5 c6-------------- r - 0 -", "222-a6+111=222",
			"Your 222 sails from a5 to a6. That step onto the last row earns a bonus. You swap 111 and 222: 111 is now on a6, 222 on b1.",
			"Red's 222 sails from a5 to a6. That step onto the last row earns a bonus. Red swaps 111 and 222: 111 is now on a6, 222 on b1.",
			"Red's 222 sails from a5 to a6. That step onto the last row earns a bonus. Red swaps 111 and 222: 111 is now on a6, 222 on b1."},
		{"a victory", "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 r - 36 b", "221xc3",
			"Your 221 sails from c4 to c3 and expels Blue's 111.", "Red's 221 sails from c4 to c3 and expels your 111.",
			"Red's 221 sails from c4 to c3 and expels Blue's 111."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := rulestest.GameFrom(t, test.position, 40, test.turn)
			assert.Equal(t, test.red, DescribeTurn(i18ntest.English(), g, rules.Red))
			assert.Equal(t, test.blue, DescribeTurn(i18ntest.English(), g, rules.Blue))
			assert.Equal(t, test.watcher, DescribeTurn(i18ntest.English(), g, rules.NoColor))
		})
	}
	assert.Empty(t, DescribeTurn(i18ntest.English(), playing(t), rules.Red))
}
