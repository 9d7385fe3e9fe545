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
	others, err := fx.store.Seat(t.Context(), id, carol.ID)
	require.NoError(t, err)
	assert.Zero(t, others.Look, "which is not kept")
	_, err = fx.Look(t.Context(), dave, id)
	require.ErrorIs(t, err, play.ErrNotFound)
	_, _, err = fx.Seat(t.Context(), carol, id)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	_, _, err = fx.Seat(t.Context(), dave, id)
	require.ErrorIs(t, err, play.ErrNotFound)
}

// TestAct_Look: who acts in a match has seen it as it is then; who starts one, or whose plan acts, has not.
func TestAct_Look(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, c := range map[string]struct {
		by  play.Actor
		act func(*fixture, match.ID) error
	}{
		"an offer":     {bob, func(fx *fixture, id match.ID) error { return just(fx.Offer(ctx, bob, anyPly(id), match.ToStop)) }},
		"its answer":   {bob, func(fx *fixture, id match.ID) error { return fx.asked(id) }},
		"a turn":       {alice, func(fx *fixture, id match.ID) error { return just(fx.Play(ctx, alice, anyPly(id), swap())) }},
		"what it sets": {alice, func(fx *fixture, id match.ID) error { return fx.planned112(id) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			id := fx.start().ID
			for _, a := range []play.Actor{alice, bob} {
				m := fx.stored(id)
				assert.False(t, fx.seat(a, id).HasSeen(&m.Match), "as it begins")
			}
			require.NoError(t, c.act(fx, id))
			m, other := fx.stored(id), map[match.PlayerID]play.Actor{alice.ID: bob, bob.ID: alice}[c.by.ID]
			assert.True(t, fx.seat(c.by, id).HasSeen(&m.Match))
			assert.Equal(t, name == "its answer", fx.seat(other, id).HasSeen(&m.Match))
		})
	}
}

// asked has Alice offer to stop, and Bob refuse.
func (fx *fixture) asked(id match.ID) error {
	if err := just(fx.Offer(fx.Context(), alice, anyPly(id), match.ToStop)); err != nil {
		return err
	}
	return just(fx.AnswerOffer(fx.Context(), bob, anyPly(id), match.ToStop, false))
}

// planned112 has Alice play to what Bob has planned an answer.
func (fx *fixture) planned112(id match.ID) error {
	fx.plans(bob, id, "112=221 112=221")
	return just(fx.Play(fx.Context(), alice, anyPly(id), play.Typed{Text: "112=221"}))
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
	require.ErrorIs(t, err, match.ErrNotFree)
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
