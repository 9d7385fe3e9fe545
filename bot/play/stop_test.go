package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// TestAcceptsStop: nobody was expelled, so that a stop is Blue's semi-victory (rules 5.4).
func TestAcceptsStop(t *testing.T) {
	t.Parallel()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
	m, _, err := match.Propose(match.Proposal{ID: "m", By: alice.ID, To: bob.ID, Terms: terms}, start())
	require.NoError(t, err)
	_, err = m.As(bob.ID).Accept(rules.Red, start())
	require.NoError(t, err)
	cases := []struct {
		proof     play.Proof // for Red, who is to move
		red, blue bool
	}{
		{play.Unproven, false, true},
		{play.WinProven, false, true},
		{play.SemiWinProven, false, true},
		{play.SemiLossProven, true, true},
		{play.LossProven, true, false},
	}
	for _, c := range cases {
		assert.Equal(t, c.red, play.AcceptsStop(&m, alice.ID, c.proof), "Red, proof %d", c.proof)
		assert.Equal(t, c.blue, play.AcceptsStop(&m, bob.ID, c.proof), "Blue, proof %d", c.proof)
		assert.Equal(t, c.proof, c.proof.Turned().Turned())
	}
	assert.Equal(t, rules.Outcome{}, m.Game.Outcome(), "nothing was stopped")
}
