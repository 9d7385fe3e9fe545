package bot

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// turnsTo presses a button that leads to a page of the rules.
func (tb table) turnsTo(p match.PlayerID, id ui.ID, picked ...string) ui.Message {
	tb.t.Helper()
	reply := tb.ok(tb.press(p, id, picked...))
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	requireAccepted(tb.t, reply.Message)
	return reply.Message
}

// TestRules_Theme: the pictures have the reader's theme.
func TestRules_Theme(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) {
		p.Settings.Theme = render.Contrast.String()
	})
	require.NoError(t, err)
	require.NoError(t, tb.turnsTo(alice, ui.NoMatch(ui.Rules, "swap")).Picture.Draw(&bytes.Buffer{}))
	require.NotEmpty(t, tb.renderer.asked)
	assert.Equal(t, render.Contrast, tb.renderer.asked[len(tb.renderer.asked)-1].Theme)
}
