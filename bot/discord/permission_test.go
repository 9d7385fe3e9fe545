package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
)

func TestPermissions_Has(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		held, wanted Permissions
		want         bool
	}{
		{"the one", discordgo.PermissionViewChannel, discordgo.PermissionViewChannel, true},
		{"another", discordgo.PermissionViewChannel, discordgo.PermissionSendMessages, false},
		{"one of two", discordgo.PermissionViewChannel, discordgo.PermissionViewChannel | discordgo.PermissionSendMessages, false},
		{"both", discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles, discordgo.PermissionViewChannel | discordgo.PermissionSendMessages, true},
		{"an administrator", discordgo.PermissionAdministrator, discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads, true},
		{"nobody", 0, discordgo.PermissionViewChannel, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, test.held.Has(test.wanted))
		})
	}
}

func TestParsePermissions(t *testing.T) {
	t.Parallel()
	p, ok := ParsePermissions("274877906952")
	assert.True(t, ok)
	assert.EqualValues(t, discordgo.PermissionAdministrator|discordgo.PermissionSendMessagesInThreads, p)
	for _, text := range []string{"", "x", "-1", "1.5"} {
		_, ok = ParsePermissions(text)
		assert.False(t, ok, "%q", text)
	}
}
