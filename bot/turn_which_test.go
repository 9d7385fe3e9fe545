package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
)

// TestPanel_Which: who plays several matches is asked which, in a block that becomes the panel.
func TestPanel_Which(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first, second := tb.start(), tb.start()
	asked := tb.opens(alice)
	require.NotNil(t, asked.Rows[0].Menu)
	now := tb.taps(alice, asked, "against Bob · 6x4 · turn 1 · your turn · m1")
	tb.requireBoard(first, now, true)
	tb.turns(first, "pass")
	now = tb.opens(alice)
	tb.requireBoard(second, now, true)
	tb.turns(second, "pass")
	_, err := tb.run(alice, "play")
	assert.Contains(t, tb.refusal(err), "It is not your turn in any match")
}

// TestIsBehind: a control is old when fewer turns had been played than now, and one that is about no
// turn never is.
func TestIsBehind(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	m := tb.match(id)
	for _, test := range []struct {
		id   ui.ID
		want bool
	}{
		{ui.ID{}, false}, {ui.ID{Verb: "tap", Match: id, Ply: 2}, false}, {ui.ID{Verb: "tap", Match: id, Ply: 1}, true},
		{ui.ID{Verb: "tap", Match: id, Ply: 3}, true}, {ui.ID{Verb: "tap", Match: id, Ply: play.AnyPly}, false},
		{ui.ID{Verb: "panel", Ply: 0}, false},
	} {
		c := tb.call(alice)
		c.ID = test.id
		assert.Equal(t, test.want, c.IsBehind(&m), test.id)
	}
}
