package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// overdue returns a match of alice and bob in which alice, who is to move, has used up her time.
func (tb table) overdue(turns ...string) match.ID {
	tb.t.Helper()
	id := tb.start()
	tb.turns(id, turns...)
	tb.runOut(id)
	return id
}

// overdueBinding is overdue for a binding match, as in a league, before the first turn.
func (tb table) overdueBinding() match.ID {
	tb.t.Helper()
	m := tb.match(tb.start())
	m.ID, m.Past.Binding = "binding", true
	tb.create(m)
	tb.runOut(m.ID)
	return m.ID
}

var four = []string{"pass", "pass", "211-c4", "122-b4"}

// TestOverdue_Buttons: when time is up, the waiting player gets the buttons that apply.
func TestOverdue_Buttons(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	usual := []string{"Play", "Hint (3)", "More"}
	id := tb.start()
	assert.Equal(t, usual, labels(tb.boardMessage(tb.match(id))))
	tb.runOut(id)
	board := tb.boardMessage(tb.match(id))
	assert.Equal(t, append([]string{"Give 1 day more", "Call it off"}, usual...), labels(board))
	assert.Contains(t, board.Text, "**<@101>'s time is up.** Unless they play, the game ends")
	tb.turns(id, "pass")
	assert.Equal(t, usual, labels(tb.boardMessage(tb.match(id))), "a turn is welcome")
	assert.Contains(t, tb.boardMessage(tb.match(id)).Text, "<@101> played late; the turn counts")

	board = tb.boardMessage(tb.match(tb.overdueBinding()))
	assert.Equal(t, append([]string{"Claim the win", "Give 1 day more"}, usual...), labels(board))
	assert.Contains(t, board.Text, "Unless they play, <@102> wins")

	id = tb.overdue(four...)
	want := []string{"Claim the win", "Give 1 day more", "Call it off"}
	assert.Equal(t, append(want, usual...), labels(tb.boardMessage(tb.match(id))))
	for p, want := range map[match.PlayerID][]string{alice: usual, bob: append(want, "Play", "More")} {
		assert.Equal(t, want, labels(tb.ok(tb.run(p, "board", "game", string(id))).Message))
	}
}

// TestOverdue_End: claiming and calling off must be confirmed; declining changes nothing.
func TestOverdue_End(t *testing.T) {
	t.Parallel()
	for verb, c := range map[ui.Verb]struct {
		label, ask, done string
		want             rules.Outcome
		result           string
	}{
		ui.Claim: {"Claim the win", "Claim the win against <@101>?", "You claimed the win.",
			rules.Outcome{Winner: rules.Blue, Reason: rules.TimeLoss}, "**<@102> wins: <@101> ran out of time.**"},
		ui.CallOff: {"Call it off", "Call the game against <@101> off?", "You called the game off.",
			rules.Outcome{Reason: rules.Aborted}, "**<@102> called the game off: <@101> ran out of time.**"},
	} {
		t.Run(string(verb), func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			id := tb.overdue(four...)
			press := pressable(t, tb.boardMessage(tb.match(id)), c.label)
			for p, said := range map[match.PlayerID]string{carol: "You're not playing in this game."} {
				_, err := tb.press(p, press)
				assert.Contains(t, tb.refusal(err), said)
			}
			asked := tb.ok(tb.press(bob, press))
			assert.Contains(t, asked.Message.Text, c.ask)
			reply := tb.ok(tb.press(bob, pressable(t, asked.Message, "Wait")))
			assert.Contains(t, reply.Message.Text, "You wait for <@101>.")
			assert.Equal(t, match.Playing, tb.match(id).Status)
			assert.Contains(t, tb.ok(tb.press(bob, pressable(t, asked.Message, c.label))).Message.Text, c.done)
			m := tb.match(id)
			assert.Equal(t, c.want, m.Game.Outcome())
			assert.Contains(t, tb.boardMessage(m).Text, c.result)
			reply = tb.ok(tb.press(bob, pressable(t, asked.Message, c.label)))
			assert.Contains(t, reply.Message.Text, "This game is over.")
		})
	}
}

// TestOverdue_Late: a match in which a turn was played meanwhile is not ended.
func TestOverdue_Late(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.overdue(four...)
	asked := tb.ok(tb.press(bob, pressable(t, tb.boardMessage(tb.match(id)), "Claim the win")))
	tb.turns(id, "112-d3")
	reply := tb.ok(tb.press(bob, pressable(t, asked.Message, "Claim the win")))
	assert.Contains(t, reply.Message.Text, "has moved on")
	assert.Equal(t, match.Playing, tb.match(id).Status)
}

// TestOverdue_Day: another day is given immediately, and announced.
func TestOverdue_Day(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.overdue()
	before := tb.match(id)
	tb.ok(tb.press(bob, ui.ID{Verb: ui.GiveDay, Match: id}))
	m := tb.match(id)
	assert.Equal(t, *tb.now, m.Clock.RunsFrom)
	assert.Equal(t, m.Clock.RunsFrom.Add(match.MaxGift), m.Deadline())
	assert.Equal(t, []string{"Play", "Hint (3)", "More"}, labels(tb.boardMessage(m)))
	given := match.Event{Kind: match.TimeGiven, Seq: before.Seq + 1, By: bob, Length: 24 * time.Hour}
	assert.Contains(t, tb.boardMessage(m, given).Text, "**<@102> gave <@101> 1 day more.**\n**<@101>, your turn**")
	assert.Equal(t, []match.PlayerID{alice}, play.Pings(&m, []match.Event{given}))
}

// TestOverdue_Pings: the deadline notifies both players, and so does an automatic end.
func TestOverdue_Pings(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	m := tb.match(tb.overdue())
	up := match.Event{Kind: match.TimeUp}
	assert.ElementsMatch(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{up}))
	assert.ElementsMatch(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{{Kind: match.Played, By: bob}, up}))
	assert.Empty(t, play.Pings(&m, []match.Event{{Kind: match.ChallengeExpired}}))
	tb.turns(m.ID, "pass")
	m = tb.match(m.ID)
	assert.Empty(t, play.Pings(&m, []match.Event{up}), "moot")
	assert.Equal(t, []match.PlayerID{alice, bob}, play.Pings(&m, []match.Event{{Kind: match.Ended}}))
	assert.Equal(t, []match.PlayerID{alice}, play.Pings(&m, []match.Event{{Kind: match.Ended, By: bob}}))
}

// TestGames_Order: games that wait for the reader are sorted by deadline.
func TestGames_Order(t *testing.T) {
	t.Parallel()
	at := func(hours int) play.Summary {
		s := play.Summary{ID: match.ID(rune('a' + hours))}
		if hours > 0 {
			s.Deadline = time.Unix(int64(hours), 0)
		}
		return s
	}
	assert.Negative(t, play.ByDeadline(at(1), at(2)))
	assert.Positive(t, play.ByDeadline(at(2), at(1)))
	assert.Positive(t, play.ByDeadline(at(0), at(1)))
	assert.Negative(t, play.ByDeadline(at(1), at(0)))
	assert.Zero(t, play.ByDeadline(at(0), at(0)))
}
