package bot

import (
	"net/http/httptest"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
)

// applied is a sandbox with a client of its bot.
func applied(t *testing.T) (*sandbox.Server, *discord.Client) {
	t.Helper()
	s := &sandbox.Server{Guilds: 2}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		assert.Empty(t, s.Unhandled())
		assert.NoError(t, s.Close())
		web.Close()
	})
	client, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	return s, client
}

// named returns commands with the given names.
func named(names ...string) (list []discordgo.ApplicationCommand) {
	for _, name := range names {
		list = append(list, discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Name: name, Description: "d"})
	}
	return list
}

// listedIn returns the names of what a sandbox lists, in its order.
func listedIn(s *sandbox.Server) (names []string) {
	for _, c := range s.Commands() {
		names = append(names, c.Name)
	}
	return names
}

// TestRegisterCommands_EntryPoint: an entry point command survives both ways of registering, unchanged.
func TestRegisterCommands_EntryPoint(t *testing.T) {
	t.Parallel()
	s, client := applied(t)
	_, err := client.RegisterCommands(t.Context(), "", append(named("old"),
		discordgo.ApplicationCommand{Type: 4, Name: "launch", Description: "Start the activity",
			NameLocalizations: &map[discordgo.Locale]string{"fr": "lancer"}}))
	require.NoError(t, err)
	before := s.Commands()[1]
	ids, err := client.RegisterCommands(t.Context(), "", named("move", "play"))
	require.NoError(t, err)
	assert.Len(t, ids, 2, "without the one that is not ours")
	assert.Equal(t, []string{"move", "play", "launch"}, listedIn(s))
	after := s.Commands()[2]
	after.Version = before.Version
	assert.Equal(t, before, after)
	guilds, err := client.Guilds(t.Context(), 10)
	require.NoError(t, err)
	require.Len(t, guilds, 2)
	_, err = client.RegisterCommands(t.Context(), guilds[0], named("move"))
	require.NoError(t, err)
	assert.Equal(t, []string{"move", "move", "play", "launch"}, listedIn(s), "people see one twice")
	done, err := client.ClearCommands(t.Context(), "", named("move", "play"))
	require.NoError(t, err)
	assert.Equal(t, discord.Cleared{Removed: 2, Kept: []string{"launch"}}, done)
	assert.Equal(t, []string{"move", "launch"}, listedIn(s))
}

// TestClearCommands: commands of a guild are removed, except those that are somebody else's.
func TestClearCommands(t *testing.T) {
	t.Parallel()
	s, client := applied(t)
	guilds, err := client.Guilds(t.Context(), 10)
	require.NoError(t, err)
	clear := func() discord.Cleared {
		done, err := client.ClearCommands(t.Context(), guilds[0], named("move", "play"))
		require.NoError(t, err)
		return done
	}
	assert.Zero(t, clear())
	_, err = client.RegisterCommands(t.Context(), guilds[0], named("move", "play"))
	require.NoError(t, err)
	assert.Equal(t, discord.Cleared{Removed: 2}, clear())
	assert.Empty(t, s.Commands())
	_, err = client.RegisterCommands(t.Context(), guilds[0], append(named("move", "other"),
		discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "play"}))
	require.NoError(t, err)
	assert.Equal(t, discord.Cleared{Removed: 1, Kept: []string{"other", "play"}}, clear())
	assert.Equal(t, []string{"other", "play"}, listedIn(s))
}
