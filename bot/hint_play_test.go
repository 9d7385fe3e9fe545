package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestMove_ReplacedExposes: confirming a turn that was replaced warns of the risks of the new one.
func TestMove_ReplacedExposes(t *testing.T) {
	t.Parallel()
	for mine, risk := range map[string]bool{"122-d2": true, "111-c2": false} {
		tb := newTable(t)
		tb.set("m", "6x4 b2----d1-------- b6------a4------ b - 0 b")
		tb.turns("m", "211-b4")
		_, err := tb.service().TakeBack(t.Context(), actor(bob), play.Ref{ID: "m", Ply: play.AnyPly})
		require.NoError(t, err)
		tb.turns("m", "211-a3")
		asked := tb.ok(tb.run(alice, "move", "turn", mine)).Message
		assert.Contains(t, asked.Text, "has taken a turn back")
		assert.Equal(t, risk, strings.Contains(asked.Text, "**Your corvette on b2 could then be expelled"), mine)
	}
}
