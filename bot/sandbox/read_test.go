package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// TestDiscordgoReads has the library read everything a bot may ask for.
func TestDiscordgoReads(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	s := b.session(sandbox.DefaultToken)
	app := sandbox.BotID.String()

	gateway, err := s.GatewayBot()
	require.NoError(t, err)
	assert.Equal(t, 1, gateway.Shards)
	assert.Equal(t, 1000, gateway.SessionStartLimit.Total)
	me, err := s.User("@me")
	require.NoError(t, err)
	assert.True(t, me.Bot)
	alice, err := s.User(sandbox.AliceID.String())
	require.NoError(t, err)
	assert.Equal(t, "Alice", alice.GlobalName)
	quiet, err := s.Channel(sandbox.QuietID.String())
	require.NoError(t, err)
	assert.Equal(t, "quiet", quiet.Name)
	own, err := s.Application("@me")
	require.NoError(t, err)
	assert.Equal(t, app, own.ID)

	commands, err := s.ApplicationCommandBulkOverwrite(app, "",
		[]*discordgo.ApplicationCommand{greet()})
	require.NoError(t, err)
	require.Len(t, commands, 1)
	assert.Len(t, commands[0].Options, 2)
	emoji, err := s.ApplicationEmojiCreate(app, &discordgo.EmojiParams{Name: "ship",
		Image: "data:image/png;base64,iVBORw0KGgo="})
	require.NoError(t, err)
	emojis, err := s.ApplicationEmojis(app)
	require.NoError(t, err)
	require.Len(t, emojis, 1)
	assert.Equal(t, emoji.ID, emojis[0].ID)

	button := discordgo.Button{Label: "Go", CustomID: "go"}
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{button}}
	sent, err := s.ChannelMessageSendComplex(sandbox.MadID.String(), &discordgo.MessageSend{
		Content: "x", Components: []discordgo.MessageComponent{row}})
	require.NoError(t, err)
	again, err := s.ChannelMessage(sandbox.MadID.String(), sent.ID)
	require.NoError(t, err)
	assert.Equal(t, sent.Timestamp, again.Timestamp)
	second, err := s.ChannelMessageSend(sandbox.MadID.String(), "y")
	require.NoError(t, err)
	assert.Equal(t, []string{second.ID, sent.ID}, idsOf(s.ChannelMessages(sandbox.MadID.String(), 2, "", "0", "")))
	assert.Equal(t, []string{sent.ID}, idsOf(s.ChannelMessages(sandbox.MadID.String(), 1, "", "0", "")), "the first")
	assert.Equal(t, []string{second.ID}, idsOf(s.ChannelMessages(sandbox.MadID.String(), 0, "", sent.ID, "")))
	_, err = s.ChannelMessages(sandbox.MadID.String(), 101, "", "0", "")
	assert.Error(t, err)
	dm, err := s.UserChannelCreate(sandbox.BobID.String())
	require.NoError(t, err)
	assert.Equal(t, discordgo.ChannelTypeDM, dm.Type)
	assert.Equal(t, sandbox.BobID.String(), dm.Recipients[0].ID)
	_, err = s.ChannelMessageSend(sandbox.QuietID.String(), "x")
	refused := &discordgo.RESTError{}
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, discordgo.ErrCodeMissingPermissions, refused.Message.Code)
	assert.Empty(t, b.Unhandled())
}

// idsOf returns the ids of messages; none after an error.
func idsOf(list []*discordgo.Message, err error) (ids []string) {
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return ids
}

func TestOptionsOfAllTypes(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.identified("0")
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"all","description":"d","options":[
		{"type":3,"name":"text","description":"d","min_length":2,
			"choices":[{"name":"A","value":"aa"}]},
		{"type":4,"name":"whole","description":"d","choices":[{"name":"Three","value":3}]},
		{"type":5,"name":"truth","description":"d"},{"type":6,"name":"user","description":"d"},
		{"type":7,"name":"place","description":"d"},{"type":9,"name":"anyone","description":"d"},
		{"type":10,"name":"number","description":"d"},{"type":11,"name":"file","description":"d"},
		{"type":3,"name":"free","description":"d","min_length":2}]}]`).status)
	alice := b.Actor("alice")
	use := func(name string, value any) (sandbox.Answer, error) {
		option := sandbox.Option{Name: name, Value: value}
		return alice.Command(within(t), sandbox.MadID, "all", option)
	}
	for _, c := range []struct {
		name        string
		value, want any
	}{
		{"text", "aa", "aa"}, {"whole", 3, 3.0}, {"whole", "3", 3.0},
		{"truth", true, true}, {"truth", "false", false},
		{"number", 1.5, 1.5}, {"free", "ab", "ab"},
		{"user", sandbox.BobID, sandbox.BobID.String()},
		{"place", sandbox.QuietID, sandbox.QuietID.String()},
		{"anyone", sandbox.CarolID.String(), sandbox.CarolID.String()},
	} {
		h := b.act(w, func() (sandbox.Answer, error) { return use(c.name, c.value) })
		assert.Equal(t, c.want, h.Data["options"].([]any)[0].(map[string]any)["value"], c.name)
		require.Equal(t, 200, h.callback(`{"type":5}`).status)
		h.must()
	}
	for name, value := range map[string]any{
		"text": "bb", "whole": 4, "truth": "perhaps", "place": "7", "anyone": "7",
		"number": "x", "file": "x", "free": "a",
	} {
		_, err := use(name, value)
		assert.ErrorAs(t, err, new(sandbox.Refusal), name)
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	s := &sandbox.Server{Dir: name}
	require.Error(t, s.Open())
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	resp, err := http.Get(web.URL)
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, 500, resp.StatusCode, "nothing is served that would be lost")
}

func TestOwnToken(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{Token: "another"})
	assert.Equal(t, 401, b.do("GET", "/users/@me", "").status)
	_, err := b.session("another").User("@me")
	assert.NoError(t, err)
}
