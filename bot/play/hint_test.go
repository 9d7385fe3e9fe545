package play_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
)

// hinter is an Analyst made of a function.
type hinter func(context.Context, *rules.Game) (play.Hint, error)

func (h hinter) Hint(ctx context.Context, q gate.Question) (play.Hint, error) {
	return h(ctx, q.Game())
}

// with gives a Service an Analyst.
func with(h hinter) func(*play.Deps) { return func(d *play.Deps) { d.Analyst = h } }

func TestService_Hint(t *testing.T) {
	t.Parallel()
	want := play.Hint{Candidates: []play.Candidate{{Turn: rules.Pass, Line: []rules.Turn{rules.Pass}}}}
	fx := newFixture(t, with(func(_ context.Context, g *rules.Game) (play.Hint, error) {
		return want, g.Play(rules.Pass) // its own copy
	}))
	m := fx.start()
	got, hint, err := fx.Hint(t.Context(), alice, play.Ref{ID: m.ID})
	require.NoError(t, err)
	assert.Equal(t, want, hint)
	assert.Equal(t, got, fx.stored(m.ID))
	assert.Equal(t, 1, got.HintsUsed.Red)
	assert.Equal(t, m.Game, got.Game)
	assert.Equal(t, m.Delivery, got.Delivery)
	again, _, err := fx.Hint(t.Context(), alice, play.Ref{ID: m.ID})
	require.NoError(t, err)
	assert.Equal(t, got, again, "one hint for each position")

	for by, refusal := range map[play.Actor]error{
		bob: match.ErrNotYourTurn, carol: match.ErrNotPlayer, dave: play.ErrNotFound,
	} {
		_, hint, err = fx.Hint(t.Context(), by, play.Ref{ID: m.ID})
		require.ErrorIs(t, err, refusal)
		assert.Zero(t, hint)
	}
	_, _, err = fx.Hint(t.Context(), alice, play.Ref{ID: m.ID, Ply: 3})
	require.ErrorIs(t, err, play.ErrStale)
}

// TestService_HintLimit: there are as many as the terms say, and nobody searches for one more.
func TestService_HintLimit(t *testing.T) {
	t.Parallel()
	searched := 0
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		searched++
		return play.Hint{Candidates: make([]play.Candidate, 1)}, nil
	}))
	one := terms()
	one.Hints = 1
	none := terms()
	none.Hints = match.NoHints
	for _, c := range []struct {
		terms match.Terms
		want  error
		times int
	}{{one, match.ErrHintsUsed, 1}, {none, match.ErrNoHints, 0}} {
		searched = 0
		m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: c.terms, Venue: venue()})
		require.NoError(t, err)
		_, err = fx.Accept(t.Context(), bob, m.ID)
		require.NoError(t, err)
		for range 2 {
			_, _, err = fx.Hint(t.Context(), alice, anyPly(m.ID))
			require.True(t, err == nil || errors.Is(err, c.want))
			for range 2 {
				_, err = fx.Play(t.Context(), fx.onTurn(m.ID), anyPly(m.ID), swap())
				require.NoError(t, err)
			}
		}
		_, _, err = fx.Hint(t.Context(), alice, anyPly(m.ID))
		require.ErrorIs(t, err, c.want)
		assert.Equal(t, c.times, searched)
		stored := fx.stored(m.ID)
		assert.Equal(t, c.times, stored.HintsUsed.Red)
	}
}

// onTurn returns who is to move.
func (fx *fixture) onTurn(id match.ID) play.Actor {
	if m := fx.stored(id); m.ToMove() == bob.ID {
		return bob
	}
	return alice
}

// TestService_HintTooLate: advice for a position that is gone is thrown away.
func TestService_HintTooLate(t *testing.T) {
	t.Parallel()
	var fx *fixture
	fx = newFixture(t, with(func(ctx context.Context, _ *rules.Game) (play.Hint, error) {
		_, err := fx.Play(ctx, alice, anyPly("m1"), swap())
		return play.Hint{Candidates: make([]play.Candidate, 1)}, err
	}))
	fx.start()
	m, hint, err := fx.Hint(t.Context(), alice, anyPly("m1"))
	require.ErrorIs(t, err, play.ErrStale)
	assert.Zero(t, hint)
	assert.Equal(t, 1, m.Game.Ply())
}

// TestService_HintAtDeadline: what was found when time ran out is kept.
func TestService_HintAtDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		cancel()
		return play.Hint{Candidates: make([]play.Candidate, 3)}, nil
	}))
	m := fx.start()
	_, hint, err := fx.Hint(ctx, alice, anyPly(m.ID))
	require.NoError(t, err)
	assert.Len(t, hint.Candidates, 3)
}

func TestService_HintFails(t *testing.T) {
	t.Parallel()
	failure := errors.New("no")
	fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
		return play.Hint{}, failure
	}))
	m := fx.start()
	got, _, err := fx.Hint(t.Context(), alice, anyPly(m.ID))
	require.ErrorIs(t, err, failure)
	assert.Equal(t, m, got)

	fx = newFixture(t)
	m = fx.start()
	got, _, err = fx.Hint(t.Context(), alice, anyPly(m.ID))
	require.ErrorIs(t, err, play.ErrNoHint)
	assert.Equal(t, m, got)
}
