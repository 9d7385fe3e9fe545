package bot

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// notices opens alice's notification settings.
func (tb table) notices() ui.Message {
	tb.t.Helper()
	return tb.ok(tb.press(alice, ui.NoMatch("notices", ""))).Message
}

func (tb table) notice(n play.Notice) ui.Message {
	return tb.View.Notice(n)
}

// TestNotices_Reminders: any number of reminders can be picked, including none.
func TestNotices_Reminders(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for _, test := range []struct {
		picked []string
		want   string
		says   string
	}{
		{nil, "none", "**Reminders**: none."},
		{[]string{"1h"}, "1h", "**Reminders** with 1 hour left."},
		{[]string{"1h", "half", "forged"}, "half 1h", "**Reminders** with ½ of the time and 1 hour left."},
		{[]string{"quarter"}, "quarter", "¼ of the time"},
	} {
		reply := tb.ok(tb.press(alice, ui.NoMatch("notices", "reminders"), test.picked...))
		assert.Contains(t, reply.Message.Text, test.says)
		assert.Equal(t, test.want, tb.chosen(alice).Reminders)
		for _, item := range reply.Message.Rows[0].Menu.Items {
			assert.Equal(t, test.want != "none" && slices.Contains(notice.Read(test.want), notice.Reminder(item.Value)), item.Selected, item.Value)
		}
	}
}

// TestNotices_Test: a test notice is sent like a real one, and the reply says whether that worked.
func TestNotices_Test(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		direct, shut, mute bool
		says               string
		sent               []bool // directly
	}{
		"by mention":            {false, false, false, "Sent: you should have been notified", []bool{false}},
		"directly":              {true, false, false, "Sent: you should have been notified", []bool{true}},
		"messages closed":       {true, true, false, "I can't send you direct messages", []bool{false}},
		"nowhere":               {true, true, true, "I can't reach you", nil},
		"no rights in channels": {false, false, true, "I can't reach you", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			box := &mailbox{shut: test.shut, mute: test.mute}
			tb.Messenger = box
			if test.direct {
				tb.uses(alice, tb.notices(), "Direct messages")
			}
			assert.Contains(t, tb.ok(tb.press(alice, ui.NoMatch("noticestest", ""))).Message.Text, test.says)
			var sent []bool
			for _, n := range box.notices {
				sent = append(sent, n.Direct)
				assert.Equal(t, alice, n.To.ID)
				assert.Contains(t, tb.notice(n).Text, "his is a test")
			}
			assert.Equal(t, test.sent, sent)
		})
	}
}

// TestNotices_TestInDirect: in a direct message to the bot, a test is sent there; in a group conversation, where the
// bot only answers, it is sent directly.
func TestNotices_TestInDirect(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		tb := newTable(t)
		box := &mailbox{}
		tb.Messenger = box
		tb.chooses(alice, func(s *play.Settings) { s.Direct = true })
		c := tb.call(alice)
		happensIn(c, "", "d1")
		c.Venue.Away, c.ID = away, ui.NoMatch("noticestest", "")
		assert.Contains(t, tb.ok(tb.pressed(c)).Message.Text, "Sent: ")
		require.Len(t, box.notices, 1)
		assert.Equal(t, away, box.notices[0].Direct)
		assert.Equal(t, "d1", box.notices[0].Match.Venue.Channel)
	}
}

// TestNotices_TestAgain: a later test has another nonce, so Discord sends it.
func TestNotices_TestAgain(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	box := &mailbox{}
	tb.Messenger = box
	const longest match.PlayerID = "18446744073709551615"
	for range 2 {
		tb.ok(tb.press(longest, ui.NoMatch("noticestest", "")))
	}
	require.Len(t, box.notices, 2)
	assert.NotEqual(t, box.notices[0].Key, box.notices[1].Key, "a minute later")
	for _, n := range box.notices {
		assert.LessOrEqual(t, len(n.Key), play.MaxKey)
	}
}

// TestNotice: every notice says what is waiting, where, and offers the way to act.
func TestNotice(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	tb.deliver(id, func(d *play.Delivery) { d.Post = play.Post{Channel: channelID, Message: "70"} })
	m := tb.match(id)
	to := play.Player{ID: alice, Locale: "en-US"}
	for kind, says := range map[play.NoticeKind][2]string{
		play.TurnNotice:     {"<@101>: **It's your turn** against <@102> · deadline <t:", "**It's your turn** against <@102> · 6x4 · round 1 · <#5001>"},
		play.TimeNotice:     {"<@101>: **It's still your turn** against <@102>", "**It's still your turn** against"},
		play.AskedNotice:    {"<@101>: **<@102> is waiting for your answer**", "**<@102> is waiting for your answer** to an offer"},
		play.LateNotice:     {"<@101>: **Your time is up** against <@102>", "**Your time is up** against <@102>"},
		play.OverNotice:     {"<@101>: **Your game against <@102> is over**", "**Your game against <@102> is over**"},
		play.NewsNotice:     {"<@101>: **It's still your turn** against <@102>", "**It's still your turn** against"},
		play.DeclinedNotice: {"<@101>: **<@102> declined your challenge**", "**<@102> declined your challenge**"},
	} {
		for i, direct := range []bool{false, true} {
			msg := tb.notice(play.Notice{Match: m, To: to, Kind: kind, Direct: direct})
			assert.Contains(t, msg.Text, says[i])
			assert.Contains(t, msg.Text, "[board](https://discord.com/channels/7001/5001/70)")
			onTurn := kind == play.TurnNotice || kind == play.TimeNotice ||
				(kind == play.NewsNotice || kind == play.LateNotice) && !direct
			assert.Equal(t, onTurn || direct, len(msg.Rows) > 0)
			if onTurn {
				assert.Equal(t, []string{"Play"}, labels(msg))
				assert.Equal(t, kind != play.LateNotice, strings.Contains(msg.Text, "deadline <t:"))
			}
		}
	}
	for kind, says := range map[play.NoticeKind]string{
		play.NewsNotice: "<@102>: **It's <@101>'s turn** · [board]",
		play.LateNotice: "<@102>: **<@101> has run out of time** · [board]",
	} {
		msg := tb.notice(play.Notice{Match: m, To: play.Player{ID: bob}, Kind: kind})
		assert.Contains(t, msg.Text, says)
		assert.Empty(t, msg.Rows)
	}
}

// TestNotice_Language: a notice in a channel is in the channel's language, one in a direct message in the reader's, and
// so is the weekly list.
func TestNotice_Language(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	tb.View.Catalog = catalog
	id := tb.start("positioning", "false")
	m := tb.match(id)
	m.Venue.Locale = "fr"
	for to, says := range map[*play.Player]string{
		{ID: alice, Locale: "de"}: "**Du bist am Zug** gegen",
		{ID: alice, Locale: "de", Settings: play.Settings{Language: "en"}}: "**It's your turn** against",
	} {
		n := play.Notice{Match: m, To: *to, Kind: play.TurnNotice}
		assert.Contains(t, tb.notice(n).Text, "C’est à toi de jouer** contre")
		assert.Equal(t, []string{"Jouer"}, labels(tb.notice(n)))
		n.Direct = true
		assert.Contains(t, tb.notice(n).Text, says)
	}
	digest := tb.View.Digest(play.Digest{To: play.Player{ID: alice, Locale: "de"}})
	assert.Contains(t, digest.Text, "Jeden Montag")
}

// misses makes all notices of m to ids fail, and lets these people be here afterwards.
func (tb *table) misses(m *play.Match, ids ...match.PlayerID) {
	tb.t.Helper()
	for _, id := range ids {
		tb.do(func(tx play.Tx) error {
			return play.RecordNoticeFailed(tb.t.Context(), tx, play.Notice{Match: *m, To: play.Player{ID: id}})
		})
		_, err := tb.service().Arrive(tb.t.Context(), id)
		require.NoError(tb.t, err)
	}
}

// TestMissed: the next command first delivers missed notices that still matter, once, even if it is refused.
func TestMissed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	misses := func() {
		m := tb.match(id)
		tb.misses(&m, alice, bob, carol)
	}
	misses()
	reply := tb.ok(tb.run(alice, "games"))
	assert.Regexp(t, `^\*\*I couldn't reach you:\*\*\n- \*\*It's your turn\*\* against <@102> · since <t:\d+:f> · deadline`, reply.Message.Text)
	assert.NotContains(t, tb.ok(tb.run(alice, "games")).Message.Text, "reach")
	misses()
	assert.Contains(t, tb.ok(tb.run(alice, "move", "turn", "nonsense")).Message.Text, "I couldn't reach you")
	_, err := tb.run(alice, "move", "turn", "nonsense")
	require.Error(t, err, "as ever")
	assert.NotContains(t, tb.ok(tb.run(bob, "games")).Message.Text, "reach", "it's not his turn")
	_, err = tb.run(carol, "games")
	require.Error(t, err, "she has no games, and nobody missed her")
	tb.runOut(id)
	misses()
	assert.Contains(t, tb.ok(tb.run(alice, "games")).Message.Text, "- **Your time is up** against <@102>")
	assert.Contains(t, tb.ok(tb.run(bob, "games")).Message.Text, "- **<@101> has run out of time**")
}

// TestMissed_Declined: a missed notice that a challenge was declined is delivered with the next command.
func TestMissed_Declined(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	tb.ok(tb.press(bob, ui.ID{Verb: "decline", Match: "m1", Ply: play.AnyPly}))
	m := tb.match("m1")
	tb.misses(&m, alice, bob)
	reply := tb.ok(tb.run(alice, "vacation"))
	assert.Contains(t, reply.Message.Text, "**I couldn't reach you:**\n- **<@102> declined your challenge** · 6x4 · <#5001>")
	assert.NotContains(t, tb.ok(tb.run(bob, "vacation")).Message.Text, "reach")
}

// TestMissed_Room: missed notices displace nothing of a reply; those without room wait for the next one.
func TestMissed_Room(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	var all []match.ID
	for range 14 {
		all = append(all, tb.start("positioning", "false"))
	}
	for _, id := range all {
		tb.deliver(id, func(d *play.Delivery) { d.Post = play.Post{Channel: channelID, Message: "1234567890123456789"} })
		m := tb.match(id)
		tb.misses(&m, alice)
	}
	fits := func(name string) string {
		t.Helper()
		reply := tb.ok(tb.run(alice, name))
		require.LessOrEqual(t, utf8.RuneCountInString(reply.Message.Text), discord.MaxContent)
		return reply.Message.Text
	}
	assert.NotContains(t, fits("games"), "reach", "it is full")
	said := fits("vacation")
	assert.Contains(t, said, "I couldn't reach you")
	assert.Regexp(t, `\n- \d more games?\n\n\*\*You're not on vacation`, said)
	assert.NotContains(t, fits("vacation"), "reach")
}

// TestNotices_Zone: a time zone is typed into a form or after the command, where places are suggested. What may mean
// several is chosen in a menu, and what means none changes nothing.
func TestNotices_Zone(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	zone := func() string {
		p, err := tb.service().Player(t.Context(), alice)
		require.NoError(t, err)
		return p.Zone
	}
	fill := func(typed string) ui.Message {
		c := tb.call(alice)
		c.ID, c.Submitted, c.Input, c.OnPrivate = ui.NoMatch("noticesset", "zone"), true, typed, true
		return tb.ok(tb.pressed(c)).Message
	}
	assert.Contains(t, fill("München").Text, "Europe/Berlin, where it's")
	assert.Equal(t, "Europe/Berlin", zone())
	assert.Contains(t, fill("the moon").Text, "I don't recognise the time zone “the moon”")
	unclear := fill("IST")
	assert.Equal(t, "Which place do you mean by “IST”?", unclear.Text)
	assert.Equal(t, []string{"Time zone", "Back"}, labels(unclear))
	assert.Equal(t, "Europe/Berlin", zone())
	menu := unclear.Rows[0].Menu
	assert.Equal(t, "Mumbai, India", menu.Items[0].Label)
	assert.Regexp(t, `^\d\d:\d\d now$`, menu.Items[0].Note)
	assert.Contains(t, tb.inPrivate(alice, false, menu.ID, menu.Items[1].Value).Message.Text, "Asia/Jerusalem, where it's")
	tb.inPrivate(alice, false, menu.ID, "forged")
	assert.Equal(t, "Asia/Jerusalem", zone())

	assert.Contains(t, tb.ok(tb.run(alice, "settings", "zone", "Lyon")).Message.Text, "Europe/Paris, where it's")
	c := tb.call(alice, "zone", "Anv")
	c.Options[0].Focused = true
	list, err := tb.command("settings").Complete["zone"](t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, []ui.Choice{{Name: "Antwerpen, Belgium", Value: "Europe/Brussels"}}, list)
}
