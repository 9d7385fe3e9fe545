package turns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules/rulestest"
)

func TestWords(t *testing.T) {
	t.Parallel()
	const (
		start = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
		near  = "6x4 b1d2a2b2c2d5a1c1 b6--a5b5c5a6d6c6 r - 0 r"
		out   = "6x4 b1--a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 b"
	)
	tests := []struct{ position, turn, want string }{
		{"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", "pass", "the fleet stays as it is"},
		{start, "211-c4", "211 sails from c2"},
		{start, "112=221", "swap: 112 to a1 and 221 to d2"},
		{start, "112>121>211", "rotation: 112 to a2, 121 to c2 and 211 to d2"},
		{out, "112=221", "swap: 112 out of exile to a1 and 221 into exile"},
		{near, "212xd6+121=212", "212 sails from d5 and expels Blue 221; bonus swap: 121 to d6 and 212 to a2"},
	}
	for _, test := range tests {
		t.Run(test.turn, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			turn := rulestest.Turn(t, p, test.turn)
			assert.Equal(t, test.want, Words(i18ntest.English(), p, turn))
		})
	}
}
