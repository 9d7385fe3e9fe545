package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestService_Look: a player's look at a position is kept once, and again when it is another look.
func TestService_Look(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	assert.Zero(t, fx.seat(bob, id).Look)
	for _, c := range []struct {
		after time.Duration
		by    play.Actor
		want  play.Look
	}{
		{0, bob, play.Look{At: start()}}, {10*time.Minute - time.Millisecond, bob, play.Look{At: start()}},
		{time.Millisecond, bob, play.Look{At: start().Add(10 * time.Minute)}},
		{0, alice, play.Look{At: start().Add(10 * time.Minute)}},
	} {
		fx.now = fx.now.Add(c.after)
		m, err := fx.Look(t.Context(), c.by, id)
		require.NoError(t, err)
		assert.Equal(t, fx.stored(id), m)
		assert.Equal(t, c.want, fx.seat(c.by, id).Look)
	}
	m := fx.played(id, "pass")
	assert.False(t, fx.seat(bob, id).HasSeen(&m.Match))
	_, err := fx.Look(t.Context(), bob, id)
	require.NoError(t, err)
	assert.True(t, fx.seat(bob, id).HasSeen(&m.Match))
	assert.Equal(t, 1, fx.seat(bob, id).Look.Moment)

	_, err = fx.Look(t.Context(), carol, id)
	require.NoError(t, err, "others look as well")
	_, err = fx.Look(t.Context(), dave, id)
	require.ErrorIs(t, err, play.ErrNotFound)
	_, _, err = fx.Seat(t.Context(), carol, id)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	_, _, err = fx.Seat(t.Context(), dave, id)
	require.ErrorIs(t, err, play.ErrNotFound)
}

// TestService_TakeBack: a turn is taken back for free until the other side has looked at the board.
func TestService_TakeBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	_, err := fx.Look(t.Context(), bob, id)
	require.NoError(t, err)
	fx.played(id, "pass")
	m, err := fx.TakeBack(t.Context(), alice, anyPly(id))
	require.NoError(t, err, "Bob saw only what was before")
	assert.Equal(t, 0, m.Game.Ply())
	assert.Equal(t, 2, m.Moment())
	fx.played(id, "pass")
	_, err = fx.Look(t.Context(), bob, id)
	require.NoError(t, err)
	_, err = fx.TakeBack(t.Context(), alice, anyPly(id))
	require.ErrorIs(t, err, match.ErrSeen)
	assert.Equal(t, 1, len(fx.turns(id)))
}

// turns returns the turns of a match.
func (fx *fixture) turns(id match.ID) []string {
	m := fx.stored(id)
	var all []string
	for _, turn := range m.Game.Turns() {
		all = append(all, turn.String())
	}
	return all
}
