package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// otherTerms are terms with the challenger as Blue.
func otherTerms() match.Terms {
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayBlue, Hints: match.NoHints}
}

// TestService_Counter: the challenge is declined and its challenger challenged, once, however often it is done.
func TestService_Counter(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.challenge(bob.ID)
	m, err := fx.Counter(t.Context(), bob, "m1", otherTerms())
	require.NoError(t, err)
	assert.Equal(t, fx.stored(m.ID), m)
	assert.Equal(t, []match.PlayerID{bob.ID, alice.ID}, []match.PlayerID{m.Challenger, m.Opponent})
	assert.Equal(t, match.Proposed, m.Status)
	assert.Equal(t, otherTerms(), m.Terms)
	assert.Equal(t, venue(), m.Venue)
	old := fx.stored("m1")
	assert.Equal(t, match.Declined, old.Status)
	assert.Equal(t, []match.EventKind{match.Challenged, match.ChallengeCountered}, fx.kinds("m1"))
	assert.EqualValues(t, 2, fx.woken.Load())
	again, err := fx.Counter(t.Context(), bob, "m1", terms())
	require.NoError(t, err)
	assert.Equal(t, m, again)
	for id, want := range map[match.ID]bool{"m1": true, m.ID: false} {
		one := fx.stored(id)
		got, err := fx.Countered(t.Context(), &one)
		require.NoError(t, err)
		assert.Equal(t, want, got, id)
	}
	_, err = fx.Accept(t.Context(), alice, m.ID)
	require.NoError(t, err)
	_, err = fx.Decline(t.Context(), bob, fx.challenge(bob.ID).ID)
	require.NoError(t, err)
	open, err := fx.Recent(t.Context(), alice.ID, 9)
	require.NoError(t, err)
	assert.Empty(t, open)
}

// TestService_Counter_Declined: what was only declined was not answered with other terms.
func TestService_Counter_Declined(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m, err := fx.Decline(t.Context(), bob, fx.challenge(bob.ID).ID)
	require.NoError(t, err)
	got, err := fx.Countered(t.Context(), &m)
	require.NoError(t, err)
	assert.False(t, got)
}

// TestService_Counter_Refused: nothing is declined when nothing can be made.
func TestService_Counter_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*fixture)
		by     play.Actor
		terms  match.Terms
		want   error
		found  bool // the match comes with the error
	}{
		"the challenger": {nil, alice, otherTerms(), match.ErrOwnChallenge, true},
		"somebody else":  {nil, carol, otherTerms(), match.ErrNotInvited, true},
		"elsewhere":      {nil, dave, otherTerms(), play.ErrNotFound, false},
		"no terms":       {nil, bob, match.Terms{}, match.ErrTerms, false},
		"answered": {func(fx *fixture) {
			_, err := fx.Accept(t.Context(), bob, "m1")
			require.NoError(fx, err)
		}, bob, otherTerms(), match.ErrNotProposed, true},
		"withdrawn": {func(fx *fixture) {
			_, err := fx.Withdraw(t.Context(), alice, "m1")
			require.NoError(fx, err)
		}, bob, otherTerms(), match.ErrNotProposed, true},
		"made before": {func(fx *fixture) {
			c := play.Challenge{To: alice.ID, Terms: otherTerms(), Venue: venue(), Anyway: true}
			_, err := fx.Challenge(t.Context(), bob, c)
			require.NoError(fx, err)
		}, bob, otherTerms(), play.ErrSame, true},
	} {
		fx := newFixture(t)
		fx.challenge(bob.ID)
		if c.before != nil {
			c.before(fx)
		}
		before := fx.stored("m1")
		m, err := fx.Counter(t.Context(), c.by, "m1", c.terms)
		require.ErrorIs(t, err, c.want, name)
		assert.Equal(t, c.found, m.ID != "", name)
		assert.Equal(t, before, fx.stored("m1"), name)
		_, ok := fx.player(c.by.ID)
		assert.Equal(t, c.by == alice || c.want == play.ErrSame || c.want == match.ErrNotProposed && name == "answered", ok, name)
	}
}

// TestService_Counter_Limit: it is one challenge more, and refused like one.
func TestService_Counter_Limit(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.challenge(bob.ID)
	for _, board := range []rules.Board{rules.Board5x5, rules.Board6x4} {
		o := terms()
		o.Options.Board, o.Options.Positioning = board, false
		_, err := fx.Challenge(t.Context(), bob, play.Challenge{To: alice.ID, Terms: o, Venue: venue(), Anyway: true})
		require.NoError(t, err)
	}
	_, err := fx.Counter(t.Context(), bob, "m1", otherTerms())
	var limit *play.LimitError
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, play.LimitWaitingPair, limit.Limit)
	assert.Equal(t, alice.ID, limit.To)
	m := fx.stored("m1")
	assert.Equal(t, match.Proposed, m.Status)
}
