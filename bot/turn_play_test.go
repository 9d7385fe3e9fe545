package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// inPrivate uses a control of a private message, with or without blocks.
func (tb table) inPrivate(p match.PlayerID, block bool, id ui.ID, values ...string) dispatch.Reply {
	tb.t.Helper()
	c := tb.call(p)
	c.ID, c.Values, c.OnPrivate, c.OnBlock = id, values, true, block
	reply, err := tb.pressed(c)
	require.NoError(tb.t, err, id)
	return reply
}

// opens opens p's panel of their only match.
func (tb table) opens(p match.PlayerID) ui.Message {
	tb.t.Helper()
	reply := tb.ok(tb.run(p, "play"))
	require.True(tb.t, reply.Message.Block)
	return reply.Message
}

// undrawn returns m without the function that draws its picture, so that messages can be compared.
func undrawn(m ui.Message) ui.Message {
	if m.Picture != nil {
		p := *m.Picture
		p.Draw, m.Picture = nil, &p
	}
	return m
}

// taps uses the controls of a panel whose labels begin with labels, one after another, and returns the last panel.
func (tb table) taps(p match.PlayerID, m ui.Message, labels ...string) ui.Message {
	tb.t.Helper()
	for _, label := range labels {
		id, values := control(tb.t, m, label)
		reply := tb.inPrivate(p, true, id, values...)
		require.Equal(tb.t, dispatch.Update, reply.Kind)
		require.True(tb.t, reply.Message.Block, "a panel stays one")
		m = reply.Message
	}
	return m
}

// control returns what a client sends for the button or item whose label begins with label.
func control(t *testing.T, m ui.Message, label string) (id ui.ID, values []string) {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if strings.HasPrefix(b.Label, label) && !b.Disabled {
				return b.ID, nil
			}
		}
		if row.Menu == nil {
			continue
		}
		for _, item := range row.Menu.Items {
			if strings.HasPrefix(item.Label, label) {
				return row.Menu.ID, []string{item.Value}
			}
		}
	}
	require.Fail(t, "nothing to tap", "%q on %q with %q", label, m.Text, labels(m))
	return ui.ID{}, nil
}

// requireBoard checks that the squares of a panel show the current match, and whether any can be tapped.
func (tb table) requireBoard(id match.ID, m ui.Message, tappable bool) {
	tb.t.Helper()
	now := tb.match(id)
	p := now.Game.Position()
	squares, on := 0, false
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			name, ship, _ := strings.Cut(b.Label, ", ")
			square, err := rules.ParseSquare(name)
			if err != nil {
				continue
			}
			squares++
			on = on || !b.Disabled
			want := ""
			if there := p.At(square); there != (rules.Piece{}) {
				want = there.Ship.String()
			}
			require.Equal(tb.t, want, ship[max(0, len(ship)-3):], b.Label)
		}
	}
	require.Equal(tb.t, p.Board().Rows()*p.Board().Columns(), squares)
	require.Equal(tb.t, tappable, on)
}

// begun returns a match of alice and bob after two passes.
func begun(t *testing.T) (table, match.ID) {
	t.Helper()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	return tb, id
}

// chooses changes the settings of p.
func (tb table) chooses(p match.PlayerID, change func(*play.Settings)) {
	tb.t.Helper()
	_, err := tb.service().ChangePlayer(tb.t.Context(), actor(p), func(p *play.Player) { change(&p.Settings) })
	require.NoError(tb.t, err)
}

// TestPanel_TwoDevices: an outdated panel shows the current board and what has happened; nothing is played twice.
func TestPanel_TwoDevices(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	first, second := tb.opens(alice), tb.opens(alice)
	chosen := tb.taps(alice, first, "c2, your 211")
	asked := tb.taps(alice, chosen, "c4")
	other := tb.taps(alice, second, "c2, your 211", "c3")
	tb.taps(alice, asked, "Confirm")
	for i, old := range []struct {
		m           ui.Message
		label, says string
	}{
		{second, "c2, your 211", "The game has moved on."}, {chosen, "b3", "The game has moved on."},
		{asked, "Back", "The game has moved on."}, {other, "Confirm", "The game has moved on."},
		{other, "Confirm", "<@101> played **211-c4** — 211 sails from c2"},
		{asked, "Confirm", "Played **211-c4**."},
	} {
		now := tb.taps(alice, old.m, old.label)
		assert.Contains(t, now.Text, old.says, i)
		assert.Contains(t, now.Text, "**<@102> to move** as Blue", i)
		tb.requireBoard(id, now, false)
	}
	assert.Equal(t, 3, tb.ply(id))
}

// TestPanel_DoubleTap: tapping Confirm twice plays the turn once, and both replies say that it was played, even if it
// ended the match.
func TestPanel_DoubleTap(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	asked := tb.taps(alice, tb.opens(alice), "c2, your 211", "c4")
	first := tb.taps(alice, asked, "Confirm")
	second := tb.taps(alice, asked, "Confirm")
	assert.Contains(t, second.Text, "Played **211-c4**.")
	assert.NotContains(t, second.Text, "moved on")
	assert.Equal(t, first.Rows, second.Rows)
	assert.Equal(t, 3, tb.ply(id))

	tb.set("won", "6x4 b1d2a2b2c2d1a1c1 c3d5a5b5c5d6a6c6 r - 0 -")
	c := tb.call(alice, "game", "won")
	reply := tb.ok(tb.from(c, "play"))
	asked = tb.taps(alice, reply.Message, "c2, your 211", "c3, expel their 111")
	assert.Contains(t, asked.Text, "It wins the game. Play it?")
	for range 2 {
		over := tb.taps(alice, asked, "Confirm")
		assert.Contains(t, over.Text, "Played **211xc3** against <@102>")
		assert.Contains(t, over.Text, "**<@101> wins: <@102>'s corvette is in exile.**")
		tb.requireBoard("won", over, false)
	}
	assert.Equal(t, 1, tb.ply("won"))
}

// TestPanel_OpponentPlayed: a panel from before both sides' last turns leads to the current position.
func TestPanel_OpponentPlayed(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	old := tb.opens(alice)
	chosen := tb.taps(alice, old, "c2, your 211")
	asked := tb.taps(alice, chosen, "c4")
	tb.turns(id, "211-c4", "112-d4")
	moved := "The game has moved on. This is how it stands now:\n<@102> played **112-d4** — 112 sails from d5"
	for m, want := range map[*ui.Message][2]string{&old: {"d2, your 112", moved}, &chosen: {"b3", moved},
		&asked: {"Confirm", "Played **211-c4**. <@102> answered **112-d4** — 112 sails from d5."}} {
		now := tb.taps(alice, *m, want[0])
		assert.Contains(t, now.Text, want[1]+"\n**Your turn** as Red")
		tb.requireBoard(id, now, true)
		assert.Contains(t, tb.taps(alice, now, "c4, your 211", "b4").Text, "**211-b4** — 211 sails from c4.\n"+
			"Your 211 on b4 could then be expelled by 122 on b5 and 211 on c5.\nPlay it?")
	}
	assert.Equal(t, 4, tb.ply(id))
}

// TestPanel_Forged: forged taps play nothing and show the current board.
func TestPanel_Forged(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	tap := func(p match.PlayerID, ply int, arg string) (dispatch.Reply, error) {
		c := tb.call(p)
		c.ID, c.OnPrivate, c.OnBlock = ui.ID{Verb: ui.Tap, Match: id, Ply: ply, Arg: arg}, true, true
		return tb.pressed(c)
	}
	for _, arg := range []string{"", "c2 999", "c2 211-c6", "c4", "back", "  ", "page", "page99 211",
		"page-1 ", "pagex 211", "c2 211-c4?", "c2 111~222", "c2 pass", "play", "play ", "sure "} {
		for _, ply := range []int{2, play.AnyPly, 0, 9} {
			reply, err := tap(alice, ply, arg)
			require.NoError(t, err, arg)
			tb.requireBoard(id, reply.Message, true)
		}
	}
	for _, arg := range []string{"play 211-c6", "sure 111", "play pass", "play 999", "play 211-c4 211-c3"} {
		_, err := tap(alice, 2, arg)
		require.Error(t, err, arg)
		assert.NotEmpty(t, tb.refusal(err), arg)
	}
	for _, arg := range []string{"play 211-c4", "sure 211-c4"} {
		_, err := tap(carol, play.AnyPly, arg)
		require.ErrorIs(t, err, match.ErrNotPlayer)
		reply, err := tap(bob, play.AnyPly, arg)
		require.NoError(t, err)
		tb.requireBoard(id, reply.Message, false)
	}
	for _, reader := range []match.PlayerID{bob, carol} {
		reply, err := tap(reader, 2, "c2 211")
		require.NoError(t, err)
		tb.requireBoard(id, reply.Message, false)
	}
	assert.Equal(t, 2, tb.ply(id))
}

// TestPanel_Quick: without confirmation, the second tap plays, with menus as well.
func TestPanel_Quick(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	for _, p := range []match.PlayerID{alice, bob} {
		tb.chooses(p, func(s *play.Settings) { s.Quick, s.Menus = true, p == bob })
	}
	chosen := tb.taps(alice, tb.opens(alice), "c2, your 211")
	played := tb.taps(alice, chosen, "c4")
	assert.Contains(t, played.Text, "Played **211-c4**.")
	assert.Equal(t, 3, tb.ply(id))
	again := tb.taps(alice, chosen, "c4")
	assert.Contains(t, again.Text, "Played **211-c4**.", "tapped twice")
	other := tb.taps(alice, chosen, "c3")
	assert.Contains(t, other.Text, "The game has moved on.")
	tb.requireBoard(id, other, false)
	played = tb.taps(bob, tb.opens(bob), "112 on d5", "d4")
	assert.Contains(t, played.Text, "Played **112-d4**.")
	assert.Equal(t, 4, tb.ply(id))
}
