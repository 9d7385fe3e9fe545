package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// button returns the id of the button with a label.
func button(t *testing.T, m ui.Message, label string) ui.ID {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b.ID
			}
		}
	}
	require.Fail(t, "no such button", "%q on %q", label, m.Text)
	return ui.ID{}
}

func TestTheMatchThatIsMeant(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "board")
	assert.Contains(t, tb.refusal(err), "You are not playing a match right now.")
	first, second := tb.start(), tb.start()

	reply, err := tb.run(alice, "move", "turn", "pass")
	require.NoError(t, err)
	require.NotNil(t, reply.Message.Rows[0].Menu, "two matches wait for alice: she is asked")
	menu := reply.Message.Rows[0].Menu
	assert.Equal(t, "against Bob · 6x4 · turn 1 · your turn · m2", menu.Items[0].Label)
	assert.NotEqual(t, reply.Message.Text, menu.Prompt, "the question is asked once")
	reply, err = tb.press(alice, menu.ID, string(second))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "You passed in the match against <@102> (m2).")
	assert.Equal(t, 1, tb.ply(second), "what was typed is played where it was meant")

	reply, err = tb.run(alice, "move", "turn", "112=221")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Played **112=221**", "only one still waits for alice")
	assert.Equal(t, 1, tb.ply(first))

	_, err = tb.run(alice, "board", "match", "nosuch")
	assert.ErrorIs(t, err, play.ErrNotFound)
	_, err = tb.run(alice, "board", "match", "not an id!")
	assert.Equal(t, tb.refusal(play.ErrNotFound), tb.refusal(err))
}

func TestMatchesOfOtherServersAreNobodysBusiness(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	c := tb.call(carol, "match", string(id))
	_, err := tb.board().Run(t.Context(), c)
	require.NoError(t, err, "carol is on the same server")
	happensIn(c, "elsewhere", channelID)
	_, err = tb.board().Run(t.Context(), c)
	assert.ErrorIs(t, err, play.ErrNotFound)
	c = tb.call(bob, "match", string(id))
	happensIn(c, "", "d1")
	_, err = tb.board().Run(t.Context(), c)
	assert.NoError(t, err, "a player sees it from anywhere")
}

// TestStop: who offers to stop is asked first and told what it would bring; who is asked reads the
// same; one's own offer can be withdrawn and not answered.
func TestStop(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	reply, err := tb.run(alice, "stop")
	require.NoError(t, err)
	assert.Equal(t, "Offer <@102> to stop here? If the match stopped now, <@102> would have a semi-victory, "+
		"½ point, and you 0.\n-# Whoever expelled last has the semi-victory; Blue, if nobody did.",
		reply.Message.Text)
	assert.Zero(t, tb.match(id).Offer, "nothing is posted before it is confirmed")
	yes, no := button(t, reply.Message, "Offer to stop"), button(t, reply.Message, "Play on")
	reply, err = tb.press(alice, no)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Nothing was offered.")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "**You have offered <@102> to stop here.** If the match stopped now, ")
	button(t, reply.Message, "Withdraw offer")
	reply, err = tb.run(alice, "stop")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "waiting for an answer")
	assert.Equal(t, []string{"Withdraw offer", "Play", "Hint", "More"}, labels(reply.Message))

	board := tb.public(tb.match(id))
	assert.Contains(t, board.Text, "**<@102>, <@101> offers to stop here.** If the match stopped now, <@102> "+
		"would have a semi-victory, ½ point, and <@101> 0.\n")
	assert.Equal(t, []string{"Stop here", "Play on", "Withdraw offer", "Play", "Hint", "More"}, labels(board))
	for _, label := range []string{"Stop here", "Play on"} {
		reply, err = tb.press(alice, button(t, board, label))
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "This is your own offer: the other side answers it.")
		button(t, reply.Message, "Withdraw offer")
	}
	reply, err = tb.press(bob, button(t, board, "Withdraw offer"))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Only the person who made this offer can withdraw it.")
	assert.Equal(t, []string{"Stop here", "Play on", "Play", "More"}, labels(reply.Message))
	reply, err = tb.run(bob, "stop")
	require.NoError(t, err)
	assert.Equal(t, "**<@101> offers to stop here.** If the match stopped now, you would have a semi-victory, "+
		"½ point, and <@101> 0.", reply.Message.Text)
	reply, err = tb.press(bob, button(t, reply.Message, "Play on"))
	require.NoError(t, err)
	assert.Equal(t, dispatch.Silence, reply.Kind, "the control was on a public message")
	_, err = tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "again after the next turn")

	tb.turns(id, "211-c4")
	tb.offer(id, bob)
	reply, err = tb.run(alice, "stop")
	require.NoError(t, err)
	reply, err = tb.press(alice, button(t, reply.Message, "Stop here"))
	require.NoError(t, err)
	result := tb.public(tb.match(id))
	assert.Contains(t, result.Text, "**Semi-victory for <@102>:** both agreed to stop. No ship was ever expelled")
	assert.Contains(t, result.Text, "<@102> ½, <@101> 0")
	assert.Equal(t, "replay", result.Rows[0].Buttons[0].ID.Verb, "nothing is left to do but to look back")
}

// TestSaidNo: who answers no to a question that was not theirs is told why, as with yes.
func TestSaidNo(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("losing", suicidal)
	for _, press := range []ui.ID{{Verb: "lose", Match: "losing", Arg: "no 111=222"},
		{Verb: "giveup", Match: "losing", Arg: answerNo}} {
		_, err := tb.press(carol, press)
		assert.ErrorIs(t, err, match.ErrNotPlayer, press.Verb)
		reply, err := tb.press(alice, press)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind, press.Verb)
	}
	reply, err := tb.press(bob, ui.ID{Verb: "lose", Match: "losing", Arg: "no 111=222"})
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "It is not your turn yet.")
	tb.resign("losing", bob)
	for _, press := range []ui.ID{{Verb: "lose", Match: "losing", Arg: "no 111=222"},
		{Verb: "giveup", Match: "losing", Arg: answerNo}} {
		reply, err := tb.press(alice, press)
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "This match is over.", press.Verb)
	}
}

// TestStop_Withdrawn: an offer that was withdrawn cannot be accepted, and everybody reads so.
func TestStop_Withdrawn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.offer(id, alice)
	offered := tb.public(tb.match(id))
	reply, err := tb.press(alice, button(t, offered, "Withdraw offer"))
	require.NoError(t, err)
	assert.Equal(t, dispatch.Silence, reply.Kind)
	board := tb.public(tb.match(id))
	assert.Contains(t, board.Text, "<@101> withdrew the offer to stop.\n")
	assert.Equal(t, []string{"Play", "Hint", "More"}, labels(board))
	for p, label := range map[match.PlayerID]string{bob: "Stop here", alice: "Withdraw offer"} {
		reply, err = tb.press(p, button(t, offered, label))
		require.NoError(t, err)
		said := map[match.PlayerID]string{bob: "This offer is no longer open.", alice: "You withdrew your offer to stop."}
		assert.True(t, strings.HasPrefix(reply.Message.Text, said[p]), reply.Message.Text)
	}
	assert.Equal(t, match.Playing, tb.match(id).Status)
	reply, err = tb.run(alice, "board")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "You withdrew your offer to stop.")
	_, err = tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "You have already asked for that in this position.")
	_, err = tb.run(bob, "stop")
	assert.NoError(t, err, "the other side can still offer")
}

// TestStop_Crossing: a confirmed offer that meets the other side's accepts it.
func TestStop_Crossing(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	reply, err := tb.run(alice, "stop")
	require.NoError(t, err)
	tb.offer(id, bob)
	reply, err = tb.press(alice, button(t, reply.Message, "Offer to stop"))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Agreed: the match is over.")
	reply, err = tb.press(alice, ui.ID{Verb: "offer", Match: id, Ply: 0, Arg: answerYes})
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "This match is over.")
}

// TestStop_AnotherTurn: what was asked about one position is not offered in another, and the buttons
// of an offer do not answer a later one.
func TestStop_AnotherTurn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	asked, err := tb.run(alice, "stop")
	require.NoError(t, err)
	tb.offer(id, alice)
	offered := tb.public(tb.match(id))
	tb.turns(id, "pass", "pass")
	tb.offer(id, alice)
	for p, press := range map[match.PlayerID]ui.ID{alice: button(t, asked.Message, "Offer to stop"),
		bob: button(t, offered, "Stop here")} {
		reply, err := tb.press(p, press)
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "has moved on")
	}
	reply, err := tb.press(alice, button(t, offered, "Withdraw offer"))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has moved on")
	assert.True(t, tb.match(id).Offer.IsOpen())
}

func TestResign(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4", "112-d4")
	_, err := tb.press(carol, ui.ID{Verb: "resign", Match: id})
	assert.Contains(t, tb.refusal(err), "You are not playing")
	reply, err := tb.run(alice, "resign")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "It counts as a victory for <@102>.")
	yes, no := button(t, reply.Message, "Resign"), button(t, reply.Message, "Play on")
	reply, err = tb.press(alice, no)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "You did not resign.")
	tb.turns(id, "222-c2")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has moved on")
	reply, err = tb.run(alice, "resign")
	require.NoError(t, err)
	_, err = tb.press(alice, button(t, reply.Message, "Resign"))
	require.NoError(t, err)
	result := tb.public(tb.match(id))
	assert.Contains(t, result.Text, "**<@102> wins: <@101> resigned.**")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has moved on")
}

func TestGames(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "games")
	assert.Contains(t, tb.refusal(err), "You have no matches.")
	id := tb.start()
	_, err = tb.run(carol, "challenge", "opponent", string(alice))
	require.NoError(t, err)
	ended := tb.start()
	tb.resign(ended, bob)
	reply, err := tb.run(alice, "games")
	require.NoError(t, err)
	assert.Equal(t, strings.Join([]string{
		"**Your 2 matches**",
		"- against <@102> as Red · 6x4 · turn 1 · **your turn** · deadline <t:1795680120:R> · begun on <t:1795161720:d> · <#5001>",
		"- against <@103> · random sides · 6x4 · **waiting for your answer** · made on <t:1795161780:d> · <#5001>",
		"**Ended recently**",
		"- against <@102> as Red · 6x4 · called off · ended on <t:1795161960:d> · <#5001>"}, "\n"),
		reply.Message.Text)
	menu := reply.Message.Rows[0].Menu
	require.Len(t, menu.Items, 3)
	reply, err = tb.press(alice, menu.ID, string(id))
	require.NoError(t, err)
	assert.Equal(t, dispatch.Private, reply.Kind, "the list stays")
	assert.Contains(t, reply.Message.Text, "**Your turn** as Red")
}

// TestGames_Many: a list that does not fit into a message has pages, and each match is on one of them.
func TestGames_Many(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for i := range 30 {
		m := match.Match{ID: match.ID(fmt.Sprintf("m%d", i)), Status: match.Proposed,
			Terms:      match.Terms{Options: rules.DefaultOptions()},
			Challenger: "1573301161664970756", Opponent: alice, Created: time.Unix(1767323045, 0)}
		if i >= 20 {
			m.Status = match.Finished
			m.Ended = m.Created
			m.Red, m.Blue, m.Game = m.Challenger, alice, rules.NewGame(m.Terms.Options)
			m.Game.End(rules.Agreement, rules.NoColor)
		}
		tb.create(play.Match{Match: m, Delivery: play.Delivery{
			Venue: play.Venue{Guild: "1573301161664970752", Channel: "1573301161664970754"},
			Post:  play.Post{Channel: "1573301161664970754", Message: "1573301161664970758"}}})
	}
	reply, err := tb.run(alice, "games")
	require.NoError(t, err)
	seen, pages := map[string]int{}, 1
	for {
		shown := reply.Message
		assert.Less(t, utf8.RuneCountInString(shown.Text), discord.MaxContent)
		listed := strings.Count(shown.Text, "\n- ")
		require.Len(t, shown.Rows[0].Menu.Items, listed)
		for _, item := range shown.Rows[0].Menu.Items {
			seen[item.Value]++
		}
		assert.Equal(t, strings.Contains(shown.Text, "waiting for your answer"), strings.Contains(shown.Text, "**Your 20 matches**"))
		assert.Equal(t, strings.Contains(shown.Text, "semi-victory"), strings.Contains(shown.Text, "**Ended recently**"))
		back, more := shown.Rows[1].Buttons[0], shown.Rows[1].Buttons[1]
		assert.Equal(t, pages == 1, back.Off)
		if more.Off {
			break
		}
		pages++
		reply, err = tb.press(alice, more.ID)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind)
	}
	assert.Equal(t, 4, pages)
	assert.Len(t, seen, 25)
	for id, n := range seen {
		assert.Equal(t, 1, n, id)
	}
	last := reply.Message
	for _, arg := range []string{"99", "x", "-3"} { // from another version, or when matches have ended
		reply, err = tb.press(alice, ui.ID{Verb: gamesVerb, Ply: play.AnyPly, Arg: arg})
		require.NoError(t, err)
		assert.Equal(t, arg == "99", reply.Message.Text == last.Text, arg)
	}
}
