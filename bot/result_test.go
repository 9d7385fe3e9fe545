package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestResult_CalledOff names who left, on either side; nothing is said of turns nobody played.
func TestResult_CalledOff(t *testing.T) {
	t.Parallel()
	for _, leaver := range []match.PlayerID{alice, bob} {
		tb := newTable(t)
		id := tb.start()
		_, err := tb.service.Resign(t.Context(), play.Ref{ID: id, Ply: play.AnyPly}, leaver)
		require.NoError(t, err)
		text := tb.public(tb.match(id)).Text
		assert.Contains(t, text, "**"+mention(leaver)+" called the match off**")
		assert.NotContains(t, text, "begins")
	}
}

// TestResult_CalledOffByNobodyKnown: a match that ended before it was kept who ended it.
func TestResult_CalledOffByNobodyKnown(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	m, err := tb.service.Resign(t.Context(), play.Ref{ID: id, Ply: play.AnyPly}, bob)
	require.NoError(t, err)
	m.EndedBy = ""
	text := tb.public(m).Text
	assert.Contains(t, text, "**The match was called off**")
	assert.NotContains(t, text, "<@>")
}

// TestResult_StoppedAtOnce: the result of a match without a turn does not say that it begins.
func TestResult_StoppedAtOnce(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	for _, p := range []match.PlayerID{alice, bob} {
		_, err := tb.service.OfferStop(t.Context(), play.Ref{ID: id, Ply: play.AnyPly}, p)
		require.NoError(t, err)
	}
	text := tb.public(tb.match(id)).Text
	assert.Contains(t, text, "both agreed to stop")
	assert.NotContains(t, text, "begins")
}

// TestBoard_AfterTheEnd: who has no open match sees the one that ended last.
func TestBoard_AfterTheEnd(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "board")
	assert.Contains(t, tb.refusal(err), "You are not playing a match")
	first, last := tb.start(), tb.start()
	for _, id := range []match.ID{first, last} {
		tb.turns(id, "pass", "pass", "211-c4", "112-d4")
		_, err := tb.service.Resign(t.Context(), play.Ref{ID: id, Ply: play.AnyPly}, bob)
		require.NoError(t, err)
	}
	tb.turns(tb.start(), "pass")
	reply, err := tb.run(alice, "board")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "is to move", "an open one comes before")
	_, err = tb.service.Resign(t.Context(), play.Ref{ID: "m3", Ply: play.AnyPly}, alice)
	require.NoError(t, err)
	reply, err = tb.run(alice, "board")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "called the match off", "the one that ended last")
	assert.NotNil(t, reply.Message.Picture)
	_, err = tb.run(alice, "move", "turn", "pass")
	assert.Contains(t, tb.refusal(err), "You are not playing a match")
}
