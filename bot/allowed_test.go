package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestAllowed: where matches are kept to some channels, one that is begun or shown elsewhere is refused
// with their names; a thread of such a channel will do, and a channel that is gone is as if not named.
func TestAllowed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(tb.start(), "pass", "pass")
	tb.resign("m2", bob)
	tb.shut(id)
	tb.sets("channels", "5008", "5009")
	in := func(c *dispatch.Call, channel string) *dispatch.Call { happensIn(c, guildID, channel); return c }
	const said = "On this server matches are played in <#5008> or <#5009>. Try again there."
	did := func(channel, parent string) map[string]error {
		all := map[string]error{}
		try := func(name string, c *dispatch.Call, id ui.ID) {
			in(c, channel)
			c.Parent, c.Thread, c.ID = parent, parent != "", id
			c.Rights |= discord.SendMessagesInThreads
			if id.Verb != "" {
				_, all[name] = tb.pressed(c)
				return
			}
			_, all[name] = tb.from(c, name)
		}
		try("challenge", tb.call(alice, "opponent", string(carol)), ui.ID{})
		person := tb.call(bob)
		person.Target = string(carol)
		try("Challenge to MAD", person, ui.ID{})
		try("rematch", tb.call(alice), ui.ID{Verb: rematchVerb, Match: "m2"})
		try("home", tb.call(bob), ui.ID{Verb: homeVerb, Match: id, Ply: play.AnyPly})
		return all
	}
	for name, err := range did(channelID, "") {
		assert.Equal(t, said, tb.refusal(err), name)
	}
	for name, err := range did("5010", channelID) {
		assert.Equal(t, said, tb.refusal(err), name)
	}
	for name, err := range did("5011", "5009") {
		assert.NoError(t, err, name)
	}
	assert.Equal(t, "5011", tb.match(id).Venue.Channel)
	tb.turns(id, "pass") // what is there stays
	foreign := in(tb.call(carol), channelID)
	foreign.Venue.Away = true
	require.NoError(t, tb.choices().Allowed(t.Context(), foreign), "the server has not asked for the bot")

	tb.channels = fewChannels{map[string]discord.Code{"5008": discord.CodeUnknownChannel, "5009": discord.CodeMissingAccess}}
	_, err := tb.from(in(tb.call(carol), channelID), "challenge")
	assert.Equal(t, "On this server matches are played in <#5009>. Try again there.", tb.refusal(err))
	reply, err := tb.from(tb.manager(alice), "server")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "matches can begin in <#5009>, and in threads there. A channel that you picked no longer exists")
	assert.Equal(t, []string{"5009"}, reply.Message.Rows[0].Channels.Picked)
	tb.channels = fewChannels{map[string]discord.Code{"5008": discord.CodeUnknownChannel, "5009": discord.CodeUnknownChannel}}
	reply, err = tb.from(tb.manager(alice), "server")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "everywhere. 2 channels that you picked no longer exist; I ignore them.")
	_, err = tb.from(in(tb.call(carol), channelID), "challenge")
	require.NoError(t, err)
}

// TestAllowed_FirstGame: a first game is a match like others; in a direct message it can be played.
func TestAllowed_FirstGame(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.sets("channels", "5009")
	c := tb.call(carol)
	_, err := tb.startFirstGame(t.Context(), c)
	assert.Contains(t, tb.refusal(err), "On this server matches are played in <#5009>. Try again there. It works in a direct")
	happensIn(c, "", "d1")
	_, err = tb.startFirstGame(t.Context(), c)
	require.NoError(t, err)
}

// TestChallenge_InOwnThread: what is begun in the thread of another match has its place in the channel.
func TestChallenge_InOwnThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.call(alice, "opponent", string(bob))
	happensIn(c, guildID, "5090")
	c.Thread, c.Own, c.Parent = true, true, channelID
	c.Rights |= discord.SendMessagesInThreads
	reply, err := tb.from(c, "challenge")
	require.NoError(t, err)
	assert.Equal(t, "Challenge posted in <#5001>: this thread belongs to another match.", reply.Message.Text)
	assert.Equal(t, channelID, tb.match("m1").Venue.Channel)
	robots := tb.call(carol, "level", "3", "side", "red")
	happensIn(robots, guildID, "5090")
	robots.Own, robots.Parent = true, channelID
	reply, err = tb.from(robots, "challenge")
	require.NoError(t, err)
	assert.Equal(t, "The match is on in <#5001>: this thread belongs to another one. You are Red, and I play at level 3.",
		reply.Message.Text)
	assert.Equal(t, channelID, tb.match("m2").Venue.Channel)
	c.Own = false
	_, err = tb.from(c, "challenge")
	require.NoError(t, err)
	assert.Equal(t, "5090", tb.match("m3").Venue.Channel, "people make threads for what they like")
}

// TestPick_Thread: a command finds the match whose thread it is typed in; in the channel, first what is
// shown there, then what is in its threads.
func TestPick_Thread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first, second := tb.start(), tb.start()
	put := func(id match.ID, thread string) { tb.deliver(id, func(d *play.Delivery) { d.Thread = thread }) }
	finds := func(channel string, want match.ID) {
		t.Helper()
		c := tb.call(alice)
		happensIn(c, guildID, channel)
		id, list, err := tb.meant(t.Context(), c, []filter{isOpen})
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
