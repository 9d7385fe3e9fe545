package bot

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// dave plays in no match of the tests.
const dave match.PlayerID = "104"

// everyState returns matches in each state; those against people are on the server of the tests.
func everyState(t *testing.T) (tb table, ids []match.ID) {
	t.Helper()
	tb = newTable(t)
	ids = []match.ID{tb.start(), tb.start(), tb.start(), "m4", "m5", "m6", "losing"}
	for _, id := range ids[:3] {
		tb.turns(id, "pass")
	}
	tb.offer(ids[1], alice)
	tb.resign(ids[2], bob)
	for _, side := range []string{"red", "blue"} {
		tb.ok(tb.run(alice, "challenge", "opponent", string(bob), "side", side))
	}
	tb.ok(tb.press(alice, ui.ID{Verb: "withdraw", Match: "m5", Ply: play.AnyPly}))
	c := tb.call(alice, "level", "3")
	happensIn(c, "", "d1")
	tb.ok(tb.command("challenge").Run(t.Context(), c))
	tb.set("losing", suicidal)
	return tb, ids
}

// controlsOf returns every control that a match could ever have had, and more.
func (tb table) controlsOf(id match.ID) (all []ui.ID) {
	tb.t.Helper()
	args := []string{"", ui.Yes, ui.No, "pass", "yes 111=222", "no 111=222", "111=222",
		"nonsense", suggested(rules.Pass, play.Ref{ID: id, Ply: 1})}
	for verb := range tb.commands().Controls {
		for _, ply := range []int{play.AnyPly, 1, 7} {
			for _, arg := range args {
				all = append(all, ui.ID{Verb: verb, Match: id, Ply: ply, Arg: arg})
			}
		}
	}
	require.NotEmpty(tb.t, all)
	return all
}

// elsewhere returns calls by p from another server, from one where the bot has no permissions, and from none.
func (tb table) elsewhere(p match.PlayerID, options ...string) (calls []*dispatch.Call) {
	for _, guild := range []string{"7002", "7003", ""} {
		c := tb.call(p, options...)
		happensIn(c, guild, channelID)
		if guild != "7002" {
			c.BotRights = 0
		}
		calls = append(calls, c)
	}
	return calls
}

// requireNoSuchMatch checks that the reply to c is that there is no such match.
func (tb table) requireNoSuchMatch(c *dispatch.Call, reply dispatch.Reply, err error) {
	tb.t.Helper()
	require.ErrorIs(tb.t, err, play.ErrNotFound, "%s in server %q", c.ID, c.Venue.Guild)
	require.Contains(tb.t, tb.refusal(err), "There's no such game.")
	require.Zero(tb.t, reply)
}

// TestStrangers: for people elsewhere, the match does not exist, whatever control they kept or forged.
func TestStrangers(t *testing.T) {
	t.Parallel()
	tb, ids := everyState(t)
	for _, id := range ids {
		before := tb.match(id)
		for _, press := range tb.controlsOf(id) {
			switch press.Verb {
			case "help", "set", "server", "notices", "noticesask", "noticesset", "noticestest", ui.Learn, "vacation",
				ui.Try, ui.Games, ui.Next, ui.Rules, ui.Paste, ui.Takeout, ui.Forget,
				ui.Ranking, ui.Record, ui.Exclude, ui.Include, ui.Shown, ui.Daily, ui.Puzzle, ui.League,
				ui.Unrated: // they are about no match
				continue
			case ui.TypeTurn, ui.TypePlan: // it asks nobody, and what is filled in is refused
				continue
			}
			for _, c := range tb.elsewhere(dave) {
				c.ID = press
				reply, err := tb.pressed(c)
				tb.requireNoSuchMatch(c, reply, err)
				c.ID.Match, c.Values = "", []string{string(id)}
				reply, err = tb.pressed(c)
				tb.requireNoSuchMatch(c, reply, err)
			}
		}
		require.Equal(t, before, tb.match(id))
	}
}

// TestStrangers_Commands: nor does it exist if they name it.
func TestStrangers_Commands(t *testing.T) {
	t.Parallel()
	tb, ids := everyState(t)
	for _, id := range ids {
		for _, name := range []string{"play", "move", "board", "hint", "stop", "resign"} {
			for _, c := range tb.elsewhere(dave, "turn", "pass", "game", string(id)) {
				reply, err := tb.from(c, name)
				tb.requireNoSuchMatch(c, reply, err)
			}
		}
		for _, c := range tb.elsewhere(dave, "turn", suggested(rules.Pass, play.Ref{ID: id})) {
			reply, err := tb.from(c, "move")
			tb.requireNoSuchMatch(c, reply, err)
			choices, err := tb.command("move").Complete["turn"](t.Context(), c)
			require.ErrorIs(t, err, play.ErrNotFound)
			assert.Empty(t, choices)
		}
	}
}

// TestHandlersLeaveTheCallAlone: handlers do not change the Call.
func TestHandlersLeaveTheCallAlone(t *testing.T) {
	t.Parallel()
	tb, ids := everyState(t)
	unchanged := func(c *dispatch.Call, what string, do func(*dispatch.Call)) {
		t.Helper()
		before := *c
		before.Options, before.Users = slices.Clone(c.Options), maps.Clone(c.Users)
		before.Values = slices.Clone(c.Values)
		do(c)
		require.Equal(t, before, *c, what)
	}
	for _, command := range tb.commands().List {
		for _, options := range [][]string{nil, {"turn", "pass"},
			{"turn", "pass", "game", string(ids[0])},
			{"turn", suggested(rules.Pass, play.Ref{ID: ids[1], Ply: 1})}, {"level", "2"}} {
			unchanged(tb.call(alice, options...), command.Spec.Name, func(c *dispatch.Call) {
				_, _ = command.Run(t.Context(), c)
				for _, complete := range command.Complete {
					_, _ = complete(t.Context(), c)
				}
			})
		}
	}
	for _, id := range ids {
		for i, press := range tb.controlsOf(id) {
			if press.Ply != play.AnyPly {
				continue
			}
			c := tb.call([]match.PlayerID{alice, bob}[i%2])
			c.ID = press
			unchanged(c, press.String(), func(c *dispatch.Call) { _, _ = tb.pressed(c) })
			c.ID.Match, c.Values = "", []string{string(id)}
			unchanged(c, press.String(), func(c *dispatch.Call) { _, _ = tb.pressed(c) })
		}
	}
}
