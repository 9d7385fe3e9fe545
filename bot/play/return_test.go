package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestReturn: the time that was lost since the last sign of life is given back, once; a short absence and a
// clock that goes backwards give nothing.
func TestReturn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gap, want time.Duration
	}{
		"a restart":         {time.Minute, 0},
		"almost an absence": {5*time.Minute - time.Second, 0},
		"an absence":        {5 * time.Minute, 5 * time.Minute},
		"days":              {9 * day, 9 * day},
		"backwards":         {-9 * day, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.startPaced()
			require.NoError(t, fx.StayAlive(fx.Context()))
			fx.now = fx.now.Add(c.gap)
			for _, want := range []time.Duration{c.want, 0} {
				gap, n, err := fx.Return(fx.Context())
				require.NoError(t, err)
				assert.InDelta(t, want, gap, float64(time.Second))
				assert.Equal(t, want > 0, n == 1)
			}
			after := fx.stored(m.ID)
			assert.InDelta(t, c.want, after.Deadline().Sub(m.Deadline()), float64(time.Second))
			alive, err := fx.store.Alive(fx.Context())
			require.NoError(t, err)
			assert.Equal(t, fx.now.UTC().Truncate(time.Millisecond), alive)
		})
	}
}

// TestReturn_First: a bot that was never there was not away.
func TestReturn_First(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.now = fx.now.Add(9 * day)
	gap, n, err := fx.Return(fx.Context())
	require.NoError(t, err)
	assert.Zero(t, gap)
	assert.Zero(t, n)
	assert.Equal(t, m, fx.stored(m.ID))
}

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
	require.NoError(t, fx.Saw(fx.Context(), bob, m))
	asked, err := fx.AskBack(fx.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	assert.Equal(t, m.Game.Ply(), asked.Game.Ply())
	assert.True(t, asked.Takeback.IsOpen())
}
