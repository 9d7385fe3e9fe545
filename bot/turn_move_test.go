package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestSuggestionForAnotherMatch: a turn suggested for one match is not played in another one that the command names.
func TestSuggestionForAnotherMatch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first, second := tb.start(), tb.start()
	tb.turns(second, "pass", "pass")
	value := suggested(tb.turn(first, "112=221"), play.Ref{ID: first, Ply: 0})
	_, err := tb.run(alice, "move", "turn", value, "game", string(second))
	assert.Contains(t, tb.refusal(err), "Nothing was played")
	assert.Zero(t, tb.ply(first))
	assert.Equal(t, 2, tb.ply(second))
}

// turn parses a turn in the current position of a match.
func (tb table) turn(id match.ID, text string) rules.Turn {
	tb.t.Helper()
	m := tb.match(id)
	p := m.Game.Position()
	turn, err := p.ParseTurn(text)
	require.NoError(tb.t, err)
	return turn
}

// ply returns the number of turns played in a match.
func (tb table) ply(id match.ID) int {
	m := tb.match(id)
	return m.Game.Ply()
}

// TestMove_TakesBack: the reply to a typed turn has a button that takes it back, once, if that is allowed.
func TestMove_TakesBack(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	reply := tb.ok(tb.run(alice, "move", "turn", "211-c4"))
	require.Equal(t, []string{"Plan ahead", "Note", "Take back"}, labels(reply.Message))
	for range 2 {
		panel := tb.taps(alice, reply.Message, "Take back")
		assert.Contains(t, panel.Text, "Your turn is taken back.")
		assert.Zero(t, tb.ply(id))
	}
	strict := newTable(t)
	strict.start("positioning", "false", "takebacks", "false")
	reply, err := strict.run(alice, "move", "turn", "211-c4")
	require.NoError(t, err)
	assert.Equal(t, []string{"Plan ahead", "Note"}, labels(reply.Message))
}

const suicidal = "6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b"

func TestLosingAtOnceIsAskedFor(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("s1", suicidal)
	ask := func() ui.Message {
		reply := tb.ok(tb.run(alice, "move", "turn", "111=222"))
		assert.Contains(t, reply.Message.Text, "you'd lose at once")
		assert.Zero(t, tb.ply("s1"))
		return reply.Message
	}
	reply := tb.ok(tb.press(alice, pressable(t, ask(), "No, keep the corvette")))
	assert.Contains(t, reply.Message.Text, "That wasn't played.")
	yes := pressable(t, ask(), "Play it and lose")
	tb.turns("s1", "211-c4", "112-d4")
	reply = tb.ok(tb.press(alice, yes))
	assert.Contains(t, reply.Message.Text, "has moved on", "the question was about another position")
	tb.turns("s1", "211-c3")
	assert.Contains(t, tb.ok(tb.press(alice, yes)).Message.Text, "has moved on", "nor is it alice's turn")
	tb.turns("s1", "112-d5")
	reply = tb.ok(tb.press(alice, pressable(t, func() ui.Message {
		reply, err := tb.run(alice, "move", "turn", "111=222")
		require.NoError(t, err)
		return reply.Message
	}(), "Play it and lose")))
	assert.Contains(t, reply.Message.Text, "Played **111=222**. **<@102> wins: <@101>'s corvette is in exile.**")
	m := tb.match("s1")
	assert.Equal(t, rules.Outcome{Winner: rules.Blue, Reason: rules.CorvetteExile}, m.Game.Outcome())
}
