package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/render"
	"madbot/rules"
)

func TestLists(t *testing.T) {
	t.Parallel()
	en := english(t)
	assert.Empty(t, and(en, nil))
	assert.Equal(t, "a", or(en, []string{"a"}))
	assert.Equal(t, "a and b", and(en, []string{"a", "b"}))
	assert.Equal(t, "a, b or c", or(en, []string{"a", "b", "c"}))
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "1 minute", 119 * time.Second: "1 minute", 119*time.Minute + 59*time.Second: "119 minutes",
		2 * time.Hour: "2 hours", 48*time.Hour - 1: "47 hours", 48 * time.Hour: "2 days",
	} {
		assert.Equal(t, want, duration(english(t), d), d)
	}
}

// TestQuote: what was typed can neither close the quotation nor fill the message.
func TestQuote(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "`a 'b' c`", quote(" a\n `b`  c "))
	long := quote(strings.Repeat("é", 61))
	assert.Equal(t, "`"+strings.Repeat("é", 59)+"…`", long)
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	en := english(t)
	all := []Permission{ViewChannel, SendMessages, SendInThreads, AttachFiles}
	const names = "**View Channel**, **Send Messages**, **Send Messages in Threads** or **Attach Files**."
	refused, ok := Refusal(en, RefuseHere(en, all))
	assert.True(t, ok)
	assert.Contains(t, refused, "in this channel I am not allowed to "+names)
	assert.Contains(t, Muted(en, all), "in this channel I am not allowed to "+names)
	assert.Equal(t, "**I could not post in <#5001>**, so nobody was told what happened in this match.",
		Untold(en, play.Venue{Guild: "7001", Channel: "5001"}))
	assert.Equal(t, "**I could not write to you in direct messages**, so you were not told what happened "+
		"in this match.", Untold(en, play.Venue{Channel: "5001"}))
}

func TestThemeNames(t *testing.T) {
	t.Parallel()
	en := english(t)
	var list []string
	for _, theme := range append(render.Themes(), 9) {
		list = append(list, ThemeName(en, theme)+": "+ThemeNote(en, theme))
	}
	assert.Equal(t, []string{"Cosmos: The arena in space", "Paper: Light, for bright rooms and for print",
		"Contrast: Strong colours, safe for the colour-blind", "Cosmos: The arena in space"}, list)
}

func TestTurn(t *testing.T) {
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
			p, err := rules.ParsePosition(test.position)
			assert.NoError(t, err)
			turn, err := p.ParseTurn(test.turn)
			assert.NoError(t, err)
			assert.Equal(t, test.want, Turn(english(t), p, turn))
		})
	}
}
