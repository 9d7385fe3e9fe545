package bot

import (
	"context"
	"errors"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// manager returns a call by p with the permission to manage the server.
func (tb table) manager(p match.PlayerID) *dispatch.Call {
	c := tb.call(p)
	c.UserRights, c.OnPrivate = discordgo.PermissionManageGuild, true
	c.BotRights |= discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return c
}

// sets lets Alice, a manager, use a control of /server, and returns the new message.
func (tb table) sets(arg string, values ...string) ui.Message {
	tb.t.Helper()
	c := tb.manager(alice)
	c.ID, c.Values = ui.NoMatch("server", arg), values
	reply := tb.ok(tb.pressed(c))
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	tb.requireBlock(reply.Message)
	return reply.Message
}

// serverSettings returns the settings of the server of the tests.
func (tb table) serverSettings() play.ServerSettings {
	tb.t.Helper()
	s, err := tb.service().Server(tb.t.Context(), guildID)
	require.NoError(tb.t, err)
	s.Settings.Watched = false // not theirs to set
	return s.Settings
}

// TestServer: each setting changes immediately, with a confirmation; changing it twice changes nothing more.
func TestServer(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.from(tb.manager(alice), "server"))
	first := reply.Message
	tb.requireBlock(first)
	assert.Len(t, first.Rows, 5, "there is one language")
	for _, test := range []struct {
		arg    string
		values []string
		says   string
		want   play.ServerSettings
		back   string
		clear  []string
	}{
		{"threads", nil, "one per game between people", play.ServerSettings{Threads: true}, "nothreads", nil},
		{"preset coffee", nil, "**Default terms**: Coffee",
			play.ServerSettings{Preset: "coffee"}, "preset ", nil},
		{"preset serious", nil, "**Default terms**: Serious", play.ServerSettings{Preset: "serious"}, "preset ", nil},
		{"channels", []string{"5001", "5002"}, "**Channels**: <#5001> or <#5002>, with their threads",
			play.ServerSettings{Channels: []string{"5001", "5002"}}, "channels", nil},
		{"open", []string{"5"}, "", play.ServerSettings{MaxOpen: 5}, "open", []string{"0"}},
		{"pair", []string{"1"}, "", play.ServerSettings{MaxPair: 1}, "pair", []string{"0"}},
	} {
		m := tb.sets(test.arg, test.values...)
		assert.Contains(t, m.Text, test.says)
		assert.Equal(t, test.want, tb.serverSettings())
		assert.Equal(t, m, tb.sets(test.arg, test.values...), "twice")
		assert.Equal(t, first, tb.sets(test.back, test.clear...), test.arg)
	}
	for _, forged := range [][]string{{"no"}, {"open"}, {"open", "7"}, {"open", "-1"}, {"pair", "x"},
		{"language", "xx"}, {"preset none"}, {""}} {
		tb.sets(forged[0], forged[1:]...)
		assert.Zero(t, tb.serverSettings(), forged)
	}
	assert.Equal(t, []string{"Thread per game", "Club", "Coffee", "Serious", "Puzzle of the day"}, labels(first))
	assert.True(t, first.Rows[1].Buttons[1].Disabled, "they hold")
	m := tb.sets("open", "10")
	assert.True(t, m.Rows[2].Menu.Items[3].Selected)
	assert.Equal(t, "Open games per member: 10", m.Rows[2].Menu.Items[3].Label)
	assert.Equal(t, "no limit", m.Rows[2].Menu.Items[0].Label)
}

// TestServer_Daily: a page of its own sets the channel and hour of the puzzle of the day, and says why none comes; each
// change makes the bot try again. Forged values change nothing.
func TestServer_Daily(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	daily := func() play.DailySettings { return tb.serverSettings().Daily }
	off := tb.sets("daily")
	assert.Contains(t, off.Text, "**Puzzle of the day**: off. Time zone: UTC (default), now")
	assert.Equal(t, []string{"Time zone", "Back"}, labels(off))
	assert.Zero(t, tb.serverSettings())
	m := tb.sets("daily where", "5001")
	assert.Contains(t, m.Text, "<#5001> at 09:00.")
	assert.Equal(t, []string{"5001"}, m.Rows[0].Channels.Selected)
	assert.True(t, m.Rows[1].Menu.Items[9].Selected)
	assert.Contains(t, tb.sets("daily hour", "0").Text, "<#5001> at 00:00.")
	assert.Equal(t, 0, daily().Hour)
	assert.Contains(t, tb.sets("daily where", "5002").Text, "<#5002> at 00:00.")
	assert.Equal(t, 0, daily().Hour, "it stays")
	for _, forged := range []string{"24", "-1", "x", ""} {
		tb.sets("daily hour", forged)
		assert.Zero(t, daily().Hour)
	}
	for fault, says := range map[play.DailyFault]string{play.DailyGone: "gone", play.DailyRights: "can't post", play.DailyIdle: "week"} {
		_, err := tb.service().ChangeServer(t.Context(), play.Actor{ID: alice}, guildID, func(s *play.ServerSettings) {
			s.Daily.Fault, s.Daily.Since, s.Daily.Idle = fault, 7, 3
		})
		require.NoError(t, err)
		m := tb.sets("daily")
		assert.Contains(t, m.Text, says)
		assert.Equal(t, []string{"Time zone", "Resume puzzles", "Back"}, labels(m))
		assert.Equal(t, fault, daily().Fault)
		m = tb.sets("daily again")
		assert.NotContains(t, m.Text, says)
		assert.Equal(t, play.DailySettings{Channel: "5002", Locale: daily().Locale}, daily())
	}
	tb.sets("daily where")
	assert.Empty(t, daily().Channel)
}

// TestServer_Zone: the server's time zone is typed into a form, and checked like a person's.
func TestServer_Zone(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.manager(alice)
	c.ID = ui.NoMatch("server", "daily zone")
	asked := tb.ok(tb.pressed(c))
	assert.Equal(t, dispatch.Form, asked.Kind)
	assert.Equal(t, "Time zone", asked.Form.Title)
	id, err := ui.ParseID(asked.Form.CustomID)
	require.NoError(t, err)
	fill := func(typed string) (dispatch.Reply, error) {
		c := tb.manager(alice)
		c.ID, c.Submitted, c.Input = id, true, typed
		return tb.pressed(c)
	}
	m := tb.ok(fill("brussels")).Message
	assert.Contains(t, m.Text, "Time zone: Europe/Brussels, where it's")
	assert.Equal(t, "Europe/Brussels", tb.serverSettings().Zone)
	unknown := tb.ok(fill("nowhere at all")).Message
	assert.Contains(t, unknown.Text, "I don't recognise the time zone “nowhere at all”")
	assert.Equal(t, []string{"Time zone", "Back"}, labels(unknown))
	unclear := tb.ok(fill("San José")).Message
	assert.Equal(t, "Which place do you mean by “San José”?", unclear.Text)
	assert.Equal(t, "Europe/Brussels", tb.serverSettings().Zone)
	menu := unclear.Rows[0].Menu
	assert.Contains(t, tb.sets(menu.ID.Arg, menu.Items[1].Value).Text, "Time zone: America/Costa_Rica")
	assert.Equal(t, "America/Costa_Rica", tb.serverSettings().Zone)
	given := tb.manager(alice)
	given.Options = tb.call(alice, "zone", "Köln").Options
	assert.Contains(t, tb.ok(tb.command("server").Run(t.Context(), given)).Message.Text, "Time zone: Europe/Berlin")
}

// TestServer_Others: nobody else changes the settings with an old button from when they were a manager, and there are
// none outside a server.
func TestServer_Others(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for says, change := range map[string]func(*dispatch.Call){
		"Only people who manage this server": func(c *dispatch.Call) { c.UserRights = discordgo.PermissionSendMessages },
		"is for servers that have me":        func(c *dispatch.Call) { happensIn(c, "", "d1") },
		"for servers that have me":           func(c *dispatch.Call) { c.Venue.Away = true },
	} {
		c := tb.manager(alice)
		change(c)
		if c.UserRights.Has(discordgo.PermissionManageGuild) { // else Discord refuses the command
			_, err := tb.from(c, "server")
			assert.Contains(t, tb.refusal(err), says)
		}
		c.ID = ui.NoMatch("server", "threads")
		_, err := tb.pressed(c)
		assert.Contains(t, tb.refusal(err), says)
		assert.Zero(t, tb.serverSettings())
	}
	c := tb.manager(alice)
	c.UserRights, c.ID = discordgo.PermissionAdministrator, ui.NoMatch("server", "threads")
	tb.ok(tb.pressed(c))
	assert.True(t, tb.serverSettings().Threads)
}

// TestServer_Threads: the reason why the last match got no thread is shown until threads are chosen again, and so is
// what prevents threads here.
func TestServer_Threads(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.sets("threads")
	for fault, says := range map[play.ThreadFault]string{
		play.ThreadRights: "I need **Create Public Threads** and **Send Messages in Threads** there.",
		play.ThreadsFull:  "this server has as many as Discord allows.",
		play.ThreadsUnfit: "its channel can't have threads.",
	} {
		_, err := tb.service().ChangeServer(t.Context(), actor(alice), guildID,
			func(s *play.ServerSettings) { s.Unthreaded = fault })
		require.NoError(t, err)
		assert.Contains(t, tb.ok(tb.from(tb.manager(alice), "server")).Message.Text, says)
		assert.NotContains(t, tb.sets("threads").Text, "could not")
	}
	c := tb.manager(alice)
	c.BotRights &^= discordgo.PermissionCreatePublicThreads
	says := func(want bool) {
		t.Helper()
		reply := tb.ok(tb.from(c, "server"))
		if want {
			assert.Contains(t, reply.Message.Text, "In this channel I still need")
			return
		}
		assert.NotContains(t, reply.Message.Text, "I still need")
	}
	says(true)
	tb.sets("channels", "5009")
	says(false)
	tb.sets("channels", channelID)
	says(true)
	c.Thread = true
	says(false)
	c.Thread = false
	tb.sets("nothreads")
	says(false)
}

// TestServer_Fails: a change that cannot be saved is not confirmed.
func TestServer_Fails(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	gone := errors.New("disk is gone")
	tb.serve(play.New(play.Deps{Store: failingStore{tb.store.Memory, gone}}))
	c := tb.manager(alice)
	_, err := tb.from(c, "server")
	require.ErrorIs(t, err, gone)
	c.ID = ui.NoMatch("server", "threads")
	_, err = tb.pressed(c)
	require.ErrorIs(t, err, gone)
	_, err = tb.run(alice, "challenge")
	require.ErrorIs(t, err, gone)
	kept, err := tb.store.Server(t.Context(), guildID)
	require.NoError(t, err)
	assert.Zero(t, kept.Settings)
}

// failingStore is a Store that cannot read servers.
type failingStore struct {
	play.Store
	err error
}

func (s failingStore) Server(context.Context, string) (play.Server, error) {
	return play.Server{}, s.err
}

func (s failingStore) Do(context.Context, func(play.Tx) error) error { return s.err }

// TestChallenge_InOwnThread: a match that is started in another match's thread belongs to the channel.
func TestChallenge_InOwnThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.call(alice, "opponent", string(bob))
	happensIn(c, guildID, "5090")
	c.Thread, c.OwnThread, c.Parent = true, true, channelID
	c.BotRights |= discordgo.PermissionSendMessagesInThreads
	reply := tb.ok(tb.from(c, "challenge"))
	assert.Equal(t, "Challenge posted in <#5001>.", reply.Message.Text)
	assert.Equal(t, channelID, tb.match("m1").Venue.Channel)
	robots := tb.call(carol, "level", "3", "side", "red")
	happensIn(robots, guildID, "5090")
	robots.OwnThread, robots.Parent = true, channelID
	reply = tb.ok(tb.from(robots, "challenge"))
	assert.Contains(t, reply.Message.Text, "The game is on in <#5001>. You're Red, and I play at level 3.\n"+
		"**Your turn** as Red")
	assert.Equal(t, channelID, tb.match("m2").Venue.Channel)
	c.OwnThread = false
	tb.ok(tb.from(c, "challenge"))
	assert.Equal(t, "5090", tb.match("m3").Venue.Channel, "people make threads for what they like")
}

// TestPick_Thread: in a thread, a command finds the match of the thread; in a channel, it prefers matches of the
// channel to matches of its threads.
func TestPick_Thread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first, second := tb.start(), tb.start()
	put := func(id match.ID, thread string) { tb.deliver(id, func(d *play.Delivery) { d.Thread = thread }) }
	finds := func(channel string, want match.ID) {
		t.Helper()
		c := tb.call(alice)
		happensIn(c, guildID, channel)
		id, list, err := tb.meant(c, show.Open())
		require.NoError(t, err)
		assert.Equal(t, want, id)
		assert.Equal(t, want == "", len(list) == 2)
	}
	finds(channelID, "")
	put(first, "5090")
	finds("5090", first)
	finds(channelID, second)
	put(second, "5091")
	finds("5091", second)
	finds(channelID, "")
	finds("5002", "")
	tb.deliver(second, func(d *play.Delivery) { d.Venue.Channel, d.Thread = "5002", "5092" })
	finds(channelID, first)
	finds("5002", second)
}
