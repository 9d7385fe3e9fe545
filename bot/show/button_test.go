package show

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestHasReplay_Limit: a match whose replay would be too large has none.
func TestHasReplay_Limit(t *testing.T) {
	t.Parallel()
	m := match.Match{Status: match.Finished, Game: rules.NewGame(rules.Options{Board: rules.Board6x4})}
	for range maxReplayed {
		assert.True(t, m.Game.Ply() == 0 || HasReplay(&m), m.Game.Ply())
		require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	}
	assert.True(t, HasReplay(&m))
	require.NoError(t, m.Game.Play(rules.ShiftTurn(rules.Swap111x222)))
	assert.False(t, HasReplay(&m))
}
