package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// off returns the command by which by offers to call the match off.
func off(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).MakeOffer(match.ToCallOff, now()) }
}

// answerOff returns the command by which by answers the offer to call the match off.
func answerOff(by match.PlayerID, yes bool) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).AnswerOffer(match.ToCallOff, yes, now()) }
}

// unoff returns the command by which by withdraws the offer to call the match off.
func unoff(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).WithdrawOffer(match.ToCallOff, now()) }
}

// as returns the match of g with changed terms.
func as(g given, change func(*match.Match)) given {
	return func(t *testing.T) match.Match {
		t.Helper()
		m := g(t)
		change(&m)
		return m
	}
}

func TestCallOff_Agreed(t *testing.T) {
	t.Parallel()
	event := func(k match.EventKind, by match.PlayerID, ply int) []match.Event {
		return []match.Event{{Kind: k, By: by, Ply: ply}}
	}
	rate := func(m *match.Match) { m.Terms.Rated = true }
	bind := func(m *match.Match) { m.Past.Binding = true }
	robot := func(m *match.Match) { m.Terms.Level = 1 }
	run(t, []ruling{
		{"on turn", playing(swaps(6)), off(alice), nil, event(match.CallOffOffered, alice, 6)},
		{"not on turn", playing(swaps(6)), off(bob), nil, event(match.CallOffOffered, bob, 6)},
		{"no player", playing(swaps(6)), off(carol), match.ErrNotPlayer, nil},
		{"yes", playing(swaps(6), off(alice)), answerOff(bob, true), nil, event(match.Ended, bob, 6)},
		{"no", playing(swaps(6), off(alice)), answerOff(bob, false), nil, event(match.CallOffRefused, bob, 6)},
		{"yes to one's own", playing(swaps(6), off(alice)), answerOff(alice, true), match.ErrOwnOffer, nil},
		{"withdrawn", playing(swaps(6), off(alice)), unoff(alice), nil, event(match.CallOffWithdrawn, alice, 6)},
		{"both offer it", playing(swaps(6), off(alice)), off(bob), nil, event(match.Ended, bob, 6)},
		{"twice", playing(swaps(6), off(alice)), off(alice), match.ErrOfferOpen, nil},
		{"after a no", playing(off(alice), answerOff(bob, false)), off(alice), match.ErrOfferedAlready, nil},
		{"answered after a turn", playing(off(bob), swaps(1)), answerOff(alice, true), match.ErrNoOffer, nil},
		{"offered in a challenge", proposed(bob, match.PlayRed), off(alice), match.ErrNotPlaying, nil},
		{"offered after the end", playing(resign(bob)), off(alice), match.ErrFinished, nil},

		{"while the other offers to stop", playing(offer(bob)), off(alice), match.ErrOtherOffer, nil},
		{"while one's own offer to stop is open", playing(offer(alice)), off(alice), match.ErrOtherOffer, nil},
		{"to stop, while it is open", playing(off(alice)), offer(bob), match.ErrOtherOffer, nil},
		{"after the refusal to stop", playing(offer(bob), answer(alice, false)), off(alice), nil,
			event(match.CallOffOffered, alice, 0)},

		{"rated, before both second turns", as(playing(swaps(3)), rate), off(alice), nil,
			event(match.CallOffOffered, alice, 3)},
		{"rated, after them", as(playing(swaps(4)), rate), off(alice), match.ErrBinding, nil},
		{"a league", as(playing(), bind), off(alice), match.ErrBinding, nil},
		{"against the bot", as(playing(), robot), off(alice), match.ErrNoOffer, nil},
	})
}

// TestCallOff_Outcome: nobody wins, and nobody counts as having left early.
func TestCallOff_Outcome(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 6} {
		m := playing(swaps(n), off(alice), answerOff(bob, true))(t)
		assert.Equal(t, match.Finished, m.Status)
		assert.Equal(t, rules.Outcome{Reason: rules.Aborted}, m.Game.Outcome())
		assert.Equal(t, rules.NoColor, m.Past.LeftBy)
		assert.True(t, m.Past.CalledOff)
		assert.Zero(t, m.Offers)
	}
	assert.False(t, playing(resign(alice))(t).Past.CalledOff)
}

// TestCallOff_Limit: a side can offer it three times in a match, also if turns are taken back.
func TestCallOff_Limit(t *testing.T) {
	t.Parallel()
	m := playing()(t)
	do := func(steps ...command) {
		for _, step := range steps {
			_, err := step(&m)
			require.NoError(t, err)
		}
	}
	do(off(alice), unoff(alice), swaps(1), off(alice), answerOff(bob, false), swaps(1), off(alice), swaps(1))
	require.ErrorIs(t, m.As(alice).CanOffer(match.ToCallOff), match.ErrCallOffsUsed)
	do(func(m *match.Match) ([]match.Event, error) {
		return m.As(alice).TakeBack(match.Takeback{Unseen: true}, now())
	})
	require.True(t, m.Offers[match.ToCallOff].IsOpen(), "it was open before the turn")
	do(unoff(alice), swaps(1))
	require.ErrorIs(t, m.As(alice).CanOffer(match.ToCallOff), match.ErrCallOffsUsed)
	require.NoError(t, m.As(bob).CanOffer(match.ToCallOff))
	do(off(bob))
	require.NoError(t, m.As(alice).CanOffer(match.ToCallOff), "to agree is always possible")
	do(off(alice))
	assert.True(t, m.Past.CalledOff)
}

// TestCallOff_RatedTakeback: an offer that a takeback brings back cannot save a rating after the second turns.
func TestCallOff_RatedTakeback(t *testing.T) {
	t.Parallel()
	m := as(playing(swaps(3), off(alice)), func(m *match.Match) { m.Terms.Rated = true })(t)
	_, err := swaps(1)(&m)
	require.NoError(t, err)
	_, err = m.As(bob).TakeBack(match.Takeback{Unseen: true}, now())
	require.NoError(t, err)
	require.True(t, m.Offers[match.ToCallOff].IsOpen())
	_, err = m.As(bob).AnswerOffer(match.ToCallOff, true, now())
	assert.ErrorIs(t, err, match.ErrBinding)
}
