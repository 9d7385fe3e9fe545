package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules/match"
)

// TestPlan_Words: a line is written in words, or in notation if that would be too long.
func TestPlan_Words(t *testing.T) {
	t.Parallel()
	m := playing(t, "pass", "pass")
	line, err := match.ParseLine(m.Game.Position(), "211-c4 211xc4 112=221 112=221")
	require.NoError(t, err)
	short := "If <@101> plays **211-c4**: **211xc4**; if then **112=221**: **112=221**"
	assert.Equal(t, short, PlanLine(i18ntest.English(), m, line))
	assert.Equal(t, "If <@101> plays **211-c4** (211 sails from c2), you answer **211xc4** (211 sails from c5 and expels Red "+
		"211).\nIf <@101> then plays **112=221** (swap: 112 to a1 and 221 to d2), you answer **112=221** (swap: 112 to a6 and "+
		"221 to d5).", PlanWords(i18ntest.English(), m, line))
	long := line
	for range 40 {
		long = append(long, line[2:]...)
	}
	assert.Equal(t, PlanLine(i18ntest.English(), m, long), PlanWords(i18ntest.English(), m, long))
}

// TestNews_Planned: everybody reads which turn was a planned answer, until the next turn.
func TestNews_Planned(t *testing.T) {
	t.Parallel()
	m := playing(t, "pass", "pass", "211-c4", "211xc4")
	for ply, want := range map[int]string{3: "<@101> played **211-c4**; <@102> had a reply ready.", 1: "", 0: "", 4: ""} {
		news := []match.Event{{Kind: match.Planned, By: bob, Ply: ply}, {Kind: match.Played, By: bob, Ply: ply + 1}}
		assert.Equal(t, want, News(i18ntest.English(), m, news), "%d", ply)
	}
	assert.Equal(t, "Your plan doesn't cover **211xc4**. It's dropped when you play, unless that turn is taken back.",
		LostPlan(i18ntest.English(), m))
}
