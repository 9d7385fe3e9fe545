package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestHistory: all that happened, for those who may see the match.
func TestHistory(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	got, events, err := fx.History(fx.Context(), bob, m.ID)
	require.NoError(t, err)
	assert.Equal(t, m, got)
	assert.Len(t, events, m.Seq)
	assert.Equal(t, match.Challenged, events[0].Kind)
	_, events, err = fx.History(fx.Context(), play.Actor{ID: "404", Guild: "elsewhere"}, m.ID)
	assert.ErrorIs(t, err, play.ErrNotFound)
	assert.Empty(t, events)
}

// TestAskBack: what the other side has not seen is taken back; else it is asked.
func TestAskBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	m, err := fx.Play(fx.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	back, err := fx.AskBack(fx.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	assert.Equal(t, m.Game.Ply()-1, back.Game.Ply())
	m, err = fx.Play(fx.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	require.NoError(t, fx.MarkSeen(fx.Context(), bob, m))
	asked, err := fx.AskBack(fx.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	assert.Equal(t, m.Game.Ply(), asked.Game.Ply())
	assert.True(t, asked.Offers[match.ToTakeBack].IsOpen())
}
