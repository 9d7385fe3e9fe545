package turns

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestList(t *testing.T) {
	t.Parallel()
	const (
		straight = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"
		blue     = "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"
	)
	four := []string{"pass", "112=221", "211-c4", "112-d4"}
	tests := []struct {
		name string
		g    *rules.Game
		want []string
	}{
		{"before the first turn", playing(t), []string{"No turn has been played yet."}},
		{"Red's turn alone", playing(t, "pass"), []string{"**1.** Red pass"}},
		{"both sides", playing(t, "pass", "112=221", "211-c4"),
			[]string{"**1.** Red pass · Blue 112=221", "**2.** Red 211-c4"}},
		{"without positioning", rulestest.GameFrom(t, straight, 40, "211-c4", "211xc4"),
			[]string{"**1.** Red 211-c4 · Blue 211xc4"}},
		{"Blue begins", rulestest.GameFrom(t, blue, 40, "112-d4", "112-d3", "211-c6"),
			[]string{"**1.** Blue 112-d4", "**2.** Red 112-d3 · Blue 211-c6"}},
		{"the corvette", rulestest.GameFrom(t, blue, 40, "112-d4", "112-d3", "211-c6", "121xb3"),
			[]string{"**1.** Blue 112-d4", "**2.** Red 112-d3 · Blue 211-c6", "**3.** Red 121xb3",
				"**Red wins: Blue's corvette is in exile.**"}},
		{"stalled", rulestest.GameFrom(t, straight, 2, "112=221", "112=221"),
			[]string{"**1.** Red 112=221 · Blue 112=221",
				"**Semi-victory for Blue:** 2 turns in a row without an expulsion. " +
					"No ship was ever expelled, which counts for Blue."}},
		{"resigned", ended(t, rules.Resignation, rules.Blue, "pass", "pass", "211-c4", "112-d4"),
			[]string{"**1.** Red pass · Blue pass", "**2.** Red 211-c4 · Blue 112-d4",
				"**Red wins: Blue resigned.**"}},
		{"out of time", ended(t, rules.TimeLoss, rules.Red, four[0], "pass", four[2], four[3]),
			[]string{"**1.** Red pass · Blue pass", "**2.** Red 211-c4 · Blue 112-d4",
				"**Blue wins: Red ran out of time.**"}},
		{"agreed", ended(t, rules.Agreement, rules.NoColor, "pass", "pass", "211-c4", "112-d4", "211xc5"),
			[]string{"**1.** Red pass · Blue pass", "**2.** Red 211-c4 · Blue 112-d4",
				"**3.** Red 211xc5",
				"**Semi-victory for Red:** both agreed to stop. Red made the last expulsion."}},
		{"called off at once", ended(t, rules.Resignation, rules.Red),
			[]string{"**The game was called off** before a second turn. It doesn't count."}},
		{"the zero game", &rules.Game{}, []string{"No turn has been played yet."}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, []string{strings.Join(test.want, "\n")}, List(i18ntest.English(), test.g, 4000))
		})
	}
}

// TestList_Pages: pages are as full as possible, and end between lines.
func TestList_Pages(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: 30})
		for range rapid.IntRange(0, 80).Draw(t, "turns") {
			if p := g.Position(); !g.Outcome().Over() {
				require.NoError(t, g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn")))
			}
		}
		room := rapid.IntRange(120, 500).Draw(t, "room")
		list := List(en, &g, room)
		whole := List(en, &g, 1<<20)
		require.Len(t, whole, 1)
		require.Equal(t, whole[0], strings.Join(list, "\n"))
		for i, page := range list {
			require.LessOrEqual(t, utf8.RuneCountInString(page), room)
			if i > 0 {
				first, _, _ := strings.Cut(page, "\n")
				require.Greater(t, utf8.RuneCountInString(list[i-1]+"\n"+first), room, "page %d had room", i)
			}
		}
	})
	narrow := List(en, playing(t, "pass", "pass"), 5)
	assert.Equal(t, []string{"**1.…"}, narrow, "too narrow for anything")
	assert.Equal(t, []string{"…"}, List(en, playing(t), 0))
}
