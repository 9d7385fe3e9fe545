package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestRecord_CalledOff: the record says whether both sides agreed to call the game off.
func TestRecord_CalledOff(t *testing.T) {
	t.Parallel()
	for _, agreed := range []bool{true, false} {
		tb := newTable(t)
		id := tb.start()
		tb.turns(id, "pass")
		if agreed {
			tb.ask(id, alice, match.ToCallOff)
			tb.ask(id, bob, match.ToCallOff) // which agrees
		} else {
			_, err := tb.service().Resign(t.Context(), actor(bob), play.Ref{ID: id, Ply: play.AnyPly})
			require.NoError(t, err)
		}
		m := tb.match(id)
		reply := tb.ok(tb.press(alice, ui.OnMatch(ui.Look, &m.Match, ui.LookArg{What: ui.LookTurns, At: -1}.String())))
		require.NotNil(t, reply.Message.File)
		said := string(reply.Message.File.Data)
		assert.Contains(t, said, `[Termination "aborted"]`)
		assert.Equal(t, agreed, strings.Contains(said, `[CalledOff "agreement"]`), said)
	}
}
