package bot

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// more opens the menu More of a match for p.
func (tb table) more(p match.PlayerID, id match.ID) ui.Message {
	tb.t.Helper()
	m := tb.match(id)
	reply := tb.ok(tb.press(p, pressable(tb.t, tb.boardMessage(m), "More")))
	tb.requireClassic(reply.Message)
	return reply.Message
}

// uses presses buttons of a private message without blocks, one after another.
func (tb table) uses(p match.PlayerID, m ui.Message, labels ...string) ui.Message {
	tb.t.Helper()
	for _, label := range labels {
		id, values := control(tb.t, m, label)
		reply := tb.inPrivate(p, false, id, values...)
		require.Equal(tb.t, dispatch.Update, reply.Kind, label)
		m = reply.Message
		tb.requireClassic(m)
	}
	return m
}

// requireClassic checks that Discord accepts a message without blocks.
func (tb table) requireClassic(m ui.Message) {
	tb.t.Helper()
	require.False(tb.t, m.Block)
	require.LessOrEqual(tb.t, len(m.Rows), discord.MaxRows)
	require.LessOrEqual(tb.t, len([]rune(m.Text)), discord.MaxContent)
	tb.requireButtons(m)
}

// requireBlock checks that Discord accepts a message that is a block.
func (tb table) requireBlock(m ui.Message) {
	tb.t.Helper()
	require.True(tb.t, m.Block)
	require.LessOrEqual(tb.t, len([]rune(m.Text)), discord.MaxText)
	tb.requireButtons(m)
}

// requireButtons checks that Discord accepts the buttons of a message.
func (tb table) requireButtons(m ui.Message) {
	tb.t.Helper()
	ids := map[string]bool{}
	for _, row := range m.Rows {
		require.LessOrEqual(tb.t, len(row.Buttons), 5)
		for _, b := range row.Buttons {
			require.False(tb.t, ids[b.ID.String()], "twice: %s", b.ID)
			ids[b.ID.String()] = true
			again, err := ui.ParseID(b.ID.String())
			require.NoError(tb.t, err)
			require.Equal(tb.t, b.ID, again)
		}
	}
}

// draws draws the picture of a message and returns its options.
func (tb table) draws(m ui.Message) render.Options {
	tb.t.Helper()
	require.NotNil(tb.t, m.Picture)
	require.NoError(tb.t, m.Picture.Draw(&bytes.Buffer{}))
	tb.renderer.mu.Lock()
	defer tb.renderer.mu.Unlock()
	return tb.renderer.asked[len(tb.renderer.asked)-1]
}

// fight returns a match of alice (Red) and bob in which Blue has expelled a ship.
func fight(t *testing.T) (table, match.ID) {
	t.Helper()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "122>212>221", "211-c4", "211xc4")
	return tb, id
}

// TestMore_Flip: flipping shows the picture, and all views afterwards, from the other side, until flipped again.
func TestMore_Flip(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	for p, own := range map[match.PlayerID]render.View{alice: render.RedView, bob: render.BlueView,
		carol: render.RedView} {
		m := tb.more(p, id)
		assert.Equal(t, own, tb.draws(m).View)
		m = tb.uses(p, m, "Flip")
		for _, label := range []string{"What is attacked?", "Last turns", "Look back", "Back", "First", "Board"} {
			m = tb.uses(p, m, label)
			assert.NotEqual(t, own, tb.draws(m).View, label)
		}
		m = tb.uses(p, m, "Look back", "Back", "Flip")
		assert.Equal(t, own, tb.draws(m).View)
		assert.Contains(t, m.Text, "**Round 2** of 2", "flipping stays there")
		assert.NotContains(t, labels(tb.uses(p, m, "Text board")), "Flip")
		assert.NotContains(t, labels(tb.uses(p, m, "Turn list")), "Flip")
	}
}

// TestMore_Ended: a finished match offers all views and no acts, even for the controls of an older message.
func TestMore_Ended(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	old := tb.more(alice, id)
	past := tb.uses(alice, old, "Look back")
	tb.resign(id, bob)
	m := tb.uses(alice, old, "What is attacked?")
	assert.NotContains(t, m.Text, "attacked", "nothing is, any more")
	assert.Contains(t, m.Text, "<@102> resigned")
	assert.False(t, tb.draws(m).Marks.Attacked)
	m = tb.more(alice, id)
	assert.Contains(t, m.Text, "**<@101> wins: <@102> resigned.**")
	assert.Equal(t, []string{"Board", "Text board", "Turn list", "Look back", "Last turns", "Flip"}, labels(m))
	tb.requireRecord(id, tb.uses(alice, m, "Turn list"))
	m = tb.uses(alice, m, "Text board", "Last turns", "Look back", "Back")
	assert.NotContains(t, labels(m), "Live", "nothing goes on")
	tb.uses(alice, m, "Board")
	assert.Equal(t, rules.NoColor, func() rules.Color {
		m := tb.uses(alice, past, "Back")
		return tb.draws(m).Outcome.Winner
	}(), "it was not over then")
}

// TestMore_Targets: for people who want that, the destinations of the ships to move are marked and described while the
// match is running.
func TestMore_Targets(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	old := tb.more(bob, id)
	menu := func(m ui.Message) *ui.Menu {
		for _, row := range m.Rows {
			if row.Menu != nil {
				return row.Menu
			}
		}
		return nil
	}
	m := tb.uses(bob, old, "112")
	assert.Equal(t, rules.Ship112, tb.draws(m).Marks.Targets)
	assert.Equal(t, render.BlueView, tb.draws(m).View)
	assert.Contains(t, m.Text, "112-")
	m = tb.uses(bob, m, "Flip")
	assert.Equal(t, rules.Ship112, tb.draws(m).Marks.Targets)
	assert.Equal(t, render.RedView, tb.draws(m).View)
	for _, label := range []string{"Text board", "Turn list", "Look back", "Last turns"} {
		assert.NotNil(t, menu(tb.uses(bob, m, label)), label)
	}
	for _, forged := range []string{"targets red 0", "targets blue 9", "targets red 999", "targets red -3"} {
		reply := tb.inPrivate(bob, false, old.Rows[0].Buttons[1].ID, forged)
		tb.requireClassic(reply.Message)
		_, err := reply.Message.Wire(nil)
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "round 3", forged)
		assert.Zero(t, tb.draws(reply.Message).Marks.Targets, forged)
	}
	tb.chooses(bob, func(s *play.Settings) { s.Plain = true })
	assert.Nil(t, menu(tb.more(bob, id)))
	tb.resign(id, alice)
	m = tb.uses(bob, old, "112")
	assert.Zero(t, tb.draws(m).Marks.Targets)
	assert.Contains(t, m.Text, "<@101> resigned")
	assert.Nil(t, menu(m))
}

// TestMore_UntoldLong: a full page of turns has room for that, too.
func TestMore_UntoldLong(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	long := tb.match(tb.start())
	long.ID, long.Game = "long", rules.NewGame(rules.Options{Board: rules.Board6x4})
	for range 200 {
		require.NoError(t, long.Game.PlayText("122>212>221"))
	}
	tb.create(long)
	tb.shut("long")
	for m := tb.uses(alice, tb.more(alice, "long"), "Turn list"); ; m = tb.uses(alice, m, "Earlier turns") {
		assert.Contains(t, m.Text, "**I can't post in <#5001>**")
		assert.NotContains(t, m.Text, "…")
		if !slices.Contains(enabled(m), "Earlier turns") {
			return
		}
	}
}

// TestMore_Start: before the first turn, all views are offered, too.
func TestMore_Start(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	m := tb.more(bob, id)
	for _, label := range []string{"Text board", "Turn list", "Look back", "Last turns", "What is attacked?"} {
		assert.NotEmpty(t, tb.uses(bob, m, label).Text, label)
	}
	assert.Contains(t, tb.uses(bob, m, "Look back").Text, "**The start**: no turn has been played yet")
	tb.requireRecord(id, tb.uses(bob, m, "Turn list"))
}

// TestMore_Forged: forged controls show the board, and nothing that does not exist.
func TestMore_Forged(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	for _, arg := range []string{"", "board", "board red", "nonsense red 1", "past red 99", "past red -99",
		"past green x", "turns red 99", "turns blue -7", "strip blue 3", "attacked blue 9", "text red 1"} {
		for _, p := range []match.PlayerID{alice, bob, carol} {
			reply := tb.inPrivate(p, false, ui.ID{Verb: ui.Look, Match: id, Ply: 1, Arg: arg})
			tb.requireClassic(reply.Message)
			assert.NotEmpty(t, reply.Message.Text, arg)
			_, err := reply.Message.Wire(nil)
			require.NoError(t, err)
		}
	}
	tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	tb.requireCard(bob, "m2", "challenges")
	_, err := tb.service().Withdraw(t.Context(), actor(alice), "m2")
	require.NoError(t, err)
	tb.requireCard(bob, "m2", "withdrew")
}

// requireCard checks that every view of a challenge shows its card.
func (tb table) requireCard(p match.PlayerID, id match.ID, said string) {
	tb.t.Helper()
	for _, control := range []ui.ID{{Verb: ui.More}, {Verb: ui.Look, Arg: "past red 0"}, {Verb: ui.Look, Arg: "strip red 0"},
		{Verb: ui.Look, Arg: "turns red 0"}, {Verb: ui.Look, Arg: "text red 0"}} {
		control.Match = id
		reply := tb.inPrivate(p, false, control)
		assert.Contains(tb.t, reply.Message.Text, said, control)
		assert.Nil(tb.t, reply.Message.Picture)
	}
}
