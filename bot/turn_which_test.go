package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPanel_Which: with several matches, a block asks which one, and becomes the panel.
func TestPanel_Which(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first, second := tb.start(), tb.start()
	asked := tb.opens(alice)
	require.NotNil(t, asked.Rows[0].Menu)
	now := tb.taps(alice, asked, "against Bob · 6x4 · turn 1 · your turn · first game")
	tb.requireBoard(first, now, true)
	tb.turns(first, "pass")
	now = tb.opens(alice)
	tb.requireBoard(second, now, true)
	tb.turns(second, "pass")
	_, err := tb.run(alice, "play")
	assert.Contains(t, tb.refusal(err), "It isn't your turn in any game")
}
