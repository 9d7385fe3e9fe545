package bot

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/challenge"
	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestLoads: every act loads the match once, in the unit of work that changes it, if one does. Recording that somebody
// saw the board is another unit of work. A hint loads the match again after its search, and is counted. Lists load no
// games.
func TestLoads(t *testing.T) {
	t.Parallel()
	passing := suggested(rules.Pass, play.Ref{ID: "m1"})
	command := func(p match.PlayerID, name string, options ...string) func(table) (dispatch.Reply, error) {
		return func(tb table) (dispatch.Reply, error) { return tb.run(p, name, options...) }
	}
	control := func(p match.PlayerID, id string, picked ...string) func(table) (dispatch.Reply, error) {
		return func(tb table) (dispatch.Reply, error) {
			press, err := ui.ParseID(id)
			require.NoError(tb.t, err)
			return tb.press(p, press, picked...)
		}
	}
	one := func(tb table) { tb.start() }
	two := func(tb table) { tb.start(); tb.start() }
	invited := func(tb table) {
		tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	}
	offered := func(tb table) {
		tb.offer(tb.start(), alice)
	}
	ended := func(tb table) {
		tb.turns(tb.start(), "pass", "pass")
		tb.resign("m1", bob)
	}
	losing := func(tb table) { tb.set("m1", suicidal) }
	tests := []struct {
		name         string
		before       func(table)
		do           func(table) (dispatch.Reply, error)
		loads, units int32
	}{
		{"challenge", nil, command(alice, "challenge"), 0, 1},
		{"accept", invited, control(bob, "accept:m1::"), 2, 1}, // the limits of rated games are checked before
		{"other terms", invited, control(bob, "counter:m1::"), 1, 0},
		{"other terms, chosen", invited, control(bob, "counter:m1::", challenge.EncodeTerms(challenge.DefaultTerms())), 1, 0},
		{"other terms, sent", invited, control(bob, "sendterms:m1::"+challenge.EncodeTerms(challenge.DefaultTerms())), 1, 1},
		{"next", two, control(alice, "next:::"), 1, 1},
		{"next, none", two, control(bob, "next:::"), 0, 0},
		{"games, next page", two, control(alice, "games:::1"), 0, 0},
		{"decline", invited, control(bob, "decline:m1::"), 1, 1},
		{"withdraw", invited, control(alice, "withdraw:m1::"), 1, 1},
		{"move", one, command(alice, "move", "turn", "pass"), 1, 1},
		{"move, named", two, command(alice, "move", "turn", "pass", "game", "m1"), 1, 1},
		{"move, suggested", two, command(alice, "move", "turn", passing), 1, 1},
		{"move, asked which", two, command(alice, "move", "turn", "pass"), 0, 0},
		{"move, picked", two, control(alice, "move:::pass", "m1"), 1, 1},
		{"move, hinted", one, control(alice, "move:m1:0:"+passing), 1, 1},
		{"move, refused with the board", one, command(bob, "move", "turn", "pass"), 1, 2},
		{"move, refused", one, command(alice, "move", "turn", "nonsense"), 1, 2},
		{"move, asked whether to lose", losing, command(alice, "move", "turn", "111=222"), 1, 2},
		{"lose", losing, control(alice, "lose:m1:0:yes 111=222"), 1, 1},
		{"lose, not", losing, control(alice, "lose:m1:0:no 111=222"), 1, 1},
		{"board", one, command(alice, "board"), 1, 1},
		{"board, named", two, command(alice, "board", "game", "m1"), 1, 1},
		{"board, picked", two, control(alice, "board:::", "m1"), 1, 1},
		{"board, of the last game", ended, command(alice, "board"), 1, 0},
		{"board, for others", one, command(carol, "board", "game", "m1"), 1, 0},
		{"replay", ended, control(alice, "replay:m1:2:"), 1, 0},
		{"home", one, control(alice, "home:m1::"), 1, 2},
		{"games", two, command(alice, "games"), 0, 0},
		{"hint", one, command(alice, "hint"), 2, 1},
		{"hint, refused", one, command(bob, "hint"), 1, 1},
		{"hint, pressed", one, control(alice, "hint:m1:0:"), 2, 1},
		{"stop", one, command(alice, "stop"), 1, 1},
		{"stop, offered", one, control(alice, "offer:m1:0:yes"), 1, 1},
		{"stop, not offered", one, control(alice, "offer:m1:0:no"), 1, 1},
		{"stop, withdrawn", offered, control(alice, "unoffer:m1:0:"), 1, 1},
		{"stop, accepted", offered, control(bob, "stop:m1:0:yes"), 1, 1},
		{"stop, refused", offered, control(bob, "stop:m1:0:no"), 1, 1},
		{"resign", one, command(alice, "resign"), 1, 1},
		{"resign, pressed", one, control(alice, "resign:m1:0:"), 1, 1},
		{"resign, meant", one, control(alice, "giveup:m1:0:yes"), 1, 1},
		{"resign, stale", one, control(alice, "giveup:m1:7:yes"), 1, 2},
		{"resign, not", one, control(alice, "giveup:m1:0:no"), 1, 1},
		{"help", one, command(alice, "help"), 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			if test.before != nil {
				test.before(tb)
			}
			loads, units := tb.store.counted(func() {
				if _, err := test.do(tb); err != nil {
					tb.refusal(err)
				}
			})
			assert.Equal(t, test.loads, loads, "loads")
			assert.Equal(t, test.units, units, "units of work")
		})
	}
}

// TestLoads_Suggestions: suggesting turns loads each match once, and counts as a look at it; suggesting matches loads
// none.
func TestLoads_Suggestions(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.start()
	tb.start()
	for option, want := range map[string]int32{"game": 0, "turn": 2} {
		c := tb.call(alice)
		c.Options = []discord.Option{{Name: option, Value: json.RawMessage(`""`), Focused: true}}
		loads, units := tb.store.counted(func() {
			choices, err := tb.command("move").Complete[option](t.Context(), c)
			require.NoError(t, err)
			assert.NotEmpty(t, choices)
		})
		assert.Equal(t, want, loads, option)
		assert.Equal(t, want, units)
	}
}
