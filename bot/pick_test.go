package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/rules/match"
)

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

// TestMatchByItsLabel: the label of a match is accepted like its id, and so are words that only this label contains.
func TestMatchByItsLabel(t *testing.T) {
	t.Parallel()
	tb, bobs, carols := twoMatches(t)
	tb.turns(carols, "211-c4")
	labels := tb.typing("game", "")
	require.Len(t, labels, 2)
	for _, label := range labels {
		for _, sent := range []string{label.Name, label.Value, strings.ToUpper(label.Name)} {
			c := tb.call(alice, "game", sent)
			id, list, err := tb.meant(c, show.Playing())
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
		{"against Bob · 6x4 · round 5 · your turn", "", 1}, {"m9", "m9", 0}, {"bo", "bo", 0},
	}
	for _, test := range tests {
		id, list, err := tb.meant(tb.call(alice, "game", test.words), show.Playing())
		require.NoError(t, err, test.words)
		assert.Equal(t, test.id, id, test.words)
		assert.Len(t, list, test.asked, test.words)
	}
	for _, words := range []string{"1", "against dave", "·"} {
		_, err := tb.run(alice, "board", "game", words)
		assert.Equal(t, tb.refusal(play.ErrNotFound), tb.refusal(err), words)
	}
}
