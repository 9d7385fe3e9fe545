package match_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestPast_Left: a side that resigns before its second turn, or runs out of time, has left the match, no matter who
// ends it.
func TestPast_Left(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		turns int
		end   func(*match.Match) ([]match.Event, error)
		want  rules.Color
	}{
		"resigned first": {0, func(m *match.Match) ([]match.Event, error) { return m.As(m.Players.Blue).Resign(m.Changed) }, rules.Blue},
		"resigned late":  {4, func(m *match.Match) ([]match.Event, error) { return m.As(m.Players.Blue).Resign(m.Changed) }, rules.NoColor},
		"lapsed":         {1, func(m *match.Match) ([]match.Event, error) { return m.Arbiter().Lapse(m.LapseAt()) }, rules.Blue},
		"called off": {1, func(m *match.Match) ([]match.Event, error) { return m.As(m.Players.Red).CallOff(m.Deadline()) },
			rules.Blue},
		"called off late": {4, func(m *match.Match) ([]match.Event, error) { return m.As(m.Players.Blue).CallOff(m.Deadline()) },
			rules.NoColor},
	} {
		m := clocked(t, slices.Repeat([]deed{{hour, turn}}, c.turns)...)
		_, err := c.end(&m)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, m.Past.LeftBy, name)
	}
}

// TestBinding: in a binding match who leaves before their second turn loses, by resigning or on time, and nobody calls
// it off.
func TestBinding(t *testing.T) {
	t.Parallel()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Pace: match.Pace{PerTurn: day}}
	for turns := range 5 {
		m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Terms: terms, Binding: true}, start())
		require.NoError(t, err)
		_, err = m.As(bob).Accept(rules.Red, start())
		require.NoError(t, err)
		for range turns {
			_, err = turn(&m, start())
			require.NoError(t, err)
		}
		late := m.ColorOf(m.ToMove())
		assert.False(t, m.TimeAborts())
		_, err = m.As(m.Players.Of(late.Other())).CallOff(m.Deadline())
		require.ErrorIs(t, err, match.ErrBinding)
		for _, side := range []rules.Color{rules.Red, rules.Blue} {
			left := m.Clone()
			assert.False(t, left.As(m.Players.Of(side)).ResignAborts())
			_, err = left.As(m.Players.Of(side)).Resign(start())
			require.NoError(t, err)
			assert.Equal(t, rules.Outcome{Winner: side.Other(), Reason: rules.Resignation}, left.Game.Outcome())
			assert.Equal(t, rules.NoColor, left.Past.LeftBy)
		}
		_, err = m.Arbiter().Lapse(m.LapseAt())
		require.NoError(t, err)
		assert.Equal(t, rules.Outcome{Winner: late.Other(), Reason: rules.TimeLoss}, m.Game.Outcome())
	}
}
