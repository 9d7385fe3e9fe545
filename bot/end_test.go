package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/dispatch"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestSaidNo: answering no to somebody else's question is refused like yes.
func TestSaidNo(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("losing", suicidal)
	for _, press := range []ui.ID{{Verb: "lose", Match: "losing", Arg: "no 111=222"},
		{Verb: "giveup", Match: "losing", Arg: ui.No}} {
		_, err := tb.press(carol, press)
		assert.ErrorIs(t, err, match.ErrNotPlayer, press.Verb)
		assert.Equal(t, dispatch.Update, tb.ok(tb.press(alice, press)).Kind, press.Verb)
	}
	reply := tb.ok(tb.press(bob, ui.ID{Verb: "lose", Match: "losing", Arg: "no 111=222"}))
	assert.Contains(t, reply.Message.Text, "It isn't your turn yet.")
	tb.resign("losing", bob)
	for _, press := range []ui.ID{{Verb: "lose", Match: "losing", Arg: "no 111=222"},
		{Verb: "giveup", Match: "losing", Arg: ui.No}} {
		assert.Contains(t, tb.ok(tb.press(alice, press)).Message.Text, "This game is over.", press.Verb)
	}
}

// TestStop_AnotherTurn: confirming an offer in a later position does not make it, and the buttons of an offer do not
// answer a later one.
func TestStop_AnotherTurn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	asked := tb.ok(tb.run(alice, "stop"))
	tb.offer(id, alice)
	offered := tb.boardMessage(tb.match(id))
	tb.turns(id, "pass", "pass")
	tb.offer(id, alice)
	for p, press := range map[match.PlayerID]ui.ID{alice: pressable(t, asked.Message, "Offer to stop"),
		bob: pressable(t, offered, "Stop here")} {
		assert.Contains(t, tb.ok(tb.press(p, press)).Message.Text, "has moved on")
	}
	assert.Contains(t, tb.ok(tb.press(alice, pressable(t, offered, "Withdraw offer"))).Message.Text, "has moved on")
	assert.True(t, tb.match(id).Offers[match.ToStop].IsOpen())
}
