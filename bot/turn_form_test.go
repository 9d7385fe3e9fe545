package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// fills opens the form of a panel, fills it in and sends it.
func (tb table) fills(p match.PlayerID, m ui.Message, typed string) ui.Message {
	tb.t.Helper()
	id, _ := control(tb.t, m, "Type my turn")
	form := tb.inPrivate(p, true, id)
	require.Equal(tb.t, dispatch.Form, form.Kind)
	c := tb.call(p)
	var err error
	c.ID, err = ui.ParseID(form.Form.CustomID)
	require.NoError(tb.t, err)
	c.Input, c.OnPrivate, c.OnBlock = typed, true, true
	reply := tb.ok(tb.pressed(c))
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	return reply.Message
}

// TestPanel_Typed: a typed turn must be confirmed like a tapped one; for an illegal one, others are suggested.
func TestPanel_Typed(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	open := tb.opens(alice)
	for _, typed := range []string{"211-c4", "211 c4", "c2 - C4"} {
		asked := tb.fills(alice, open, typed)
		assert.Contains(t, asked.Text, "**211-c4** — 211 sails from c2.\n"+
			"Your 211 on c4 could then be expelled by 211 on c5.\nPlay it?", typed)
	}
	refused := tb.fills(alice, open, "211-c6")
	assert.Contains(t, refused.Text, "Your 211 can't go from c2 to c6")
	assert.Contains(t, refused.Text, "Choose the one you meant, or go back.")
	tb.requireBoard(id, refused, true)
	menu := refused.Rows[len(refused.Rows)-2].Menu
	require.NotNil(t, menu, "seven are too many for buttons")
	for _, item := range menu.Items {
		assert.Contains(t, refused.Text, "`"+item.Label+"`")
		asked := tb.inPrivate(alice, true, menu.ID, item.Value).Message
		assert.Contains(t, asked.Text, "**"+item.Label+"**")
		assert.Contains(t, asked.Text, "Play it?")
	}
	assert.Len(t, menu.Items, strings.Count(refused.Text, "`")/2, "each that is named")
	assert.Equal(t, undrawn(open), undrawn(tb.taps(alice, refused, "Back")))
	assert.Equal(t, undrawn(open), undrawn(tb.fills(alice, open, "")), "what was filled in is lost")
	for _, nonsense := range []string{"hello", "?", "  ", strings.Repeat("2", 60), "<@102>"} {
		m := tb.fills(alice, open, nonsense)
		assert.NotContains(t, m.Text, "Play it?", nonsense)
		tb.requireBoard(id, m, true)
	}
	assert.Equal(t, 2, tb.ply(id))
	tb.chooses(alice, func(s *play.Settings) { s.Quick = true })
	assert.Contains(t, tb.fills(alice, open, "211-c4").Text, "Played **211-c4**.")
	assert.Equal(t, 3, tb.ply(id))
}

// TestPanel_TypedLosing: a typed turn that loses immediately must be confirmed twice, too.
func TestPanel_TypedLosing(t *testing.T) {
	t.Parallel()
	for _, quick := range []bool{false, true} {
		tb := newTable(t)
		tb.set("losing", suicidal)
		tb.chooses(alice, func(s *play.Settings) { s.Quick = quick })
		asked := tb.fills(alice, tb.opens(alice), "111=222")
		assert.Contains(t, asked.Text, "you'd lose at once")
		twice := tb.taps(alice, asked, "Confirm")
		assert.Contains(t, twice.Text, "Do you really want to play it?")
		assert.Zero(t, tb.ply("losing"))
	}
}

// TestPanel_Challenge: a challenge has no panel.
func TestPanel_Challenge(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.challengeBob()
	_, err := tb.press(bob, ui.ID{Verb: ui.OpenPanel, Match: "m1", Ply: play.AnyPly})
	assert.ErrorIs(t, err, match.ErrNotPlaying)
}
