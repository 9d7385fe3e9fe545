package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// next is the button that leads to the next game.
func next() ui.ID { return ui.ID{Verb: nextVerb, Ply: play.AnyPly} }

// TestNext: it opens the match with the least time left, of those in which it is the person's turn.
func TestNext(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply, err := tb.press(alice, next())
	require.NoError(t, err)
	assert.Equal(t, "Nothing else waits for you.", reply.Message.Text)
	free, week, day := tb.start("pace", "none"), tb.start("pace", "7d"), tb.start("pace", "1d")
	for _, id := range []match.ID{day, week, free} {
		reply, err = tb.press(alice, next())
		require.NoError(t, err)
		assert.Equal(t, dispatch.Private, reply.Kind)
		assert.Equal(t, id, reply.Message.Rows[0].Buttons[0].ID.Match)
		reply, err = tb.onForm(alice, next())
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind, "in the place of a panel")
		assert.Equal(t, id, reply.Message.Rows[0].Buttons[0].ID.Match)
		tb.turns(id, "pass")
	}
	reply, err = tb.onForm(alice, next())
	require.NoError(t, err)
	assert.Equal(t, "Nothing else waits for you.", reply.Message.Text)
	assert.True(t, reply.Message.Block)
	assert.Equal(t, dispatch.Update, reply.Kind)

	_, err = tb.run(carol, "challenge", "opponent", string(alice))
	require.NoError(t, err)
	reply, err = tb.press(alice, next())
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "a challenge waits for your answer")
}

// TestNext_Played: after a turn the way to the next match is there, and after the last one it is said that it
// was the last. Who plays one match reads nothing of that.
func TestNext_Played(t *testing.T) {
	t.Parallel()
	const done = "Nothing else waits for you."
	tb := newTable(t)
	first := tb.start()
	reply, err := tb.run(alice, "move", "turn", "pass")
	require.NoError(t, err)
	assert.Equal(t, []string{"Plan ahead", "Note", "Take back"}, labels(reply.Message))
	assert.NotContains(t, reply.Message.Text, done)
	tb.turns(first, "pass")
	second := tb.start()
	third := tb.start()
	play1 := func(id match.ID, turn string) ui.Message {
		t.Helper()
		m := tb.match(id)
		press := ui.ID{Verb: panel.Tap, Match: id, Ply: m.Moment(), Arg: "play " + turn}
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
	reply, err = tb.run(alice, "move", "turn", "pass", "match", string(second))
	require.NoError(t, err)
	assert.Equal(t, []string{"Plan ahead", "Note", "Take back", "Next game"}, labels(reply.Message))
	shown = play1(third, "pass")
	assert.Contains(t, shown.Text, done)
	assert.NotContains(t, labels(shown), "Next game")
	tb.turns(second, "pass")
	reply, err = tb.run(alice, "move", "turn", "111=222", "match", string(second))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "It is their turn now. "+done)

	_, err = tb.run(carol, "challenge", "opponent", string(alice))
	require.NoError(t, err)
	tb.turns(second, "111=222")
	reply, err = tb.run(alice, "move", "turn", "111=222", "match", string(second))
	require.NoError(t, err)
	assert.NotContains(t, reply.Message.Text, done, "a challenge waits")
	assert.NotContains(t, labels(reply.Message), "Next game")
}

// TestHints_Agreed: the button is there if there are hints, and a refusal says how many there were.
func TestHints_Agreed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	made := 0
	tb.service = play.New(play.Deps{Store: tb.store, Analyst: firstTurn{},
		Now:   func() time.Time { *tb.now = tb.now.Add(time.Minute); return *tb.now },
		Toss:  func() rules.Color { return rules.Red },
		NewID: func() match.ID { made++; return match.ID([]string{"m1", "m2", "m3"}[made-1]) }})
	none := tb.start("preset", "serious")
	assert.Equal(t, []string{"Play", "More"}, labels(tb.public(tb.match(none))))
	one := tb.start("hints", "1")
	hint := button(t, tb.public(tb.match(one)), "Hint")
	for range 2 {
		reply, err := tb.press(alice, hint)
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "**Hint 1 of 1** (<@102> sees how many you have used)\nHint, for you alone")
	}
	tb.turns(one, "pass", "pass")
	reply, err := tb.press(alice, hint)
	assert.Equal(t, "You have used your hint in this match.", tb.refusal(err))
	assert.Zero(t, reply)
	assert.Equal(t, 1, tb.match(one).RedHints.Used)
	assert.Contains(t, tb.public(tb.match(one)).Text, "hints: <@101> 1 of 1, <@102> 0 of 1")
	free := tb.start("hints", "-1")
	reply, err = tb.press(alice, button(t, tb.public(tb.match(free)), "Hint"))
	require.NoError(t, err)
	assert.NotContains(t, reply.Message.Text, " of ")
}
