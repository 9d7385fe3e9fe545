package play_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestChallenge_Crossing: a challenge that crosses one on the same terms accepts it, wherever it is made; on other
// terms it is shown first.
func TestChallenge_Crossing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	_, err := fx.Challenge(t.Context(), carol, play.Challenge{To: bob.ID, Terms: otherTerms(), Venue: venue()})
	require.NoError(t, err)
	waits := fx.challenge(bob.ID)
	back := play.Challenge{To: alice.ID, Terms: otherTerms(), Venue: play.Venue{Guild: "other", Channel: "9"}}
	m, err := fx.Challenge(t.Context(), bob, back)
	require.ErrorIs(t, err, play.ErrCrossed)
	assert.Equal(t, waits, m)
	_, ok := fx.player(bob.ID)
	assert.False(t, ok, "nothing was done")

	refused := errors.New("not here")
	_, err = fx.Challenge(t.Context(), carol, play.Challenge{To: alice.ID, Terms: terms(), Refused: refused})
	require.ErrorIs(t, err, refused, "it crosses nothing")
	back.Terms, back.Refused = waits.Terms.FromOpponent(), refused
	m, err = fx.Challenge(t.Context(), bob, back)
	require.NoError(t, err)
	assert.Equal(t, fx.stored(waits.ID), m)
	assert.Equal(t, []any{match.Playing, venue(), bob.ID}, []any{m.Status, m.Venue, m.Opponent})
	_, ok = fx.player(bob.ID)
	assert.True(t, ok)
	back.Refused = nil
	m, err = fx.Challenge(t.Context(), bob, back)
	require.NoError(t, err)
	assert.Equal(t, match.Proposed, m.Status, "what is played crosses nothing")
}

// TestChallenge_Anyway: accepting one of two crossing challenges withdraws one's own, and no other.
func TestChallenge_Anyway(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	theirs, carols := fx.challenge(bob.ID), fx.challenge(carol.ID)
	second, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: otherTerms(), Venue: venue()})
	require.NoError(t, err)
	own, err := fx.Challenge(t.Context(), bob, play.Challenge{To: alice.ID, Terms: terms(), Venue: venue(), Anyway: true})
	require.NoError(t, err)
	others, err := fx.Challenge(t.Context(), bob, play.Challenge{To: carol.ID, Terms: terms(), Venue: venue()})
	require.NoError(t, err)
	_, err = fx.Accept(t.Context(), bob, theirs.ID)
	require.NoError(t, err)
	for id, want := range map[match.ID]match.Status{theirs.ID: match.Playing, own.ID: match.Withdrawn,
		second.ID: match.Proposed, carols.ID: match.Proposed, others.ID: match.Proposed} {
		assert.Equal(t, want, fx.stored(id).Status, id)
	}
	_, err = fx.Accept(t.Context(), alice, own.ID)
	require.ErrorIs(t, err, match.ErrNotProposed)
}

// TestCounter_Crossing: a challenge is answered with terms on which another one waits, which is accepted.
func TestCounter_Crossing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first := fx.challenge(bob.ID)
	second, err := fx.Challenge(t.Context(), alice, play.Challenge{To: bob.ID, Terms: otherTerms(), Venue: venue()})
	require.NoError(t, err)
	m, err := fx.Counter(t.Context(), bob, first.ID, otherTerms().FromOpponent())
	require.NoError(t, err)
	assert.Equal(t, second.ID, m.ID)
	assert.Equal(t, match.Playing, fx.stored(second.ID).Status)
	assert.Equal(t, match.Declined, fx.stored(first.ID).Status)
}
