package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// fillsPlan types a line into the form of the planner.
func (tb table) fillsPlan(p match.PlayerID, m ui.Message, typed string) ui.Message {
	tb.t.Helper()
	return tb.fills(p, m, typed)
}

// formOf returns the form that a button opens.
func (tb table) formOf(p match.PlayerID, msg ui.Message, label string) discord.Modal {
	tb.t.Helper()
	reply := tb.ok(tb.press(p, pressable(tb.t, msg, label)))
	require.Equal(tb.t, dispatch.Form, reply.Kind)
	return reply.Form
}

// plans types a line for p and confirms it.
func (tb table) plans(p match.PlayerID, id match.ID, line string) ui.Message {
	tb.t.Helper()
	m := tb.match(id)
	return tb.taps(p, tb.fillsPlan(p, tb.planner(p, &m), line), "Confirm")
}

// planner returns the first step of planning.
func (tb table) planner(p match.PlayerID, m *play.Match) ui.Message {
	tb.t.Helper()
	return tb.inPrivate(p, true, ui.OnMatch(ui.Plan, &m.Match, "")).Message
}

// lines returns p's plan in a match.
func (tb table) lines(p match.PlayerID, id match.ID) []string {
	tb.t.Helper()
	m, seat, err := tb.service().Seat(tb.t.Context(), actor(p), id)
	require.NoError(tb.t, err)
	var lines []string
	for _, line := range seat.PlanIn(&m.Match).Lines() {
		lines = append(lines, line.String())
	}
	return lines
}

// waiting returns a match in which bob waits for alice.
func waiting(t *testing.T) (table, match.ID) {
	t.Helper()
	tb := newTable(t)
	return tb, tb.start("positioning", "false")
}

// TestPlan_Grown: a line that has grown since it was shown is not removed unseen.
func TestPlan_Grown(t *testing.T) {
	t.Parallel()
	tb, id := waiting(t)
	tb.plans(bob, id, "211-c4 211xc4")
	list := tb.taps(bob, tb.opens(bob), "Plan: 1 line")
	line := tb.taps(bob, list, list.Rows[0].Menu.Items[0].Label)
	tb.plans(bob, id, "211-c4 211xc4 122-b3 112-d4")
	for range 2 {
		left := tb.taps(bob, line, "Remove this line")
		assert.Contains(t, left.Text, "Your plan has changed meanwhile")
		assert.Contains(t, left.Text, "**1.** If <@101> plays **211-c4**: **211xc4**; if then")
	}
	assert.Equal(t, []string{"211-c4 211xc4 122-b3 112-d4"}, tb.lines(bob, id))
}

// TestPlan_List: the lines of a plan are listed, shown and removed, even with repeated taps.
func TestPlan_List(t *testing.T) {
	t.Parallel()
	tb, id := waiting(t)
	tb.plans(bob, id, "211-c4 211xc4 112=221 112=221")
	tb.plans(bob, id, "112=221 112=221")
	list := tb.taps(bob, tb.opens(bob), "Plan: 2 lines")
	assert.Equal(t, "**Your plan** against <@101>, for you alone:\n"+
		"**1.** If <@101> plays **211-c4**: **211xc4**; if then **112=221**: **112=221**\n"+
		"**2.** If <@101> plays **112=221**: **112=221**", list.Text)
	line := tb.taps(bob, list, "1. 211-c4")
	assert.Contains(t, line.Text, "If <@101> then plays **112=221** (swap: 112 to a1 and 221 to d2), you answer **112=221**")
	tb.taps(bob, line, "And if then…")
	for range 2 {
		left := tb.taps(bob, line, "Remove this line")
		assert.NotContains(t, left.Text, "211xc4")
		assert.Equal(t, []string{"112=221 112=221"}, tb.lines(bob, id))
	}
	gone := tb.taps(bob, list, "1. 211-c4")
	assert.Contains(t, gone.Text, "Your plan has changed meanwhile")
	assert.Contains(t, tb.taps(bob, line, "And if then…").Text, "Your plan has changed meanwhile")
	asked := tb.taps(bob, list, "Drop my plan")
	assert.Equal(t, "Drop your whole plan against <@101>?", asked.Text)
	assert.Equal(t, undrawn(tb.taps(bob, list, "Plan another line")),
		undrawn(tb.taps(bob, asked, "Keep my plan", "Plan another line")))
	for range 2 {
		none := tb.taps(bob, asked, "Drop my plan")
		assert.Equal(t, "You've planned nothing for what <@101> plays now.", none.Text)
		assert.Empty(t, tb.lines(bob, id))
		assert.Contains(t, labels(none), "Plan ahead")
	}
	assert.Contains(t, tb.taps(bob, list, "Drop my plan").Text, "You've planned nothing")
}

// TestPlan_Typed: typed lines are confirmed like tapped ones, and refusals are worded for the side that plays each
// turn.
func TestPlan_Typed(t *testing.T) {
	t.Parallel()
	tb, id := waiting(t)
	m := tb.match(id)
	theirs := tb.planner(bob, &m)
	assert.Equal(t, undrawn(tb.taps(bob, theirs, "c2", "c4")), undrawn(tb.fillsPlan(bob, theirs, "211-c4")))
	assert.Equal(t, tb.taps(bob, theirs, "c2", "c4", "c5", "c4").Text, tb.fillsPlan(bob, theirs, "211-c4  211xc4").Text)
	yours := tb.taps(bob, theirs, "c2", "c4")
	assert.Equal(t, tb.taps(bob, yours, "c5", "c4").Text, tb.fillsPlan(bob, yours, "211xc4").Text)
	assert.Equal(t, undrawn(theirs), undrawn(tb.fillsPlan(bob, theirs, "")), "what was filled in is lost")
	for typed, want := range map[string]string{
		"122-b4 pass": "<@101> can't play **122-b4** there.\n**If", "211-c4 122-b2": "Your 122 can't go from b5 to b2",
		"nonsense": "I don't understand `nonsense` as a turn.", "211-c4 211xc4 112=221": "A line of a plan ends with your answer",
		"112=221 112=221 112=221 112=221 112=221 112=221 112>121>211 112>121>211": "more than I can take at once",
	} {
		said := tb.fillsPlan(bob, theirs, typed)
		assert.Contains(t, said.Text, want)
		assert.Contains(t, said.Text, "Choose one of their ships.")
		assert.Equal(t, typed, tb.formOf(bob, said, "Type my turn").Value, "to be mended")
	}
	long := strings.Repeat("🌍", 50)
	assert.Empty(t, tb.formOf(bob, tb.fillsPlan(bob, theirs, long), "Type my turn").Value, "no button holds that")
	asked := tb.fillsPlan(bob, theirs, "211-c4 211xc4 112=221 112=221")
	assert.Contains(t, asked.Text, "Plan this?")
	assert.Empty(t, tb.lines(bob, id), "before it is confirmed")
	form := tb.formOf(bob, asked, "Change it")
	assert.Equal(t, "211-c4 211xc4 112=221 112=221", form.Value)
	typed, err := ui.ParseID(form.CustomID)
	require.NoError(t, err)
	again, _ := ui.ParseID(tb.formOf(bob, theirs, "Type my turn").CustomID)
	assert.Equal(t, again, typed, "the same form")
	for range 2 {
		tb.taps(bob, asked, "Confirm")
		assert.Equal(t, []string{"211-c4 211xc4 112=221 112=221"}, tb.lines(bob, id))
	}
}

// suicidalAnswer is a position in which Blue's 111=222 loses immediately.
const suicidalAnswer = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6-- r - 0 b"

// TestPlan_Losing: an answer that loses immediately must be confirmed twice.
func TestPlan_Losing(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("losing", suicidalAnswer)
	m := tb.match("losing")
	theirs := tb.planner(bob, &m)
	asked := tb.fillsPlan(bob, theirs, "112=221 111=222")
	assert.Contains(t, asked.Text, "you'd lose at once")
	twice := tb.taps(bob, asked, "Confirm")
	assert.Equal(t, "**111=222** would lose the game at once. Do you really want to answer **112=221** with it?", twice.Text)
	assert.Empty(t, tb.lines(bob, "losing"))
	tb.taps(bob, twice, "No, keep the corvette")
	assert.Empty(t, tb.lines(bob, "losing"))
	made := tb.taps(bob, twice, "Plan it and lose")
	assert.Equal(t, []string{"112=221 111=222"}, tb.lines(bob, "losing"))
	assert.NotContains(t, labels(made), "And if then…")

	tb.taps(bob, made, "My plan", "Drop my plan", "Drop my plan")
	long := tb.fillsPlan(bob, theirs, "112=221 112=221 112=221 111=222")
	assert.Contains(t, long.Text, "you'd lose at once.\nPlan this?")
	id, _ := control(t, long, "Confirm")
	id.Arg = strings.Replace(id.Arg, "sureline", "line", 1)
	again := tb.inPrivate(bob, true, id).Message
	assert.Equal(t, long, again, "not without having been asked")
	tb.taps(bob, long, "Confirm")
	assert.Equal(t, []string{"112=221 112=221 112=221 111=222"}, tb.lines(bob, "losing"))
}

// TestPlan_Ends: a turn that would end the match cannot be answered.
func TestPlan_Ends(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("won", "6x4 b1d2a2b2c2d1a1c1 c3d5a5b5c5d6a6c6 r - 0 -")
	m := tb.match("won")
	theirs := tb.planner(bob, &m)
	said := tb.taps(bob, theirs, "c2", "c3")
	assert.Contains(t, said.Text, "**211xc3** would end the game, so there's nothing to answer.\n**If")
	assert.Equal(t, undrawn(said), undrawn(tb.fillsPlan(bob, theirs, "211xc3")))
}

// TestPlan_Stale: an old control shows the current match and changes nothing, whether the other side has played or the
// match has ended; it works for nobody else.
func TestPlan_Stale(t *testing.T) {
	t.Parallel()
	tb, id := waiting(t)
	made := tb.plans(bob, id, "211-c4 211xc4")
	list := tb.taps(bob, made, "My plan")
	asked := tb.fillsPlan(bob, tb.taps(bob, list, "Plan another line"), "112=221 112=221")
	presses := func() (all []ui.ID) {
		dropped := tb.taps(bob, list, "Drop my plan")
		for _, m := range []ui.Message{made, list, asked, dropped, tb.taps(bob, list, "1. ")} {
			for _, row := range m.Rows {
				for _, b := range row.Buttons {
					all = append(all, b.ID)
				}
			}
		}
		return slices.DeleteFunc(all, func(id ui.ID) bool { return id.Verb == ui.OpenPanel || id.Verb == ui.TypePlan })
	}()
	for _, press := range presses {
		for _, p := range []match.PlayerID{alice, carol} {
			c := onPanel(tb.call(p), press)
			reply, err := tb.pressed(c)
			if p == carol {
				require.ErrorIs(t, err, match.ErrNotPlayer, press)
				continue
			}
			require.NoError(t, err, press)
			assert.Contains(t, reply.Message.Text, "**Your turn** as Red", press)
		}
	}
	tb.turns(id, "112=221")
	for _, press := range presses {
		now := tb.inPrivate(bob, true, press).Message
		assert.Contains(t, now.Text, "The game has moved on.", press)
		tb.requireBoard(id, now, true)
	}
	tb.turns(id, "112=221")
	for _, press := range presses {
		assert.Contains(t, tb.inPrivate(bob, true, press).Message.Text, "The game has moved on.", press)
	}
	assert.Empty(t, tb.lines(bob, id))
	tb.resign(id, alice)
	for _, press := range presses {
		assert.Contains(t, tb.inPrivate(bob, true, press).Message.Text, "called the game off", press)
	}
}
