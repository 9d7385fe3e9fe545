package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestPanel_Loads: until a turn is played, every tap on a panel loads the match once and the player once, and saves
// only that the board was seen, once; opening the form loads nothing. Playing is one unit of work.
func TestPanel_Loads(t *testing.T) {
	t.Parallel()
	losing := "111=222"
	tests := []struct {
		name, position       string
		do                   func(table) (dispatch.Reply, error)
		loads, players, unit int32
	}{
		{"open", "", opens(alice), 1, 2, 1},
		{"open, to look on", "", opens(carol), 1, 2, 0},
		{"look again", "", presses(alice, "panel:m1:0:"), 1, 1, 1},
		{"a ship under the board", "", presses(alice, "panel:m1:0:112"), 1, 1, 1},
		{"turned round", "", presses(alice, "panel:m1:0:blue"), 1, 1, 2},
		{"a ship", "", presses(alice, "tap:m1:0:112 112"), 1, 1, 1},
		{"a turn", "", presses(alice, "tap:m1:0:111 112=221"), 1, 1, 1},
		{"picked", "", presses(alice, "tap:m1:0:ships", "112 112"), 1, 1, 1},
		{"another page", "", presses(alice, "tap:m1:0:ships", "page1 "), 1, 1, 1},
		{"back", "", presses(alice, "tap:m1:0:back "), 1, 1, 1},
		{"what can't be chosen", "", presses(alice, "tap:m1:0:c2 999"), 1, 1, 1},
		{"on an old panel", "", presses(alice, "tap:m1:7:112 112"), 1, 1, 1},
		{"by somebody else", "", presses(carol, "tap:m1:0:112 112"), 1, 1, 0},
		{"the form", "", presses(alice, "type:m1:0:"), 0, 0, 0},
		{"typed", "", types("pass"), 1, 1, 1},
		{"typed wrongly", "", types("211-a1"), 1, 1, 1},
		{"played", "", presses(alice, "tap:m1:0:play pass"), 1, 1, 1},
		{"asked whether to lose", suicidal, presses(alice, "tap:m1:0:play "+losing), 1, 1, 2},
		{"keep the corvette", suicidal, presses(alice, "tap:m1:0:back "), 1, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			if test.position == "" {
				tb.start()
			} else {
				tb.set("m1", test.position)
			}
			tb.store.players.Store(0)
			loads, units := tb.store.counted(func() {
				_, err := test.do(tb)
				require.NoError(t, err)
			})
			assert.Equal(t, test.loads, loads, "loads of the game")
			assert.Equal(t, test.players, tb.store.players.Load(), "loads of the player")
			assert.Equal(t, test.unit, units, "units of work")
		})
	}
}

func opens(p match.PlayerID) func(table) (dispatch.Reply, error) {
	return func(tb table) (dispatch.Reply, error) { return tb.run(p, "play", "game", "m1") }
}

func presses(p match.PlayerID, id string, picked ...string) func(table) (dispatch.Reply, error) {
	return func(tb table) (dispatch.Reply, error) {
		tb.t.Helper()
		press, err := ui.ParseID(id)
		require.NoError(tb.t, err)
		return tb.pressed(onPanel(tb.call(p), press, picked...))
	}
}

// types lets alice fill in the form.
func types(turn string) func(table) (dispatch.Reply, error) {
	return func(tb table) (dispatch.Reply, error) {
		c := onPanel(tb.call(alice), ui.ID{Verb: ui.SubmitTurn, Match: "m1"})
		c.Input = turn
		return tb.pressed(c)
	}
}

// onPanel makes c a tap on a panel.
func onPanel(c *dispatch.Call, id ui.ID, picked ...string) *dispatch.Call {
	c.ID, c.Values, c.OnPrivate, c.OnBlock = id, picked, true, true
	return c
}
