package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// labels returns the labels of all buttons of m.
func labels(m ui.Message) (all []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.ID.Verb != ui.OpenPanel || len(b.ID.Arg) != len("111") {
				all = append(all, b.Label)
			}
		}
	}
	return all
}

// TestPrivateControls: a private message offers exactly what its reader can do.
func TestPrivateControls(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	sees := func(id match.ID, everybody, byAlice, byBob, byCarol []string) {
		t.Helper()
		assert.Equal(t, everybody, labels(tb.boardMessage(tb.match(id))))
		for p, want := range map[match.PlayerID][]string{alice: byAlice, bob: byBob, carol: byCarol} {
			assert.Equal(t, want, labels(tb.ok(tb.run(p, "board", "game", string(id))).Message), p)
		}
	}
	type list = []string
	tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	sees("m1", list{"Accept", "Decline", "Always decline", "Other terms", "Withdraw", "New to MAD?"}, list{"Withdraw"},
		list{"Accept", "Decline", "Always decline", "Other terms", "New to MAD?"}, nil)
	tb.ok(tb.run(alice, "challenge"))
	sees("m2", list{"Accept", "Withdraw", "New to MAD?"}, list{"Withdraw"}, list{"Accept", "New to MAD?"},
		list{"Accept", "New to MAD?"})
	id := tb.start()
	watch := list{"Play", "More"}
	sees(id, list{"Play", "Hint (3)", "More"}, list{"Play", "Hint (3)", "More"}, watch, watch)
	tb.offer(id, alice)
	sees(id, list{"Stop here", "Play on", "Withdraw offer", "Play", "Hint (3)", "More"},
		list{"Withdraw offer", "Play", "Hint (3)", "More"},
		list{"Stop here", "Play on", "Play", "More"}, watch)
	tb.turns(id, "pass")
	tb.resign(id, bob)
	back := list{"Replay", "Rematch", "More"}
	sees(id, back, back, back, list{"Replay", "More"})
}

// TestPrivateChallenge: answering a challenge on a private message updates that message.
func TestPrivateChallenge(t *testing.T) {
	t.Parallel()
	for verb, want := range map[ui.Verb]struct{ said, offered string }{
		"withdraw": {"**<@101> withdrew the challenge to <@102>.**", ""},
		"decline":  {"**<@102> declined <@101>'s challenge.**", ""},
		"accept":   {"**<@101> is to move** as Red", "Play More"},
	} {
		tb := newTable(t)
		tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
		c := tb.call(bob)
		if verb == "withdraw" {
			c = tb.call(alice)
		}
		c.ID, c.OnPrivate = ui.ID{Verb: verb, Match: "m1", Ply: play.AnyPly}, true
		reply := tb.ok(tb.pressed(c))
		assert.Equal(t, dispatch.Update, reply.Kind, verb)
		assert.Contains(t, reply.Message.Text, want.said)
		assert.Equal(t, want.offered, strings.Join(labels(reply.Message), " "), verb)
	}
}

// TestButtonsOfAllVersions: public messages stay for years, so every custom id that their buttons ever had is still
// understood. Lines are only added here.
func TestButtonsOfAllVersions(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	finished, playing := tb.start(), tb.start()
	tb.turns(finished, "pass", "pass", "211-c4")
	tb.resign(finished, bob)
	for _, text := range []string{
		"accept:m2::", "decline:m2::", "withdraw:m2::", "hint:m2:0:", "resign:m2:0:", "stop:m2:0:yes",
		"stop:m2:0:no", "hint:m1:2:", "resign:m1:3:", "stop:m1:1:yes", "replay:m1:3:",
		"panel:m2:0:", "more:m2:0:", "panel:m1:2:", "more:m1:3:",
	} {
		id, err := ui.ParseID(text)
		require.NoError(t, err)
		require.Contains(t, []match.ID{finished, playing}, id.Match)
		reply, err := tb.press(alice, id)
		require.NoError(t, err, text)
		assert.NotEmpty(t, reply.Message.Text, text)
	}
}
