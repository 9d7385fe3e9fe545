package match_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestPast_Left: who resigns before their second turn, or runs out of time, has left the match, whoever ends it.
func TestPast_Left(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		turns int
		end   func(*match.Match) ([]match.Event, error)
		want  rules.Color
	}{
		"resigned first": {0, func(m *match.Match) ([]match.Event, error) { return m.As(m.Blue).Resign(m.Changed) }, rules.Blue},
		"resigned late":  {4, func(m *match.Match) ([]match.Event, error) { return m.As(m.Blue).Resign(m.Changed) }, rules.NoColor},
		"lapsed":         {1, func(m *match.Match) ([]match.Event, error) { return m.Lapse(m.LapseAt()) }, rules.Blue},
		"called off": {1, func(m *match.Match) ([]match.Event, error) { return m.As(m.Red).CallOff(m.Deadline()) },
			rules.Blue},
		"called off late": {4, func(m *match.Match) ([]match.Event, error) { return m.As(m.Blue).CallOff(m.Deadline()) },
			rules.NoColor},
	} {
		m := clocked(t, slices.Repeat([]deed{{hour, turn}}, c.turns)...)
		_, err := c.end(&m)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, m.Past.Left, name)
	}
}
