package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestLineNamed: a line is found by its name while it is in the plan, also as the beginning of another line.
func TestLineNamed(t *testing.T) {
	t.Parallel()
	game := rules.NewGame(rules.Options{Board: rules.Board6x4})
	line, err := match.ParseLine(game.Position(), "112=221 112=221 112=221 112=221")
	require.NoError(t, err)
	plan, err := match.Plan{}.Add(&game, rules.Blue, line)
	require.NoError(t, err)
	for _, part := range []match.Line{line, line[:2]} {
		found, ok := lineNamed(plan, lineName(part))
		assert.True(t, ok)
		assert.Equal(t, part, found)
	}
	_, ok := lineNamed(plan, lineName(line[:3]))
	assert.False(t, ok)
	_, ok = lineNamed(match.Plan{}, lineName(line))
	assert.False(t, ok)
}
