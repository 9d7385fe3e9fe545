package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// against starts a match without positioning turns: alice, who is Red, challenges p, who accepts.
func (tb table) against(p match.PlayerID) match.ID {
	tb.t.Helper()
	reply, err := tb.run(alice, "challenge", "opponent", string(p), "positioning", "false")
	require.NoError(tb.t, err, reply.Message.Text)
	list, err := tb.service().Open(tb.t.Context(), alice)
	require.NoError(tb.t, err)
	tb.ok(tb.press(p, ui.ID{Verb: "accept", Match: list[0].ID, Ply: play.AnyPly}))
	return list[0].ID
}

// typing returns the suggestions to alice for an option of /move; others are name, value, name, …
func (tb table) typing(option, typed string, others ...string) []ui.Choice {
	tb.t.Helper()
	c := tb.call(alice, others...)
	value, err := json.Marshal(typed)
	require.NoError(tb.t, err)
	c.Options = append(c.Options, discord.Option{Name: option, Value: value, Focused: true})
	choices, err := tb.command("move").Complete[option](tb.t.Context(), c)
	require.NoError(tb.t, err)
	return choices
}

// twoMatches returns two matches in which it is alice's turn, against bob and against carol, whose name is known.
func twoMatches(t *testing.T) (tb table, bobs, carols match.ID) {
	t.Helper()
	tb = newTable(t)
	tb.People.Learn(discord.User{ID: string(carol), GlobalName: "Carol"}, "", "")
	return tb, tb.against(bob), tb.against(carol)
}

// TestSuggestionNamedForAMatchThatIsGone: a suggestion for a finished match is not played in another one.
func TestSuggestionNamedForAMatchThatIsGone(t *testing.T) {
	t.Parallel()
	tb, bobs, carols := twoMatches(t)
	name := tb.typing("turn", "211-c4")[1].Name
	tb.resign(bobs, bob)
	reply := tb.ok(tb.run(alice, "move", "turn", name))
	require.NotNil(t, reply.Message.Rows[0].Menu)
	assert.Zero(t, tb.ply(carols))
	reply = tb.ok(tb.press(alice, reply.Message.Rows[0].Menu.ID, string(carols)))
	assert.Contains(t, reply.Message.Text, "Played **211-c4**.")
}

// TestLongTextIsNoTurn: text that is too long for a control is not cut to a turn.
func TestLongTextIsNoTurn(t *testing.T) {
	t.Parallel()
	tb, bobs, _ := twoMatches(t)
	typed := "211-c4" + strings.Repeat(" ", 200) + strings.Repeat("no ", 40)
	reply := tb.ok(tb.run(alice, "move", "turn", typed))
	id, err := ui.ParseID(reply.Message.Rows[0].Menu.ID.String())
	require.NoError(t, err)
	refused := tb.ok(tb.press(alice, id, string(bobs)))
	assert.Contains(t, refused.Message.Text, "I don't understand `211-c4 no no")
	for _, typed := range []string{typed, strings.Repeat("é", 300)} {
		value := tb.typing("turn", typed)[0].Value
		assert.LessOrEqual(t, len([]rune(value)), discord.MaxChoiceValue)
		reply, err := tb.run(alice, "move", "turn", value, "game", string(bobs))
		said, _ := text.Refusal(tb.View.Catalog.Printer("en"), err)
		assert.Contains(t, reply.Message.Text+said, "I don't understand")
	}
	assert.Zero(t, tb.ply(bobs))
}

// TestNotOnTurnInAny: with several matches but no turn to play, nothing is asked.
func TestNotOnTurnInAny(t *testing.T) {
	t.Parallel()
	tb, bobs, carols := twoMatches(t)
	tb.turns(bobs, "211-c4")
	tb.turns(carols, "211-c4")
	for _, name := range []string{"move", "hint"} {
		_, err := tb.run(alice, name, "turn", "pass")
		assert.Equal(t, "It isn't your turn in any game here. `/games` lists yours.", tb.refusal(err))
	}
	_, err := tb.command("move").Complete["turn"](t.Context(), tb.call(alice))
	assert.ErrorIs(t, err, text.ErrNoneOnTurn)
	assert.NotNil(t, tb.ok(tb.run(alice, "resign")).Message.Rows[0].Menu)
}
