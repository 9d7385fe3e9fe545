package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
)

// exposed is a position in which Red's 111-b2 exposes the corvette to expulsion.
const exposed = "6x4 b1----d1-------- b6------a3------ r - 0 b"

// TestHint_Exposes: a hinted turn that exposes the corvette must be confirmed like a typed one.
func TestHint_Exposes(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("m", exposed)
	m := tb.match("m")
	under := func(turn string) ui.ID {
		ref := play.Ref{ID: m.ID, Ply: m.Moment()}
		return ui.ID{Verb: ui.Move, Match: m.ID, Ply: m.Moment(), Arg: ui.TurnArg{Turn: turn, Ref: ref}.String()}
	}
	asked := tb.ok(tb.press(alice, under("111-b2"))).Message
	assert.Contains(t, asked.Text, "**111-b2** in the game against <@102> — 111 sails from b1.\n"+
		"**Your corvette on b2 could then be expelled by 211 on a3: you'd lose.**\nPlay it?")
	assert.Equal(t, []string{"Play it", "No"}, labels(asked))
	m = tb.match("m")
	assert.Zero(t, m.Game.Ply())
	tb.presses(alice, asked, "Play it")
	m = tb.match("m")
	assert.Equal(t, "111-b2", m.Game.Turns()[0].String())
}

// TestMove_ReplacedExposes: confirming a turn that was replaced warns of the risks of the new one.
func TestMove_ReplacedExposes(t *testing.T) {
	t.Parallel()
	for mine, risk := range map[string]bool{"122-d2": true, "111-c2": false} {
		tb := newTable(t)
		tb.set("m", "6x4 b2----d1-------- b6------a4------ b - 0 b")
		tb.turns("m", "211-b4")
		_, err := tb.service().TakeBack(t.Context(), actor(bob), play.Ref{ID: "m", Ply: play.AnyPly})
		require.NoError(t, err)
		tb.turns("m", "211-a3")
		asked := tb.ok(tb.run(alice, "move", "turn", mine)).Message
		assert.Contains(t, asked.Text, "has taken a turn back")
		assert.Equal(t, risk, strings.Contains(asked.Text, "**Your corvette on b2 could then be expelled"), mine)
	}
}
