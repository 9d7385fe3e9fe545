package play_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// losing returns a fixture with the match "m" of Alice and Bob, in which Alice, who is on and has a
// bonus, would exile her own corvette by 111=222, for 222 is in exile.
func losing(t *testing.T) (*fixture, play.Match) {
	t.Helper()
	fx := newFixture(t)
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b")
	require.NoError(t, err)
	law, events, err := match.Propose(match.Proposal{ID: "m", By: alice.ID, To: bob.ID,
		Terms: terms()}, start())
	require.NoError(t, err)
	_, err = law.As(bob.ID).Accept(rules.Red, start())
	require.NoError(t, err)
	law.Game = rules.GameFrom(p, 40)
	m := play.Match{Match: law, Delivery: play.Delivery{Venue: venue()}}
	fx.do(func(tx play.Tx) error { return tx.CreateMatch(t.Context(), m, events) })
	return fx, m
}

// TestService_PlayLosing: a turn that exiles the mover's corvette (rules 2.5) is played only by
// those who mean it.
func TestService_PlayLosing(t *testing.T) {
	t.Parallel()
	fx, m := losing(t)
	got, err := fx.Play(t.Context(), alice, anyPly("m"), swap())
	var loses *play.DoubtError
	require.ErrorAs(t, err, &loses)
	assert.Equal(t, play.DoubtError{Why: play.Loses, Turn: rules.ShiftTurn(rules.Swap111x222),
		Ref: play.Ref{ID: "m"}}, *loses)
	assert.NotContains(t, err.Error(), "111=222", "it is for no log")
	assert.Equal(t, m, got)
	assert.Equal(t, m, fx.stored("m"))
	_, ok := fx.player(alice.ID)
	assert.False(t, ok)

	sure := swap()
	sure.Sure = true
	for _, a := range []play.Actor{alice, bob} {
		got, err = fx.Play(t.Context(), a, play.Ref{ID: "m", Ply: 7}, sure)
		require.ErrorIs(t, err, play.ErrStale, "they were asked about another position")
		assert.Equal(t, m, got)
	}
	got, err = fx.Play(t.Context(), bob, loses.Ref, sure)
	require.ErrorIs(t, err, match.ErrNotYourTurn)
	assert.Equal(t, m, got)
	got, err = fx.Play(t.Context(), alice, loses.Ref, sure)
	require.NoError(t, err)
	assert.Equal(t, rules.Outcome{Winner: rules.Blue, Reason: rules.CorvetteExile}, got.Game.Outcome())
}

// TestService_PlayHarmless: no other turn is asked about, be they sure or not.
func TestService_PlayHarmless(t *testing.T) {
	t.Parallel()
	for _, sure := range []bool{false, true} {
		fx, _ := losing(t)
		m, err := fx.Play(t.Context(), alice, anyPly("m"), play.Typed{Text: "211-c4", Sure: sure})
		require.NoError(t, err)
		assert.Equal(t, "211-c4", m.Game.Turns()[0].String())
		_, err = fx.Play(t.Context(), bob, anyPly("m"), swap())
		require.NoError(t, err, "Bob's are all at sea")
	}
}

// TestService_PlayMistyped: what is no turn, or no legal one, is refused by the rules, and first of
// all if it is not theirs to play.
func TestService_PlayMistyped(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	var syntax *rules.TurnSyntaxError
	var illegal *rules.TurnError
	got, err := fx.Play(t.Context(), alice, anyPly(m.ID), play.Typed{Text: "nonsense"})
	require.ErrorAs(t, err, &syntax)
	assert.Equal(t, m, got)
	got, err = fx.Play(t.Context(), alice, anyPly(m.ID), play.Typed{Text: "111-d6"})
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, m, got)
	_, err = fx.Play(t.Context(), bob, anyPly(m.ID), play.Typed{Text: "nonsense"})
	require.ErrorIs(t, err, match.ErrNotYourTurn)
}

// TestService_PlayMissing: what is typed as an expulsion and expels nothing is played by those who mean it.
func TestService_PlayMissing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.played(id, "pass", "pass")
	assert.Equal(t, play.Harmless, fx.doubt(alice, anyPly(id), "211xc4"))
	assert.Equal(t, 2, len(fx.turns(id)))
	assert.Zero(t, fx.doubt(alice, anyPly(id), "211-c4"))
	assert.Zero(t, fx.doubt(bob, anyPly(id), "211xc4"), "it expels")
}

// TestService_PlayExposed: a turn after which the corvette could be expelled is played by those who mean it, or were
// shown what it risks; that it would answer one that they have not seen comes first.
func TestService_PlayExposed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		turn string
		how  play.Typed
		want play.Doubt
	}{
		"exposes":         {turn: "122-d5", want: play.Exposes},
		"as an expulsion": {turn: "122xd5", want: play.Exposes},
		"sure":            {turn: "122-d5", how: play.Typed{Sure: true}},
		"warned":          {turn: "122-d5", how: play.Typed{Warned: true}},
		"warned of no x":  {turn: "122xd5", how: play.Typed{Warned: true}, want: play.Harmless},
		"saves":           {turn: "111=222"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			id := fx.start().ID
			fx.played(id, "pass", "pass", "211-c4", "112-d4", "122>212>221", "122>212>221", "211xb5")
			test.how.Text = test.turn
			_, err := fx.Play(t.Context(), bob, anyPly(id), test.how)
			doubt, _ := errors.AsType[*play.DoubtError](err)
			if test.want == 0 {
				require.NoError(t, err)
				return
			}
			require.NotNil(t, doubt)
			assert.Equal(t, test.want, doubt.Why)
		})
	}
}

// TestService_PlayReplaced: a turn that was typed for a board that a takeback has changed is played by those who
// have seen the board since.
func TestService_PlayReplaced(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		looks, looksBetween bool
		ply                 int
		want                play.Doubt
	}{
		"unseen":              {ply: play.AnyPly, want: play.Replaced},
		"seen":                {ply: play.AnyPly, looks: true},
		"seen since":          {ply: play.AnyPly, looksBetween: true},
		"by a control of now": {ply: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			id := fx.start().ID
			fx.played(id, "pass")
			require.NoError(t, just(fx.TakeBack(t.Context(), alice, anyPly(id))))
			if test.looksBetween {
				require.NoError(t, just(fx.Look(t.Context(), bob, id)))
			}
			fx.played(id, "112=221")
			if test.looks {
				require.NoError(t, just(fx.Look(t.Context(), bob, id)))
			}
			assert.Equal(t, test.want, fx.doubt(bob, play.Ref{ID: id, Ply: test.ply}, "pass"))
		})
	}
}

// TestService_PlayAfterPlanned: a turn that replaces none is answered unseen, whatever was taken back before.
func TestService_PlayAfterPlanned(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	fx.played(id, "pass")
	require.NoError(t, just(fx.TakeBack(t.Context(), alice, anyPly(id))))
	require.NoError(t, fx.planned112(id))
	fx.played(id, "211-c4")
	assert.Zero(t, fx.doubt(bob, anyPly(id), "121=212"))
}

// doubt plays a turn and returns why it was not; 0: it was.
func (fx *fixture) doubt(by play.Actor, r play.Ref, turn string) play.Doubt {
	_, err := fx.Play(fx.Context(), by, r, play.Typed{Text: turn})
	if doubt, ok := errors.AsType[*play.DoubtError](err); ok {
		return doubt.Why
	}
	require.NoError(fx, err)
	return 0
}
