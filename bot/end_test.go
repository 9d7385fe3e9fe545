package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/dispatch"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestStop: an offer to stop must be confirmed, with its result; the opponent reads the same. Offers can be withdrawn,
// but not answered, by those who made them.
func TestStop(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	reply := tb.ok(tb.run(alice, "stop"))
	assert.Equal(t, "Offer <@102> to stop here? If the game stopped now, <@102> would have a semi-victory, "+
		"½ to 0.\n-# Whoever expelled last has the semi-victory; Blue, if nobody did.",
		reply.Message.Text)
	assert.Zero(t, tb.match(id).Offers[match.ToStop], "nothing is posted before it's confirmed")
	yes, no := pressable(t, reply.Message, "Offer to stop"), pressable(t, reply.Message, "Play on")
	assert.Contains(t, tb.ok(tb.press(alice, no)).Message.Text, "No offer sent.")
	reply = tb.ok(tb.press(alice, yes))
	assert.Contains(t, reply.Message.Text, "**You've offered <@102> to stop here.** If the game stopped now, ")
	pressable(t, reply.Message, "Withdraw offer")
	reply = tb.ok(tb.run(alice, "stop"))
	assert.Contains(t, reply.Message.Text, "waiting for an answer")
	assert.Equal(t, []string{"Withdraw offer", "Play", "Hint (3)", "More"}, labels(reply.Message))

	board := tb.boardMessage(tb.match(id))
	assert.Contains(t, board.Text, "<@102>: **<@101> offers to stop here.** If the game stopped now, <@102> "+
		"would have a semi-victory, ½ to 0.\n")
	assert.Equal(t, []string{"Stop here", "Play on", "Withdraw offer", "Play", "Hint (3)", "More"}, labels(board))
	for _, label := range []string{"Stop here", "Play on"} {
		reply = tb.ok(tb.press(alice, pressable(t, board, label)))
		assert.Contains(t, reply.Message.Text, "This is your own offer: the other side answers it.")
		pressable(t, reply.Message, "Withdraw offer")
	}
	reply = tb.ok(tb.press(bob, pressable(t, board, "Withdraw offer")))
	assert.Contains(t, reply.Message.Text, "Only the person who made this offer can withdraw it.")
	assert.Equal(t, []string{"Stop here", "Play on", "Play", "More"}, labels(reply.Message))
	reply = tb.ok(tb.run(bob, "stop"))
	asked := "Stop the game against <@101> here, as offered? If the game stopped now, you'd have a semi-victory, " +
		"½ to 0.\n-# Whoever expelled last has the semi-victory; Blue, if nobody did."
	assert.Equal(t, asked, reply.Message.Text)
	reply = tb.ok(tb.press(bob, pressable(t, board, "Stop here")))
	assert.Equal(t, asked, reply.Message.Text)
	assert.Equal(t, match.Playing, tb.match(id).Status, "nothing ends before it's confirmed")
	reply = tb.ok(tb.press(bob, pressable(t, reply.Message, "Play on")))
	assert.Equal(t, dispatch.Silence, reply.Kind, "the control was on a public message")
	_, err := tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "again after the next turn")

	tb.turns(id, "211-c4")
	tb.offer(id, bob)
	reply = tb.ok(tb.run(alice, "stop"))
	reply = tb.ok(tb.press(alice, pressable(t, reply.Message, "Stop here")))
	result := tb.boardMessage(tb.match(id))
	assert.Contains(t, result.Text, "**Semi-victory for <@102>:** both agreed to stop. No ship was ever expelled")
	assert.Contains(t, result.Text, "Semi-victory for <@102>")
	assert.Equal(t, ui.Replay, result.Rows[0].Buttons[0].ID.Verb, "nothing is left to do but to look back")
}

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

// TestStop_Withdrawn: a withdrawn offer cannot be accepted, and everybody sees that it is withdrawn.
func TestStop_Withdrawn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.offer(id, alice)
	offered := tb.boardMessage(tb.match(id))
	reply := tb.ok(tb.press(alice, pressable(t, offered, "Withdraw offer")))
	assert.Equal(t, dispatch.Silence, reply.Kind)
	board := tb.boardMessage(tb.match(id))
	assert.Contains(t, board.Text, "<@101> withdrew the offer to stop.\n")
	assert.Equal(t, []string{"Play", "Hint (3)", "More"}, labels(board))
	for p, label := range map[match.PlayerID]string{bob: "Stop here", alice: "Withdraw offer"} {
		reply = tb.ok(tb.press(p, pressable(t, offered, label)))
		said := map[match.PlayerID]string{bob: "This offer is no longer open.", alice: "You withdrew your offer to stop."}
		assert.True(t, strings.HasPrefix(reply.Message.Text, said[p]), reply.Message.Text)
	}
	assert.Equal(t, match.Playing, tb.match(id).Status)
	assert.Contains(t, tb.ok(tb.run(alice, "board")).Message.Text, "You withdrew your offer to stop.")
	_, err := tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "You've already asked for that in this position.")
	_, err = tb.run(bob, "stop")
	assert.NoError(t, err, "the other side can still offer")
}

// TestStop_Crossing: confirming an offer accepts an equal one that the other side has made meanwhile.
func TestStop_Crossing(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	reply := tb.ok(tb.run(alice, "stop"))
	tb.offer(id, bob)
	reply = tb.ok(tb.press(alice, pressable(t, reply.Message, "Offer to stop")))
	assert.Contains(t, reply.Message.Text, "Agreed: the game is over.")
	reply = tb.ok(tb.press(alice, ui.ID{Verb: "offer", Match: id, Ply: 0, Arg: ui.Yes}))
	assert.Contains(t, reply.Message.Text, "This game is over.")
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

func TestResign(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4", "112-d4")
	_, err := tb.press(carol, ui.ID{Verb: "resign", Match: id})
	assert.Contains(t, tb.refusal(err), "You're not playing")
	reply := tb.ok(tb.run(alice, "resign"))
	assert.Contains(t, reply.Message.Text, "It counts as a victory for <@102>.")
	yes, no := pressable(t, reply.Message, "Resign"), pressable(t, reply.Message, "Play on")
	assert.Contains(t, tb.ok(tb.press(alice, no)).Message.Text, "You didn't resign.")
	tb.turns(id, "222-c2")
	assert.Contains(t, tb.ok(tb.press(alice, yes)).Message.Text, "has moved on")
	reply = tb.ok(tb.run(alice, "resign"))
	tb.ok(tb.press(alice, pressable(t, reply.Message, "Resign")))
	result := tb.boardMessage(tb.match(id))
	assert.Contains(t, result.Text, "**<@102> wins: <@101> resigned.**")
	assert.Contains(t, tb.ok(tb.press(alice, yes)).Message.Text, "has moved on")
}
