package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render"
	"madbot/rules/match"
)

// TestBoard_AfterTheEnd: without open matches, /board shows the one that ended last.
func TestBoard_AfterTheEnd(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "board")
	assert.Contains(t, tb.refusal(err), "You're not playing a game")
	first, last := tb.start(), tb.start()
	for _, id := range []match.ID{first, last} {
		tb.turns(id, "pass", "pass", "211-c4", "112-d4")
		tb.resign(id, bob)
	}
	tb.turns(tb.start(), "pass")
	assert.Contains(t, tb.ok(tb.run(alice, "board")).Message.Text, "is to move", "an open one comes before")
	tb.resign("m3", alice)
	reply := tb.ok(tb.run(alice, "board"))
	assert.Contains(t, reply.Message.Text, "called the game off", "the one that ended last")
	assert.NotNil(t, reply.Message.Picture)
	_, err = tb.run(alice, "move", "turn", "pass")
	assert.Contains(t, tb.refusal(err), "You're not playing a game")
}

func TestBoardFromTheReadersSide(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "112=221")
	for p, view := range map[match.PlayerID]render.View{alice: render.RedView, bob: render.BlueView} {
		reply := tb.ok(tb.run(p, "board"))
		_, err := reply.Message.Wire(nil)
		require.NoError(t, err)
		asked := tb.renderer.asked[len(tb.renderer.asked)-1]
		assert.Equal(t, view, asked.View)
		assert.Equal(t, "112=221", asked.Last.String())
		assert.NotZero(t, asked.Before)
	}
}
