package bot

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// shut makes the channel of a match refuse its news.
func (tb table) shut(id match.ID) {
	tb.t.Helper()
	tb.deliver(id, func(d *play.Delivery) {
		require.True(tb.t, d.Begin(tb.match(id).Seq))
		d.Refused(channelID)
	})
	require.True(tb.t, tb.match(id).Closed)
}

func (tb table) from(c *dispatch.Call, name string) (dispatch.Reply, error) {
	tb.t.Helper()
	return tb.command(name).Run(tb.t.Context(), c)
}

// TestUntold: players, and nobody else, learn that the channel refused the news, with a button that moves the match
// here, if that is possible.
func TestUntold(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass")
	reply := tb.ok(tb.run(bob, "board"))
	assert.NotContains(t, reply.Message.Text, "can't post")
	tb.shut(id)

	for _, name := range []string{"board", "hint", "resign"} {
		reply = tb.ok(tb.run(bob, name))
		assert.Contains(t, reply.Message.Text, "\n**I can't post in <#5001>**, so I tell", name)
		rows := reply.Message.Rows
		assert.Equal(t, "Show it here", rows[len(rows)-1].Buttons[0].Label, name)
	}
	assert.Contains(t, tb.ok(tb.run(bob, "games")).Message.Text, "<#5001> (closed to me)")
	reply = tb.ok(tb.press(carol, ui.ID{Verb: "board", Match: id}))
	assert.NotContains(t, reply.Message.Text, "can't post")

	dm := tb.call(bob)
	happensIn(dm, "", "d1")
	dm.BotRights = 0
	mute := tb.call(bob)
	happensIn(mute, guildID, "5002")
	mute.BotRights = discordgo.PermissionViewChannel
	foreign := tb.call(bob)
	happensIn(foreign, "7002", channelID)
	for _, c := range []*dispatch.Call{dm, mute, foreign} {
		reply = tb.ok(tb.from(c, "board"))
		assert.Contains(t, reply.Message.Text,
			"`/board` in another channel of its server lets you show it there.")
		assert.Len(t, reply.Message.Rows, 1)
	}
}

// TestUntold_Parted: players learn that the bot was removed from the match's server as long as it is true, even if
// nothing is stored about that server. A match without a server can be moved to another one.
func TestUntold_Parted(t *testing.T) {
	t.Parallel()
	const parted, shut = "I was removed from the server of <#5001>", "**I can't post in <#5001>**"
	left := time.UnixMilli(2000).UTC()
	for name, test := range map[string]struct {
		guild, from string    // of the match, and of the call
		left        time.Time // when the bot was removed, as far as it knows
		want        string
		movable     bool
	}{
		"removed":                {guildID, "", left, parted, false},
		"removed, elsewhere":     {guildID, "7002", left, parted, false},
		"back, and yet unknown":  {guildID, guildID, left, shut, true},
		"back":                   {guildID, guildID, time.Time{}, shut, true},
		"back, far away":         {guildID, "", time.Time{}, shut, false},
		"removed again":          {guildID, "", left.Add(time.Hour), shut, false},
		"forgotten":              {"", "", time.Time{}, parted, false},
		"forgotten, on a server": {"", "7002", time.Time{}, parted, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			id := tb.start()
			tb.turns(id, "pass")
			tb.shut(id)
			tb.deliver(id, func(d *play.Delivery) { d.Venue.Guild = test.guild })
			tb.parts(id, left, test.left)
			c := tb.call(bob)
			happensIn(c, test.from, "5002")
			reply := tb.ok(tb.from(c, "board"))
			assert.Contains(t, reply.Message.Text, "\n"+test.want)
			last := reply.Message.Rows[len(reply.Message.Rows)-1]
			assert.Equal(t, test.movable, last.Buttons[0].Label == "Show it here", reply.Message.Rows)
		})
	}
}

// parts records that the bot left the match's server at left, and that bob was notified at told.
func (tb table) parts(id match.ID, told, left time.Time) {
	tb.t.Helper()
	ctx := tb.t.Context()
	tb.do(func(tx play.Tx) error {
		seat, err := tx.Seat(ctx, id, bob)
		require.NoError(tb.t, err)
		seat.Notices.Parted = told
		require.NoError(tb.t, tx.SaveSeat(ctx, seat))
		server, err := tx.Server(ctx, guildID)
		require.NoError(tb.t, err)
		server.Settings.Left = left
		return tx.SaveServer(ctx, server)
	})
}

// TestMuteHere_AfterTheEnd: a finished match has no news, so the warning is omitted.
func TestMuteHere_AfterTheEnd(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	c := tb.call(bob)
	c.BotRights = discordgo.PermissionViewChannel
	assert.Contains(t, tb.ok(tb.from(c, "board")).Message.Text, "**I can't post here**")
	tb.resign(id, alice)
	reply := tb.ok(tb.from(c, "board"))
	assert.Contains(t, reply.Message.Text, "called the game off")
	assert.NotContains(t, reply.Message.Text, "post")
}

// TestMuteHere_AtTheEnd: the end of a match is the last news that the warning is about.
func TestMuteHere_AtTheEnd(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	c := tb.call(bob)
	c.BotRights, c.ID = discordgo.PermissionViewChannel, ui.ID{Verb: "giveup", Match: id, Arg: ui.Yes}
	assert.Contains(t, tb.ok(tb.pressed(c)).Message.Text, "The game is called off.\n**I can't post here**")
	reply := tb.ok(tb.pressed(c))
	assert.Contains(t, reply.Message.Text, "This game is over.")
	assert.NotContains(t, reply.Message.Text, "post")
}

// TestMoveHere: a player can move a match to another channel of its server.
func TestMoveHere(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	press := ui.ID{Verb: ui.MoveHere, Match: id, Ply: play.AnyPly}
	there := func(p match.PlayerID, rights discord.Permissions, guild string) (dispatch.Reply, error) {
		c := tb.call(p)
		c.ID, c.BotRights = press, rights
		happensIn(c, guild, "5002")
		return tb.commands().Controls[ui.MoveHere].Run(t.Context(), c)
	}
	const all discord.Permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
		discordgo.PermissionAttachFiles
	_, err := there(carol, all, guildID)
	assert.Contains(t, tb.refusal(err), "You're not playing in this game.")
	_, err = there(bob, discordgo.PermissionViewChannel, guildID)
	assert.Contains(t, tb.refusal(err), "**Send Messages**")
	for _, rights := range []discord.Permissions{all, 0} {
		_, err = there(bob, rights, "7002")
		assert.Contains(t, tb.refusal(err), "belongs to another server", "rights would not help")
		_, err = there(bob, rights, "")
		assert.Contains(t, tb.refusal(err), "belongs to another server")
		_, err = there(carol, rights, "7002")
		assert.Equal(t, tb.refusal(play.ErrNotFound), tb.refusal(err))
	}
	assert.Equal(t, channelID, tb.match(id).Venue.Channel)

	tb.shut(id)
	reply, err := there(bob, all, guildID)
	require.NoError(t, err)
	assert.Equal(t, dispatch.InPlace("From now on the game is shown in <#5002>."), reply)
	assert.Equal(t, play.Venue{Guild: guildID, Channel: "5002", Locale: "en-US"}, tb.match(id).Venue)
	m := tb.match(id)
	assert.Equal(t, []match.PlayerID{alice}, play.Pings(&m, nil))
}

// TestMoveHere_FromDirectMessages: a match against the bot that can no longer be shown in private can be moved
// anywhere.
func TestMoveHere_FromDirectMessages(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.call(alice, "level", "3")
	happensIn(c, "", "d1")
	c.BotRights = 0
	tb.ok(tb.from(c, "challenge"))
	tb.deliver("m1", func(d *play.Delivery) { d.Closed = true })

	reply := tb.ok(tb.run(alice, "board"))
	rows := reply.Message.Rows
	assert.Equal(t, "Show it here", rows[len(rows)-1].Buttons[0].Label)
	assert.NotContains(t, reply.Message.Text, "server")
	reply = tb.ok(tb.press(alice, rows[len(rows)-1].Buttons[0].ID))
	assert.Equal(t, dispatch.InPlace("From now on the game is shown in <#5001>."), reply)
	assert.Equal(t, tb.call(alice).Venue, tb.match("m1").Venue)
}
