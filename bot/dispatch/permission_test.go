package dispatch

import (
	"context"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/text"
)

func TestRightsThatAreLacking(t *testing.T) {
	t.Parallel()
	const view, send, file, post = text.ViewChannel, text.SendMessages, text.AttachFiles,
		text.SendInThreads
	type list = []text.Permission
	tests := []struct {
		name          string
		rights        discord.Permissions
		guild         string
		thread        bool
		mute, lacking list
	}{
		{"none", 0, guildID, false, list{view, send}, list{view, send, file}},
		{"none in a thread", discordgo.PermissionSendMessages, guildID, true, list{view, post}, list{view, post, file}},
		{"to post", discordgo.PermissionViewChannel | discordgo.PermissionSendMessages, guildID, false, nil, list{file}},
		{"to post in a thread", discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionAttachFiles,
			guildID, true, nil, nil},
		{"to attach alone", discordgo.PermissionAttachFiles, guildID, false, list{view, send}, list{view, send}},
		{"an administrator's", discordgo.PermissionAdministrator, guildID, true, nil, nil},
		{"none in a direct message", 0, "", false, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := &Call{BotRights: test.rights, Venue: play.Venue{Guild: test.guild}, Thread: test.thread}
			assert.Equal(t, test.mute, c.MissingPostRights())
			assert.Equal(t, test.lacking, c.MissingRights())
			c.Venue.Away = true
			assert.Empty(t, c.MissingRights(), "it only answers")
		})
	}
}

func TestWhoManages(t *testing.T) {
	t.Parallel()
	for rights, want := range map[discord.Permissions]bool{0: false, discordgo.PermissionSendMessages: false,
		discordgo.PermissionManageGuild: true, discordgo.PermissionAdministrator: true} {
		c := &Call{UserRights: rights, Venue: play.Venue{Guild: guildID}}
		assert.Equal(t, want, c.Manages(), "rights %d", rights)
		c.Venue.Guild = ""
		assert.False(t, c.Manages(), "nobody in a direct message")
	}
}

// TestGamesManagers: people with the role that the server chose manage its games, but not the server. No role counts if
// the bot is not installed there, on another server, or while the role is unknown.
func TestGamesManagers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		guild, role string
		has         []string
		away, want  bool
	}{
		"the role":                  {"7001", "41", []string{"40", "41"}, false, true},
		"another role":              {"7001", "41", []string{"40"}, false, false},
		"no role":                   {"7001", "41", nil, false, false},
		"none chosen":               {"7001", "", []string{"40", ""}, false, false},
		"the role of another guild": {"7002", "41", []string{"41"}, false, false},
		"not installed":             {"7001", "41", []string{"41"}, true, false},
		"unknown":                   {"?", "41", []string{"41"}, false, false},
	} {
		var got *Call
		p := newProbe(t, func(_ context.Context, c *Call) (Reply, error) { got = c; return InPrivate("done"), nil }, false)
		p.roles["7001"] = test.role
		in := &discord.Interaction{ID: "1", Type: discordgo.InteractionApplicationCommand, GuildID: test.guild,
			Member: &discord.Member{User: &discord.User{ID: "7"}, Roles: test.has}}
		if in.Data.Name = "probe"; test.away {
			in.Owners = map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationUserInstall: "7"}
		}
		p.answers(t.Context(), in)
		require.NotNil(t, got, name)
		assert.Equal(t, test.want, got.Manages(), name)
		assert.False(t, got.ManagesServer(), name)
	}
}

// TestOwnPanel: a private message proves for a while that the person to whom the bot replied was allowed to open it.
func TestOwnPanel(t *testing.T) {
	t.Parallel()
	at := func(minute int) string { return strconv.FormatInt(int64(1<<40+minute*60_000)<<22, 10) }
	private := discordgo.MessageFlagsEphemeral
	for name, test := range map[string]struct {
		flags          discordgo.MessageFlags
		opener, reader string
		opened         string
		want           bool
	}{
		"one's own":          {private, "7", "7", at(0), true},
		"somebody else's":    {private, "8", "7", at(0), false},
		"a public message":   {0, "7", "7", at(0), false},
		"opened long ago":    {private, "7", "7", at(-1), false},
		"not a reply":        {private, "", "7", at(0), false},
		"nobody's":           {private, "", "", at(0), false},
		"a broken snowflake": {private, "7", "7", "x", false},
	} {
		in := &discord.Interaction{ID: at(14), Message: discord.ReceivedMessage{ID: test.opened, Flags: test.flags}}
		in.Message.Origin.User.ID = test.opener
		assert.Equal(t, test.want, isOwnPanel(in, test.reader), name)
	}
}

// TestAdministratorsSeeEverything: Discord may send an administrator's rights without the others.
func TestAdministratorsSeeEverything(t *testing.T) {
	t.Parallel()
	for rights, want := range map[string]bool{"8": true, "1024": true, "2048": false, "": true} {
		in := fixture(t, aCommand)
		member := in.Data.Resolved.Members["102"]
		member.Permissions = rights
		in.Data.Resolved.Members["102"] = member
		assert.Equal(t, want, namedUsers(in)["102"].CanView, "rights %q", rights)
	}
}

// TestHidden: replies of a bot that a person brings along are private on a server that forbids external apps to post.
func TestHidden(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		away   bool
		guild  string
		theirs discord.Permissions
		want   bool
	}{{true, guildID, 0, true}, {true, guildID, discordgo.PermissionUseExternalApps, false}, {true, "", 0, false},
		{false, guildID, 0, false}} {
		c := &Call{UserRights: test.theirs, Venue: play.Venue{Guild: test.guild, Away: test.away}}
		assert.Equal(t, test.want, c.MustBePrivate(), test)
	}
}

// TestHome: what begins in a thread of the bot's own has its home in the channel; a thread of others is as
// good as a channel, and is in the one above it.
func TestHome(t *testing.T) {
	t.Parallel()
	read := func(channel discord.Channel) *Call {
		return readCall(&discord.Interaction{ApplicationID: "9001", ChannelID: "5090", GuildID: guildID,
			Channel: channel}, "")
	}
	own := discord.Channel{Type: discordgo.ChannelTypeGuildPublicThread, ParentID: channelID, OwnerID: "9001"}
	foreign, text := own, own
	foreign.OwnerID, text.Type = "102", discordgo.ChannelTypeGuildText // its parent is a category
	for _, test := range []struct {
		channel  discord.Channel
		home     string
		isInside bool
	}{{own, channelID, true}, {foreign, "5090", true}, {text, "5090", false}, {discord.Channel{}, "5090", false},
		{discord.Channel{Type: discordgo.ChannelTypeGuildPublicThread, OwnerID: "9001"}, "5090", false}} {
		c := read(test.channel)
		assert.Equal(t, test.home, c.Home().Channel)
		assert.Equal(t, guildID, c.Home().Guild)
		assert.Equal(t, "5090", c.Venue.Channel)
		assert.Equal(t, test.isInside, c.IsIn([]string{"1", channelID}))
		assert.True(t, c.IsIn([]string{"5090"}))
		assert.False(t, c.IsIn(nil))
		assert.False(t, c.IsIn([]string{"1"}))
	}
	assert.False(t, read(text).OwnThread, "it's no thread")
}
