package bot

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render"
)

func TestReplayOfAFinishedMatch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4")
	m := tb.match(id)
	assert.False(t, replayable(&m.Match), "it goes on")
	_, err := tb.press(bob, customID{Verb: "giveup", Match: id, Ply: 3, Arg: answerYes})
	require.NoError(t, err)
	m = tb.match(id)
	rows := tb.public(m).Rows
	require.Len(t, rows, 1)
	assert.Equal(t, "Replay", rows[0].Buttons[0].Label)

	reply, err := tb.press(bob, rows[0].Buttons[0].ID)
	require.NoError(t, err)
	assert.Equal(t, Private, reply.Kind)
	sent, err := reply.Message.wire(nil)
	require.NoError(t, err)
	assert.Equal(t, "replay.gif", sent.Attachments[0].Filename)
	assert.Contains(t, sent.Attachments[0].Description, "after 3 turns. Red played 211-c4. The game is over")
	assert.Equal(t, "image/gif", sent.Files[0].ContentType)
	assert.Equal(t, render.BlueView, tb.renderer.asked[0].View)
	assert.Empty(t, tb.replays, "the next may draw")
}

// TestReplaysAreDrawnOneByOne: who waits too long for the replay of another is told so.
func TestReplaysAreDrawnOneByOne(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	_, err := tb.press(bob, customID{Verb: "giveup", Match: id, Ply: 2, Arg: answerYes})
	require.NoError(t, err)
	tb.replays <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = tb.handlers.replay(ctx, tb.call(bob), tb.match(id))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, tb.renderer.asked)
}
