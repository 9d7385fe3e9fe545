package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/render"
	"madbot/rules/match"
)

func TestBoardFromTheReadersSide(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "112=221")
	for p, view := range map[match.PlayerID]render.View{alice: render.RedView, bob: render.BlueView} {
		reply := tb.ok(tb.run(p, "board"))
		_, err := reply.Message.Wire(nil)
		require.NoError(t, err)
		asked := tb.renderer.asked[len(tb.renderer.asked)-1]
		assert.Equal(t, view, asked.View)
		assert.Equal(t, "112=221", asked.Last.String())
		assert.NotZero(t, asked.Before)
	}
}
