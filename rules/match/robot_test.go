package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestRobot: who the robot is, and when it must act.
func TestRobot(t *testing.T) {
	t.Parallel()
	const robot match.PlayerID = "robot"
	paused := func(m *match.Match) ([]match.Event, error) {
		_, err := m.As(alice).MakeOffer(match.ToPause, now())
		require.NoError(t, err)
		return m.As(robot).AnswerOffer(match.ToPause, true, now())
	}
	cases := []struct {
		name   string
		side   match.SidePick
		done   []command
		awaits bool
	}{
		{"a person is on", match.PlayRed, nil, false},
		{"the robot begins", match.PlayBlue, nil, true},
		{"the robot is on", match.PlayRed, []command{swaps(1)}, true},
		{"and has answered", match.PlayRed, []command{swaps(2)}, false},
		{"an offer to it", match.PlayRed, []command{offer(alice)}, true},
		{"which it refused", match.PlayRed, []command{offer(alice), answer(robot, false)}, false},
		{"an offer by it", match.PlayRed, []command{offer(robot)}, false},
		{"paused when it is on", match.PlayRed, []command{swaps(1), paused}, false},
		{"asked while paused", match.PlayRed, []command{swaps(1), paused, offer(alice)}, true},
		{"it is over", match.PlayRed, []command{swaps(1), resign(alice)}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			terms := match.Terms{Options: rules.DefaultOptions(), Side: c.side, Level: 4,
				Pace: match.Pace{PerTurn: day}}
			m, _, err := match.Propose(match.Proposal{ID: "m", By: alice, To: robot, Terms: terms}, at(0))
			require.NoError(t, err)
			assert.False(t, m.AwaitsRobot(), "before it is accepted")
			_, err = m.As(robot).Accept(rules.Red, at(0))
			require.NoError(t, err)
			for _, do := range c.done {
				_, err := do(&m)
				require.NoError(t, err)
			}
			assert.Equal(t, robot, m.Robot())
			assert.Equal(t, c.awaits, m.AwaitsRobot())

			m.Terms.Level = 0 // the same between people
			assert.Empty(t, m.Robot())
			assert.False(t, m.AwaitsRobot())
		})
	}
}
