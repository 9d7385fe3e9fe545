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
	"madbot/rules/match"
)

// TestLine: playOn reads what appendTurn wrote, and the longest line leaves room for the longest tap.
func TestLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := rules.NewGame(rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
			Positioning: rapid.Bool().Draw(t, "positioning"), StallLimit: 40})
		read, line := g.Clone(), ""
		for range rapid.IntRange(0, maxLine).Draw(t, "turns") {
			p := g.Position()
			turn := rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn")
			require.NoError(t, g.Play(turn))
			line = appendTurn(line, p, turn)
			if g.Outcome().Over() {
				break
			}
		}
		require.True(t, playOn(&read, line))
		require.Equal(t, g, read)
		id := ui.ID{Verb: ui.TryOut, Match: match.ID(strings.Repeat("m", match.MaxID)), Ply: 65535,
			Arg: ui.TryArg{State: line, Tap: ui.TapArg{Turn: "221xa6+122>212>221"}.String()}.String()}
		require.True(t, strings.HasSuffix(id.String(), "221"), id)
		require.LessOrEqual(t, len(id.String()), discord.MaxCustomID)
	})
}

// TestLine_Odd: playOn refuses other texts.
func TestLine_Odd(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"0", "zz", "A0", "0A", "00zz", strings.Repeat("00", maxLine+1)} {
		g := rules.NewGame(rules.DefaultOptions())
		assert.False(t, playOn(&g, line), line)
	}
}
