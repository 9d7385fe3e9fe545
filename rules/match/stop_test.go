package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestStop: the operator ends a running game for nothing, once, paused or not, and leaves no offer open.
func TestStop(t *testing.T) {
	t.Parallel()
	m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}}, at(0))
	require.NoError(t, err)
	_, err = m.Arbiter().Stop(match.ByOperator, at(1))
	require.ErrorIs(t, err, match.ErrNotPlaying)
	_, err = m.As(bob).Accept(rules.Red, at(1))
	require.NoError(t, err)
	for n := range 4 {
		_, err = m.As(m.ToMove()).Play(swap(), at(2+n))
		require.NoError(t, err)
	}
	_, err = m.As(alice).MakeOffer(match.ToStop, at(6))
	require.NoError(t, err)
	seq := m.Seq
	events, err := m.Arbiter().Stop(match.ByOperator, at(7))
	require.NoError(t, err)
	assert.Equal(t, []match.Event{{Kind: match.Stopped, Seq: seq + 1, Ply: 4, At: at(7)},
		{Kind: match.Ended, Seq: seq + 2, Ply: 4, At: at(7)}}, events)
	assert.Equal(t, rules.Outcome{Reason: rules.Aborted}, m.Game.Outcome())
	assert.Equal(t, match.ByOperator, m.Past.Stopped)
	assert.Empty(t, m.EndedBy)
	assert.Equal(t, match.Offer{}, m.Offers[match.ToStop])
	assert.Equal(t, rules.NoColor, m.Past.LeftBy, "nobody has left")
	was := m.Clone()
	_, err = m.Arbiter().Stop(match.ByOperator, at(8))
	require.ErrorIs(t, err, match.ErrFinished)
	assert.Equal(t, was, m)
}
