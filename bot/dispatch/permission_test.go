package dispatch

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
		{"none in a thread", discord.SendMessages, guildID, true, list{view, post}, list{view, post, file}},
		{"to post", discord.ViewChannel | discord.SendMessages, guildID, false, nil, list{file}},
		{"to post in a thread", discord.ViewChannel | discord.SendMessagesInThreads | discord.AttachFiles,
			guildID, true, nil, nil},
		{"to attach alone", discord.AttachFiles, guildID, false, list{view, send}, list{view, send}},
		{"an administrator's", discord.Administrator, guildID, true, nil, nil},
		{"none in a direct message", 0, "", false, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := &Call{Rights: test.rights, Venue: play.Venue{Guild: test.guild}, Thread: test.thread}
			assert.Equal(t, test.mute, c.Mute())
			assert.Equal(t, test.lacking, c.Lacking())
		})
	}
}

func TestWhoManages(t *testing.T) {
	t.Parallel()
	for rights, want := range map[discord.Permissions]bool{0: false, discord.SendMessages: false,
		discord.ManageGuild: true, discord.Administrator: true} {
		c := &Call{Theirs: rights, Venue: play.Venue{Guild: guildID}}
		assert.Equal(t, want, c.Manages(), "rights %d", rights)
		c.Venue.Guild = ""
		assert.False(t, c.Manages(), "nobody in a direct message")
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
		assert.Equal(t, want, namedUsers(in)["102"].Sees, "rights %q", rights)
	}
}
