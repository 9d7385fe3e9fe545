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
