package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/pick"
	"madbot/bot/play"
	"madbot/rules/match"
)

func TestTheMatchThatIsMeant(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "board")
	assert.Contains(t, tb.refusal(err), "You're not playing a game right now.")
	first, second := tb.start(), tb.start()

	reply := tb.ok(tb.run(alice, "move", "turn", "pass"))
	require.NotNil(t, reply.Message.Rows[0].Menu, "two games wait for alice: she is asked")
	menu := reply.Message.Rows[0].Menu
	assert.Equal(t, "against Bob · 6x4 · turn 1 · your turn · first game", menu.Items[0].Label)
	assert.NotEqual(t, reply.Message.Text, menu.Prompt, "the question is asked once")
	reply = tb.ok(tb.press(alice, menu.ID, string(second)))
	assert.Contains(t, reply.Message.Text, "You passed against <@102> (second game).")
	assert.Equal(t, 1, tb.ply(second), "what was typed is played where it was meant")

	reply = tb.ok(tb.run(alice, "move", "turn", "112=221"))
	assert.Contains(t, reply.Message.Text, "Played **112=221**", "only one still waits for alice")
	assert.Equal(t, 1, tb.ply(first))

	_, err = tb.run(alice, "board", "game", "nosuch")
	assert.ErrorIs(t, err, play.ErrNotFound)
	_, err = tb.run(alice, "board", "game", "not an id!")
	assert.Equal(t, tb.refusal(play.ErrNotFound), tb.refusal(err))
}

func TestMatchesOfOtherServersAreNobodysBusiness(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	c := tb.call(carol, "game", string(id))
	_, err := tb.command("board").Run(t.Context(), c)
	require.NoError(t, err, "carol is on the same server")
	happensIn(c, "elsewhere", channelID)
	_, err = tb.command("board").Run(t.Context(), c)
	assert.ErrorIs(t, err, play.ErrNotFound)
	c = tb.call(bob, "game", string(id))
	happensIn(c, "", "d1")
	_, err = tb.command("board").Run(t.Context(), c)
	assert.NoError(t, err, "a player sees it from anywhere")
}

// TestMatchByItsLabel: the label of a match is read like its id, and so are words that only it has.
func TestMatchByItsLabel(t *testing.T) {
	t.Parallel()
	tb, bobs, carols := twoMatches(t)
	tb.turns(carols, "211-c4")
	labels := tb.typing("game", "")
	require.Len(t, labels, 2)
	for _, label := range labels {
		for _, sent := range []string{label.Name, label.Value, strings.ToUpper(label.Name)} {
			c := tb.call(alice, "game", sent)
			id, list, err := tb.meant(c, pick.Playing())
			require.NoError(t, err)
			assert.Empty(t, list)
			assert.Equal(t, match.ID(label.Value), id, sent)
		}
	}
	tests := []struct {
		words string
		id    match.ID
		asked int
	}{
		{"bob", bobs, 0}, {"against Carol", carols, 0}, {"against", "", 2}, {"6x4 bob", bobs, 0},
		{"against Bob · 6x4 · turn 5 · your turn", "", 1}, {"m9", "m9", 0}, {"bo", "bo", 0},
	}
	for _, test := range tests {
		id, list, err := tb.meant(tb.call(alice, "game", test.words), pick.Playing())
		require.NoError(t, err, test.words)
		assert.Equal(t, test.id, id, test.words)
		assert.Len(t, list, test.asked, test.words)
	}
	for _, words := range []string{"1", "against dave", "·"} {
		_, err := tb.run(alice, "board", "game", words)
		assert.Equal(t, tb.refusal(play.ErrNotFound), tb.refusal(err), words)
	}
}
