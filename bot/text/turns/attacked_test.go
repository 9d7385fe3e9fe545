package turns

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// TestAttacked: each attacked ship has a line, the reader's own ships first, worded from the reader's point of view.
func TestAttacked(t *testing.T) {
	t.Parallel()
	const sheet = "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
	const corvette = "5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 b - 36 b"
	tests := []struct {
		name, position string
		side           rules.Color
		want           []string
	}{
		{"to Red", sheet, rules.Red, []string{
			"Your 121 on a3 is attacked by 121 on b3.",
			"Your 211 on c4 is attacked by 211 on c5 and 222 on b5.",
			"Your 212 on a4 is attacked by 222 on b5.",
			"Their 121 on b3 is attacked by your 121 on a3, 211 on c4 and 212 on a4.",
			"Their 211 on c5 is attacked by your 211 on c4."}},
		{"to Blue", sheet, rules.Blue, []string{
			"Your 121 on b3 is attacked by 121 on a3, 211 on c4 and 212 on a4.",
			"Your 211 on c5 is attacked by 211 on c4.",
			"Their 121 on a3 is attacked by your 121 on b3.",
			"Their 211 on c4 is attacked by your 211 on c5 and 222 on b5.",
			"Their 212 on a4 is attacked by your 222 on b5."}},
		{"to a spectator", sheet, rules.NoColor, []string{
			"Red 121 on a3 is attacked by Blue 121 on b3.",
			"Red 211 on c4 is attacked by Blue 211 on c5 and 222 on b5.",
			"Red 212 on a4 is attacked by Blue 222 on b5.",
			"Blue 121 on b3 is attacked by Red 121 on a3, 211 on c4 and 212 on a4.",
			"Blue 211 on c5 is attacked by Red 211 on c4."}},
		{"the reader's corvette", "6x4 b3-------------- b6------b5------ r - 0 -", rules.Red, []string{
			"**Your corvette on b3 is attacked by 211 on b5.**"}},
		{"the other's", "6x4 b3-------------- b6------b5------ r - 0 -", rules.Blue, []string{
			"**Their corvette on b3 is attacked by your 211 on b5.**"}},
		{"somebody's", "6x4 b3-------------- b6------b5------ r - 0 -", rules.NoColor, []string{
			"**Red's corvette on b3 is attacked by Blue 211 on b5.**"}},
		{"nothing", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -", rules.Red,
			[]string{"Nothing is attacked."}},
		{"positioning", "6x4 b3-------------- b4-------------- r rb 0 -", rules.Red,
			[]string{"Nothing is attacked."}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			assert.Equal(t, strings.Join(test.want, "\n"), Attacked(i18ntest.English(), p, test.side))
		})
	}
	p := rulestest.Position(t, corvette)
	said := strings.Split(Attacked(i18ntest.English(), p, rules.Blue), "\n")
	assert.Equal(t, "**Your corvette on c3 is attacked by 122 on b3, 221 on c4 and 222 on d2.**", said[0])
	assert.Equal(t, "Nothing is attacked.", Attacked(i18ntest.English(), rules.Position{}, rules.Red))
}

// TestRisks: a player reads what a turn exposes, but not what was already exposed.
func TestRisks(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, position, turn, want string }{
		{"it goes where it can be expelled", "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", "211-c3",
			"Your 211 on c3 could then be expelled by 121 on b3 and 211 on c5."},
		{"what was exposed stays unsaid", "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -", "112-d3", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			turn := rulestest.Turn(t, p, test.turn)
			assert.Equal(t, test.want, Risks(i18ntest.English(), p, turn))
		})
	}
}
