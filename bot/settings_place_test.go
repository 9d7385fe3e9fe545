package bot

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// fewChannels are channels; some have been deleted.
type fewChannels struct{ gone map[string]int }

func (f fewChannels) Channel(_ context.Context, id string) (discord.Channel, error) {
	if code := f.gone[id]; code != 0 {
		return discord.Channel{}, &discord.APIError{Status: 404, Code: code}
	}
	return discord.Channel{}, nil
}

// TestServer_ManyChannels: if there are more channels than can be picked, the first ones are offered.
func TestServer_ManyChannels(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	many := strings.Split("1 2 3 4 5 6 7 8 9 10 11", " ")
	menu := tb.sets("channels", many...).Rows[0].Channels
	assert.Equal(t, many[:menu.Count.Max], tb.serverSettings().Channels)
	assert.Len(t, menu.Selected, 10)
}

// silentChannels are channels about which Discord does not answer.
type silentChannels struct{}

func (silentChannels) Channel(ctx context.Context, _ string) (discord.Channel, error) {
	<-ctx.Done()
	return discord.Channel{}, ctx.Err()
}

// TestServer_Silent: if Discord does not list the channels, /server still answers in time.
func TestServer_Silent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		tb.sets("channels", "5008", "5009")
		tb.Places.Channels = silentChannels{}
		began := time.Now()
		reply := tb.ok(tb.from(tb.manager(alice), "server"))
		assert.Equal(t, time.Second, time.Since(began))
		assert.Equal(t, []string{"5008", "5009"}, reply.Message.Rows[0].Channels.Selected)
	})
}

// TestAllowed: if matches are limited to some channels, starting or showing one elsewhere is refused with the names of
// these channels. Their threads are allowed, and deleted channels do not count.
func TestAllowed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(tb.start(), "pass", "pass")
	tb.resign("m2", bob)
	tb.shut(id)
	tb.sets("channels", "5008", "5009")
	in := func(c *dispatch.Call, channel string) *dispatch.Call { happensIn(c, guildID, channel); return c }
	const said = "On this server games are played in <#5008> or <#5009>. Try again there."
	did := func(channel, parent string) map[string]error {
		all := map[string]error{}
		try := func(name string, c *dispatch.Call, id ui.ID) {
			in(c, channel)
			c.Parent, c.Thread, c.ID = parent, parent != "", id
			c.BotRights |= discordgo.PermissionSendMessagesInThreads
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
		try("rematch", tb.call(alice), ui.ID{Verb: ui.Rematch, Match: "m2"})
		try("home", tb.call(bob), ui.ID{Verb: ui.MoveHere, Match: id, Ply: play.AnyPly})
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
	tb.turns(id, "pass") // existing matches stay
	foreign := in(tb.call(carol), channelID)
	foreign.Venue.Away = true
	require.NoError(t, tb.Places.Allowed(t.Context(), foreign), "the server has not asked for the bot")

	tb.Places.Channels = fewChannels{map[string]int{"5008": discordgo.ErrCodeUnknownChannel, "5009": discordgo.ErrCodeMissingAccess}}
	_, err := tb.from(in(tb.call(carol), channelID), "challenge")
	assert.Equal(t, "On this server games are played in <#5009>. Try again there.", tb.refusal(err))
	reply := tb.ok(tb.from(tb.manager(alice), "server"))
	assert.Contains(t, reply.Message.Text, "**Channels**: <#5009>, with their threads (1 that you picked is gone)")
	assert.Equal(t, []string{"5009"}, reply.Message.Rows[0].Channels.Selected)
	tb.Places.Channels = fewChannels{map[string]int{"5008": discordgo.ErrCodeUnknownChannel, "5009": discordgo.ErrCodeUnknownChannel}}
	reply = tb.ok(tb.from(tb.manager(alice), "server"))
	assert.Contains(t, reply.Message.Text, "all (2 that you picked are gone)")
	tb.ok(tb.from(in(tb.call(carol), channelID), "challenge"))
}
