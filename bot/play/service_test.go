package play_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// TestService_Match plays a match with each use case; each stores what it returns and wakes the worker.
func TestService_Match(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ctx := t.Context()
	m, err := fx.Challenge(ctx, alice, play.Challenge{Terms: match.Terms{Options: terms().Options},
		Venue: venue()})
	require.NoError(t, err)
	assert.Equal(t, match.ID("m1"), m.ID)
	assert.Equal(t, play.Delivery{Venue: venue()}, m.Delivery)
	assert.Equal(t, start(), m.Created, "UTC, in ms")
	assert.EqualValues(t, 1, fx.woken.Load())

	ref := anyPly(m.ID)
	for i, do := range []func() (play.Match, error){
		func() (play.Match, error) { return fx.Accept(ctx, bob, m.ID) },
		func() (play.Match, error) {
			return fx.Play(ctx, bob, play.Ref{ID: m.ID}, play.Typed{Text: "pass"})
		},
		func() (play.Match, error) { return fx.Offer(ctx, bob, ref, match.ToStop) },
		func() (play.Match, error) { return fx.AnswerOffer(ctx, alice, ref, match.ToStop, false) },
		func() (play.Match, error) { return fx.Offer(ctx, alice, ref, match.ToStop) },
		func() (play.Match, error) { return fx.WithdrawOffer(ctx, alice, ref, match.ToStop) },
		func() (play.Match, error) { return fx.Resign(ctx, alice, ref) },
	} {
		fx.now = fx.now.Add(time.Minute)
		m, err := do()
		require.NoError(t, err)
		assert.Equal(t, fx.stored(m.ID), m)
		assert.EqualValues(t, 2+i, fx.woken.Load())
		assert.Equal(t, start().Add(time.Duration(i+1)*time.Minute), m.Changed)
	}
	assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted, match.Played,
		match.StopOffered, match.StopRefused, match.StopOffered, match.StopWithdrawn,
		match.Ended}, fx.kinds(m.ID))
	got, err := fx.Match(ctx, bob, m.ID)
	require.NoError(t, err)
	assert.Equal(t, bob.ID, got.Players.Red, "the toss was Blue for the challenger")

	recent, err := fx.Recent(ctx, bob.ID, 9)
	require.NoError(t, err)
	assert.Equal(t, []play.Summary{got.Summary()}, recent)
	open, err := fx.Open(ctx, bob.ID)
	require.NoError(t, err)
	assert.Empty(t, open)
}

// use is a use case on one match.
type use struct {
	name string
	do   func(play.Actor, play.Ref) (play.Match, error)
}

// uses are all use cases on one match; those that take no Ply ignore it.
func (fx *fixture) uses() []use {
	ctx := fx.Context()
	return []use{
		{"play", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Play(ctx, a, r, swap()) }},
		{"resign", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Resign(ctx, a, r) }},
		{"offer", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Offer(ctx, a, r, match.ToStop) }},
		{"answer", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.AnswerOffer(ctx, a, r, match.ToStop, true)
		}},
		{"unoffer", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.WithdrawOffer(ctx, a, r, match.ToStop)
		}},
		{"hint", func(a play.Actor, r play.Ref) (play.Match, error) {
			m, _, err := fx.Hint(ctx, a, r)
			return m, err
		}},
		{"accept", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Accept(ctx, a, r.ID) }},
		{"decline", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Decline(ctx, a, r.ID) }},
		{"withdraw", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.Withdraw(ctx, a, r.ID)
		}},
		{"move here", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.MoveHere(ctx, a, r.ID, play.Venue{Guild: "g", Channel: "x"})
		}},
	}
}

// TestService_Refused: a refused use case returns the current match with the error, changes nothing and wakes nobody.
func TestService_Refused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	m, err := fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	fx.take(play.JobTell)
	woken, old, now := fx.woken.Load(), play.Ref{ID: m.ID}, play.Ref{ID: m.ID, Ply: 1}
	stranger := [...]error{match.ErrNotPlayer, match.ErrNotPlayer, match.ErrNotPlayer, match.ErrNotPlayer,
		match.ErrNotPlayer, match.ErrNotPlayer, match.ErrNotProposed, match.ErrNotProposed,
		match.ErrNotProposed, match.ErrNotPlayer}
	refused := func(u use, a play.Actor, r play.Ref, want error) {
		got, err := u.do(a, r)
		require.ErrorIs(t, err, want, u.name)
		assert.Equal(t, m, got, u.name)
		assert.Equal(t, m, fx.stored(m.ID))
	}
	for i, u := range fx.uses() {
		if i < 6 {
			refused(u, bob, old, play.ErrStale)
		}
		refused(u, carol, now, stranger[i])
		got, err := u.do(alice, anyPly("nothere"))
		require.ErrorIs(t, err, play.ErrNotFound, u.name)
		assert.Zero(t, got)
	}
	refused(fx.uses()[0], alice, now, match.ErrNotYourTurn)
	refused(fx.uses()[3], bob, now, match.ErrNoOffer)
	assert.Equal(t, woken, fx.woken.Load())
	_, ok := fx.take(play.JobTell)
	assert.False(t, ok, "nothing follows")
}

// TestService_Visible: a match is for the eyes of its people everywhere and of others in its
// guild; for all others there is none, at whatever ply they ask.
func TestService_Visible(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	m, err := fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	woken := fx.woken.Load()
	for _, a := range []play.Actor{dave, {ID: carol.ID}, {Guild: "h"}, {}} {
		_, err := fx.Match(t.Context(), a, m.ID)
		require.ErrorIs(t, err, play.ErrNotFound)
		for _, u := range fx.uses() {
			for _, r := range []play.Ref{anyPly(m.ID), {ID: m.ID, Ply: 1}, {ID: m.ID}} {
				got, err := u.do(a, r)
				require.ErrorIs(t, err, play.ErrNotFound, u.name)
				require.NotErrorIs(t, err, play.ErrStale)
				assert.Zero(t, got, u.name)
			}
		}
	}
	assert.Equal(t, m, fx.stored(m.ID))
	assert.Equal(t, woken, fx.woken.Load())

	for _, a := range []play.Actor{carol, {ID: alice.ID}, {ID: bob.ID, Guild: "h"}} {
		got, err := fx.Match(t.Context(), a, m.ID)
		require.NoError(t, err)
		assert.Equal(t, m, got)
	}
	m, err = fx.Play(t.Context(), play.Actor{ID: bob.ID}, anyPly(m.ID), swap())
	require.NoError(t, err)
	assert.Equal(t, 2, m.Game.Ply())
}

// TestService_VisibleChallenge: a challenge to anyone is to anyone who sees it.
func TestService_VisibleChallenge(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.challenge("")
	got, err := fx.Accept(t.Context(), dave, m.ID)
	require.ErrorIs(t, err, play.ErrNotFound)
	assert.Zero(t, got)
	assert.Equal(t, m, fx.stored(m.ID))
	_, err = fx.Accept(t.Context(), carol, m.ID)
	require.NoError(t, err)
}

// TestService_VisibleOutsideGuilds: a match in direct messages is for its two people alone, a
// challenge there for the one who made it, too.
func TestService_VisibleOutsideGuilds(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, to := range []match.PlayerID{bob.ID, ""} {
		m, err := fx.Challenge(t.Context(), alice, play.Challenge{To: to, Terms: terms(),
			Venue: play.Venue{Channel: "dm"}})
		require.NoError(t, err)
		for _, a := range []play.Actor{{ID: carol.ID}, carol, {}} {
			_, err = fx.Match(t.Context(), a, m.ID)
			require.ErrorIs(t, err, play.ErrNotFound)
		}
		_, err = fx.Match(t.Context(), alice, m.ID)
		require.NoError(t, err)
	}
	_, err := fx.Match(t.Context(), bob, "m1")
	require.NoError(t, err)
}

// TestService_NotKept: after a unit of work that was not kept there is no match to show, and
// nobody is woken.
func TestService_NotKept(t *testing.T) {
	t.Parallel()
	failure := errors.New("disk is full")
	fx := newFixture(t)
	before := fx.start()
	woken := fx.woken.Load()
	fx.hook = func(c playtest.Call, do func() error) error {
		if err := do(); err != nil || c.Name != playtest.Commit {
			return err
		}
		return failure
	}
	got, err := fx.Play(t.Context(), alice, anyPly(before.ID), swap())
	require.ErrorIs(t, err, failure)
	assert.Zero(t, got)
	got, err = fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: terms()})
	require.ErrorIs(t, err, failure)
	assert.Zero(t, got)
	assert.Equal(t, before, fx.stored(before.ID))
	assert.Equal(t, woken, fx.woken.Load())
}

// TestService_Again: a use case whose unit of work collided and is done again happens once.
func TestService_Again(t *testing.T) {
	t.Parallel()
	collision := errors.New("collision")
	fx, collided := newFixture(t), false
	fx.hook = func(c playtest.Call, do func() error) error {
		switch c.Name {
		case "Do":
			collided = false
			_ = do()
		case playtest.Commit:
			if !collided {
				collided = true
				return errors.Join(do(), collision)
			}
		}
		return do()
	}
	m := fx.start()
	assert.Equal(t, match.ID("m1"), m.ID)
	m, err := fx.Play(t.Context(), alice, play.Ref{ID: m.ID}, swap())
	require.NoError(t, err)
	assert.Equal(t, 1, m.Game.Ply())
	assert.Equal(t, fx.stored(m.ID), m)
	assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted, match.Played}, fx.kinds(m.ID))
	assert.EqualValues(t, 3, fx.woken.Load())
	p, ok := fx.player(alice.ID)
	assert.True(t, ok)
	assert.Equal(t, start(), p.Met)
}
