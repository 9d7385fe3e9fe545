package main

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
)

// TestLinesOfThreads: the lines about threads and direct messages in scenarios, and their transcripts.
func TestLinesOfThreads(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	c, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: s.url})
	require.NoError(t, err)
	mad, ctx := s.server.Channel("mad").String(), t.Context()
	begin := func() error {
		_, err := c.CreateThread(ctx, mad, "Alice and Bob")
		return err
	}
	post := func(to, text string) int {
		_, err := c.CreateMessage(ctx, to, discord.Message{Content: text})
		return discord.CodeOf(err)
	}

	s.do("the bot may not open threads in #mad")
	assert.Equal(t, discordgo.ErrCodeMissingPermissions, discord.CodeOf(begin()))
	s.do("the bot may open threads in #mad")
	s.do("the server is full of threads")
	assert.Equal(t, discordgo.ErrCodeMaximumNumberOfActiveThreadsReached, discord.CodeOf(begin()))
	s.do("the server has room for threads")
	require.NoError(t, begin())
	in := s.thread("Alice").ID.String()
	assert.Zero(t, post(in, "Turn 1"))
	assert.Equal(t, "  #mad / Alice and Bob\n    Turn 1\n  thread #mad / Alice and Bob\n", s.transcript())
	s.do("alice goes to thread Alice")
	assert.Equal(t, in, s.place["alice"].String())
	assert.Equal(t, "  thread #mad / Alice and Bob, archived\n", s.do("thread Alice is archived"))
	assert.NoError(t, c.ArchiveThread(ctx, in))
	assert.Zero(t, post(in, "Turn 2"))
	assert.Contains(t, s.transcript(), "  thread #mad / Alice and Bob\n")
	require.NoError(t, c.ArchiveThread(ctx, in))
	assert.Equal(t, "  thread #mad / Alice and Bob, archived, locked\n", s.do("thread Alice is locked"))
	assert.Equal(t, discordgo.ErrCodePerformedOperationOnArchivedThread, post(in, "Turn 3"))
	s.do("thread Alice is unlocked")
	assert.Equal(t, "  thread #mad / Alice and Bob\n", s.do("thread Alice is reopened"))

	dm, err := c.CreateDM(ctx, s.server.Actor("bob").ID().String())
	require.NoError(t, err)
	s.do("bob closes direct messages")
	assert.Equal(t, discordgo.ErrCodeCannotSendMessagesToThisUser, post(dm, "Your turn"))
	s.do("bob shares no server")
	assert.Equal(t, discord.CodeNoMutualServers, post(dm, "Your turn"))
	s.do("bob opens direct messages")
	assert.Zero(t, post(dm, "Your turn"))
	assert.Equal(t, "  @bob\n    Your turn\n  pinged: Bob\n", s.transcript())
}

// TestLinesOfMenus: picking several items, and channels. The bot does not know these menus, so only what is sent to it
// counts.
func TestLinesOfMenus(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	c, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: s.url})
	require.NoError(t, err)
	mad := s.server.Channel("mad").String()
	id := func(arg string) ui.ID { return ui.ID{Verb: "nobody", Ply: -1, Arg: arg} }
	wire, err := ui.Message{Text: "Settings", Rows: []ui.Row{
		{Menu: &ui.Menu{ID: id("a"), Prompt: "What?", Count: ui.Count{Max: 2},
			Items: []ui.Item{{Label: "Turns", Value: "t", Selected: true}, {Label: "Results", Value: "r"}}}},
		{Channels: &ui.ChannelMenu{ID: id("b"), Prompt: "Where?", Selected: []string{mad}, Count: ui.Count{Max: 25}}},
		{Channels: &ui.ChannelMenu{ID: id("c"), Prompt: "Where else?", Count: ui.Count{Min: 1, Max: 1}}},
	}}.Wire(nil)
	require.NoError(t, err)
	_, err = c.CreateMessage(t.Context(), mad, wire)
	require.NoError(t, err)
	assert.Equal(t, "  #mad\n    Settings\n    [<✓ Turns> <Results>]\n    [<channels: Where?> <✓ #mad>]\n"+
		"    [<channels: Where else?>]\n", s.transcript())
	for _, line := range []string{"alice picks Turns + Results", "alice picks nothing from What?",
		"alice picks #general + #mad", "alice picks nothing from Where?", "alice picks #mad from Where else?"} {
		assert.NotContains(t, s.do(line), "the client", line)
	}
	assert.Contains(t, s.do("alice picks nothing from Where else?"), "the client: Choose 1 to 1.")
}
