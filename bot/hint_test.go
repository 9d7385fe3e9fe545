package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
)

func TestHint(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	reply := tb.ok(tb.run(alice, "hint"))
	assert.Equal(t, dispatch.Private, reply.Kind)
	assert.Contains(t, reply.Message.Text, "** — ")
	_, err := reply.Message.Wire(nil)
	require.NoError(t, err)
	assert.Len(t, tb.renderer.asked[0].Marks.Hints, 2, "the candidates are drawn as arrows")
	assert.Zero(t, tb.ply(id), "a hint changes nothing")

	press := reply.Message.Rows[0].Buttons[0]
	asked := tb.ok(tb.press(alice, press.ID)).Message
	assert.Contains(t, asked.Text, "**pass** — the fleet stays as it is. Play it?", "she wants to confirm turns")
	assert.Zero(t, tb.ply(id))
	tb.chooses(alice, func(s *play.Settings) { s.Quick = true })
	press = tb.ok(tb.run(alice, "hint")).Message.Rows[0].Buttons[0]
	assert.Contains(t, tb.ok(tb.press(alice, press.ID)).Message.Text, "You passed.")
	assert.Equal(t, 1, tb.ply(id))
	assert.Contains(t, tb.ok(tb.press(alice, press.ID)).Message.Text, "It isn't your turn yet.")

	_, err = tb.press(carol, ui.ID{Verb: "hint", Match: id})
	assert.Contains(t, tb.refusal(err), "You're not playing in this game.")
}

// TestHint_Line: the continuation is shown as a strip that begins with the hinted turn.
func TestHint_Line(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	reply := tb.ok(tb.run(alice, "hint"))
	reply = tb.ok(tb.press(alice, pressable(t, reply.Message, "Show what follows")))
	assert.Equal(t, dispatch.Private, reply.Kind)
	assert.Equal(t, "What I expect: you `pass`, Blue `pass`.", reply.Message.Text)
	assert.Equal(t, "The board, turn by turn, as expected. "+
		"Round 1, Red: pass. Round 1, Blue: pass. Red to move.", reply.Message.Picture.Alt)
	assert.Equal(t, render.RedView, tb.draws(reply.Message).View)
	assert.Zero(t, tb.ply(id))
}

// TestHint_Behind: the button of an older board gives a hint for the current turn, and says so.
func TestHint_Behind(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	hint := pressable(t, tb.ok(tb.run(alice, "board")).Message, "Hint (3)")
	assert.NotContains(t, tb.ok(tb.press(alice, hint)).Message.Text, "moved on")
	tb.turns(id, "pass", "pass")
	reply := tb.ok(tb.press(alice, hint))
	assert.Contains(t, reply.Message.Text, "This hint is for round 2, the one you have to play now.\n**")
	assert.NotContains(t, tb.ok(tb.run(alice, "hint")).Message.Text, "moved on")
}

// TestHint_MovedOn: the buttons of a hint for an earlier turn use no hint, but show the current board; so do buttons of
// old messages, which do not name the hinted turn.
func TestHint_MovedOn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.chooses(alice, func(s *play.Settings) { s.Gentle = true })
	ship := tb.ok(tb.run(alice, "hint"))
	idea := tb.ok(tb.press(alice, pressable(t, ship.Message, "Tell me more")))
	turn := tb.ok(tb.press(alice, pressable(t, idea.Message, "Tell me more")))
	controls := []ui.ID{pressable(t, ship.Message, "Tell me more"), pressable(t, idea.Message, "Tell me more"),
		pressable(t, turn.Message, "Show what follows"),
		{Verb: "nudge", Match: id, Arg: "idea"}, {Verb: "nudge", Match: id, Arg: "turn"},
		{Verb: "hint", Match: id, Arg: "line"}}
	for _, one := range controls {
		assert.NotContains(t, tb.ok(tb.press(alice, one)).Message.Text, "The game has moved on.", one)
	}
	tb.turns(id, "pass", "pass")
	for _, one := range controls {
		reply := tb.ok(tb.press(alice, one))
		assert.Contains(t, reply.Message.Text, "The game has moved on. This is how it stands now:", one)
		assert.NotContains(t, reply.Message.Text, "** — ", one)
		assert.Equal(t, 1, tb.match(id).HintsUsed.Red, one)
	}
}

// TestHint_AnotherTurn: the next step of a hint says so if it is about another turn than the step before.
func TestHint_AnotherTurn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	const another = "I've thought again, and now prefer another turn.\n"
	for _, one := range []ui.ID{{Verb: "nudge", Arg: "idea"}, {Verb: "nudge", Arg: "turn"}, {Verb: "hint", Arg: "line"}} {
		step := one.Arg
		for arg, says := range map[string]bool{step: false, step + " pass": false, step + " 211-c4": true} {
			one.Match, one.Arg = id, arg
			assert.Equal(t, says, strings.Contains(tb.ok(tb.press(alice, one)).Message.Text, another), one)
		}
	}
}
