package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// next returns the id of the button to the next game.
func next() ui.ID { return ui.NoMatch(ui.Next, "") }

// TestNext: the button opens the match with the least time left among those in which it is the person's turn.
func TestNext(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.press(alice, next()))
	assert.Equal(t, "You're all caught up.", reply.Message.Text)
	free, week, day := tb.start("pace", "none"), tb.start("pace", "7d"), tb.start("pace", "1d")
	for _, id := range []match.ID{day, week, free} {
		reply = tb.ok(tb.press(alice, next()))
		assert.Equal(t, dispatch.Private, reply.Kind)
		assert.Equal(t, id, reply.Message.Rows[0].Buttons[0].ID.Match)
		reply, err := tb.onForm(alice, next())
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind, "in the place of a panel")
		assert.Equal(t, id, reply.Message.Rows[0].Buttons[0].ID.Match)
		tb.turns(id, "pass")
	}
	reply, err := tb.onForm(alice, next())
	require.NoError(t, err)
	assert.Equal(t, "You're all caught up.", reply.Message.Text)
	assert.True(t, reply.Message.Block)
	assert.Equal(t, dispatch.Update, reply.Kind)

	tb.ok(tb.run(carol, "challenge", "opponent", string(alice)))
	assert.Contains(t, tb.ok(tb.press(alice, next())).Message.Text, "a challenge waits for your answer")
}

// TestNext_Played: after a turn there is a button to the next match, and after the last one a sentence that says so.
// People with one match see neither.
func TestNext_Played(t *testing.T) {
	t.Parallel()
	const done = "You're all caught up."
	tb := newTable(t)
	first := tb.start()
	reply := tb.ok(tb.run(alice, "move", "turn", "pass"))
	assert.Equal(t, []string{"Plan ahead", "Note", "Take back"}, labels(reply.Message))
	assert.NotContains(t, reply.Message.Text, done)
	tb.turns(first, "pass")
	second := tb.start()
	third := tb.start()
	play1 := func(id match.ID, turn string) ui.Message {
		t.Helper()
		m := tb.match(id)
		press := ui.ID{Verb: ui.Tap, Match: id, Ply: m.Moment(), Arg: "play " + turn}
		var last ui.Message
		for range 2 { // tapped twice
			reply, err := tb.onForm(alice, press)
			require.NoError(t, err)
			last = reply.Message
		}
		return last
	}
	shown := play1(first, "111=222")
	assert.Contains(t, shown.Text, "Played **111=222**")
	assert.Contains(t, labels(shown), "Next game")
	assert.NotContains(t, shown.Text, done)
	reply = tb.ok(tb.run(alice, "move", "turn", "pass", "game", string(second)))
	assert.Equal(t, []string{"Plan ahead", "Note", "Take back", "Next game"}, labels(reply.Message))
	shown = play1(third, "pass")
	assert.Contains(t, shown.Text, done)
	assert.NotContains(t, labels(shown), "Next game")
	tb.turns(second, "pass")
	reply = tb.ok(tb.run(alice, "move", "turn", "111=222", "game", string(second)))
	assert.Contains(t, reply.Message.Text, ""+done)

	tb.ok(tb.run(carol, "challenge", "opponent", string(alice)))
	tb.turns(second, "111=222")
	reply = tb.ok(tb.run(alice, "move", "turn", "111=222", "game", string(second)))
	assert.NotContains(t, reply.Message.Text, done, "a challenge waits")
	assert.NotContains(t, labels(reply.Message), "Next game")
}

// TestHints_Agreed: the button exists if hints were agreed on, and a refusal says how many there were.
func TestHints_Agreed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	made := 0
	tb.serve(play.New(play.Deps{Store: tb.store, Analyst: firstTurn{},
		Now:   func() time.Time { *tb.now = tb.now.Add(time.Minute); return *tb.now },
		Toss:  func() rules.Color { return rules.Red },
		NewID: func() match.ID { made++; return match.ID([]string{"m1", "m2", "m3"}[made-1]) }}))
	none := tb.start("preset", "serious")
	assert.Equal(t, []string{"Play", "More"}, labels(tb.boardMessage(tb.match(none))))
	one := tb.start("hints", "1")
	hint := pressable(t, tb.boardMessage(tb.match(one)), "Hint (1)")
	for range 2 {
		reply := tb.ok(tb.press(alice, hint))
		assert.Contains(t, reply.Message.Text, "**Hint 1 of 1** (<@102> sees how many you've used)\nHint: ")
	}
	assert.Contains(t, labels(tb.boardMessage(tb.match(one))), "Hint", "this one is spent already")
	tb.turns(one, "pass")
	assert.Contains(t, labels(tb.boardMessage(tb.match(one))), "Hint (1)", "Blue's")
	tb.turns(one, "pass")
	reply, err := tb.press(alice, hint)
	assert.Equal(t, "You've used your hints in this game: 1 of 1.", tb.refusal(err))
	assert.Zero(t, reply)
	assert.Equal(t, 1, tb.match(one).HintsUsed.Red)
	assert.Contains(t, labels(tb.boardMessage(tb.match(one))), "Hint (0)")
	assert.Contains(t, tb.boardMessage(tb.match(one)).Text, "Hints: <@101> 1/1")
	free := tb.start("hints", "-1")
	reply = tb.ok(tb.press(alice, pressable(t, tb.boardMessage(tb.match(free)), "Hint")))
	assert.NotContains(t, reply.Message.Text, " of ")
}

func TestGames(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "games")
	assert.Contains(t, tb.refusal(err), "You have no games.")
	id := tb.start()
	tb.ok(tb.run(carol, "challenge", "opponent", string(alice)))
	ended := tb.start()
	tb.resign(ended, bob)
	reply := tb.ok(tb.run(alice, "games"))
	assert.Equal(t, strings.Join([]string{
		"**Games and challenges: 2**",
		"- against <@102> as Red · 6x4 · turn 1 · **your turn** · deadline <t:1795680120:R> · <#5001>",
		"- against <@103> · random sides · 6x4 · **waiting for your answer** · made on <t:1795161780:d> · <#5001>",
		"**Ended recently**",
		"- against <@102> as Red · 6x4 · called off · ended on <t:1795161960:d> · <#5001>"}, "\n"),
		reply.Message.Text)
	menu := reply.Message.Rows[0].Menu
	require.Len(t, menu.Items, 3)
	reply = tb.ok(tb.press(alice, menu.ID, string(id)))
	assert.Equal(t, dispatch.Private, reply.Kind, "the list stays")
	assert.Contains(t, reply.Message.Text, "**Your turn** as Red")
}

// TestGames_Many: a list too long for a message has pages, and each match is on one of them.
func TestGames_Many(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for i := range 30 {
		m := match.Match{ID: match.ID(fmt.Sprintf("m%d", i)), Status: match.Proposed,
			Terms:      match.Terms{Options: rules.DefaultOptions()},
			Challenger: "1573301161664970756", Opponent: alice, Created: time.Unix(1767323045, 0)}
		if i >= 20 {
			m.Status = match.Finished
			m.Ended = m.Created
			m.Players.Red, m.Players.Blue, m.Game = m.Challenger, alice, rules.NewGame(m.Terms.Options)
			m.Game.End(rules.Agreement, rules.NoColor)
		}
		tb.create(play.Match{Match: m, Delivery: play.Delivery{
			Venue: play.Venue{Guild: "1573301161664970752", Channel: "1573301161664970754"},
			Post:  play.Post{Channel: "1573301161664970754", Message: "1573301161664970758"}}})
	}
	reply := tb.ok(tb.run(alice, "games"))
	seen, pages := map[string]int{}, 1
	for {
		shown := reply.Message
		assert.Less(t, utf8.RuneCountInString(shown.Text), discord.MaxContent)
		listed := strings.Count(shown.Text, "\n- ")
		require.Len(t, shown.Rows[0].Menu.Items, listed)
		for _, item := range shown.Rows[0].Menu.Items {
			seen[item.Value]++
		}
		assert.Equal(t, strings.Contains(shown.Text, "waiting for your answer"), strings.Contains(shown.Text, "**Games and challenges: 20**"))
		assert.Equal(t, strings.Contains(shown.Text, "semi-victory"), strings.Contains(shown.Text, "**Ended recently**"))
		back, more := shown.Rows[1].Buttons[0], shown.Rows[1].Buttons[1]
		assert.Equal(t, pages == 1, back.Disabled)
		if more.Disabled {
			break
		}
		pages++
		reply = tb.ok(tb.press(alice, more.ID))
		assert.Equal(t, dispatch.Update, reply.Kind)
	}
	assert.Equal(t, 4, pages)
	assert.Len(t, seen, 25)
	for id, n := range seen {
		assert.Equal(t, 1, n, id)
	}
	last := reply.Message
	for _, arg := range []string{"99", "x", "-3"} { // from another version, or when matches have ended
		reply = tb.ok(tb.press(alice, ui.ID{Verb: ui.Games, Ply: play.AnyPly, Arg: arg}))
		assert.Equal(t, arg == "99", reply.Message.Text == last.Text, arg)
	}
}
