package practise

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/discord"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/record"
)

// TestRead: it reads records, also in a code block, turns alone with or without positioning turns, and positions.
func TestRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
			Positioning: rapid.Bool().Draw(t, "positioning"), StallLimit: 30})
		for range rapid.IntRange(1, 40).Draw(t, "turns") {
			p := g.Position()
			if g.Outcome().Over() {
				break
			}
			require.NoError(t, g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn")))
		}
		r := record.Record{Game: g}
		fence := rapid.SampledFrom([]string{"", "```", "```\n", "```mad\n"}).Draw(t, "fence")
		got, err := read(fence + r.String() + strings.TrimSuffix(fence, "mad\n"))
		require.NoError(t, err)
		require.Equal(t, g.Turns(), got.Turns())
		require.Equal(t, g.Start(), got.Start())
		alone, err := read(" " + g.Position().String() + "\n")
		require.NoError(t, err)
		require.Equal(t, g.Position(), alone.Position())
	})
	for _, turns := range []string{"1. pass 112=221 2. 211-c4", "1. 211-c4 211xc4", "211-c4 211xc4",
		"```txt\n1) pass, 112=221\n2) 211-c4\n```", "```pass\n112=221```",
		"``` txt\n1. pass 112=221\n```", "~~~\npass 112=221\n~~~", "> 1. pass 112=221", "**1.** pass `112=221`",
		"|| pass 112=221 ||", "- pass\n- 112=221", "1. pass 112 = 221", "112= 221",
		"1. 211 - c4 211 x c4", "> **1.** 112 =221",
		"\u200b1. pass 112=221", "1. pass \u2066112=221\u2069"} {
		g, err := read(turns)
		require.NoError(t, err, turns)
		assert.NotZero(t, g.Ply())
	}
	for _, odd := range []string{"", "```", "hello", "[Board \"6x4\"]", "1. 211-c4 211xd4"} {
		_, err := read(odd)
		assert.ErrorContains(t, err, "refused: paste.", odd)
	}
}

// TestMenus: the last positions are offered, as many as a message has room for.
func TestMenus(t *testing.T) {
	t.Parallel()
	for all, rows := range map[int]int{2: 1, 25: 1, 26: 2, 125: 5, 126: 5, 301: 5} {
		items := make([]ui.Item, all)
		items[all-1].Label = "last"
		got := menus(items)
		require.Len(t, got, rows, all)
		n := 0
		for _, row := range got {
			n += len(row.Menu.Items)
			assert.LessOrEqual(t, len(row.Menu.Items), discord.MaxChoices)
		}
		assert.Equal(t, min(all, 125), n)
		assert.True(t, strings.HasSuffix(got[rows-1].Menu.Prompt, "– last"))
	}
}
