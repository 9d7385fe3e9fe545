package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

var forum = "/channels/" + sandbox.ForumID.String()

// TestForum: a post is a thread that shares its id with its first message; the forum itself has none.
func TestForum(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b, w := ask(t, &sandbox.Server{Dir: dir})
	got := b.do("POST", forum+"/threads", `{"name":"a game","message":{"content":"hello"}}`)
	require.Equal(t, 201, got.status, "%v", got.body)
	for key, want := range map[string]any{"type": 11.0, "name": "a game", "parent_id": sandbox.ForumID.String(),
		"owner_id": sandbox.BotID.String()} {
		assert.Equal(t, want, got.body[key], key)
	}
	first := got.body["message"].(map[string]any)
	assert.Equal(t, []any{got.body["id"], got.body["id"], "hello"}, []any{first["id"], first["channel_id"], first["content"]})
	id, err := sandbox.ParseSnowflake(got.body["id"].(string))
	require.NoError(t, err)
	assert.Equal(t, 200, b.do("POST", "/channels/"+id.String()+"/messages", `{"content":"more"}`).status)
	assert.Equal(t, 200, b.do("PATCH", "/channels/"+id.String()+"/messages/"+id.String(), `{"content":"new"}`).status)
	assert.Empty(t, b.Actor("alice").Messages(sandbox.ForumID))
	assert.Len(t, b.Actor("alice").Messages(id), 2)
	h := uses(t, b, w, id)
	assert.Equal(t, sandbox.ForumID.String(), h.Raw["channel"].(map[string]any)["parent_id"])
	_, err = b.Actor("alice").Say(sandbox.ForumID, "hello")
	require.Error(t, err)
	_, err = b.Actor("alice").Command(t.Context(), sandbox.ForumID, "play")
	require.Error(t, err, "a forum takes no commands")
	again := start(t, &sandbox.Server{Dir: killed(t, dir)})
	assert.Len(t, again.Threads(sandbox.ForumID), 1, "a post is kept")
}

// TestForum_Refused: Discord's refusals in a forum.
func TestForum_Refused(t *testing.T) {
	t.Parallel()
	const message = `"message":{"content":"hello"}`
	all := sandbox.Permission(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
		discordgo.PermissionSendMessagesInThreads)
	for name, c := range map[string]struct {
		path, body string
		rights     sandbox.Permission
		required   bool
		tags       []string
		status     int
		code       float64
	}{
		"no messages":       {"/messages", `{"content":"hello"}`, all, false, nil, 400, 50008},
		"no typing":         {"/typing", ``, all, false, nil, 400, 50008},
		"without a message": {"/threads", `{"name":"a game","type":11}`, all, false, nil, 400, 50035},
		"empty message":     {"/threads", `{"name":"a game","message":{}}`, all, false, nil, 400, 50006},
		"without a name":    {"/threads", `{` + message + `}`, all, false, nil, 400, 50035},
		"bad components": {"/threads", `{"name":"a game","message":{"components":[{"type":99}]}}`, all, false, nil,
			400, 50035},
		"many tags": {"/threads", `{"name":"g","applied_tags":["1","2","3","4","5","6"],` + message + `}`, all, false,
			nil, 400, 50035},
		"unknown tag":   {"/threads", `{"name":"g","applied_tags":["1"],` + message + `}`, all, false, nil, 404, 10087},
		"tag required":  {"/threads", `{"name":"g",` + message + `}`, all, true, []string{"games"}, 400, 40067},
		"tag moderated": {"/threads", `{"name":"g","applied_tags":["1000000000000001018"],` + message + `}`, all, true, []string{"!games"}, 403, 50013},
		"tag applied":   {"/threads", `{"name":"g","applied_tags":["1000000000000001018"],` + message + `}`, all, true, []string{"games"}, 201, 0},
		"may not post": {"/threads", `{"name":"g",` + message + `}`, all &^ discordgo.PermissionSendMessages, false, nil,
			403, 50013},
		"posts without threads": {"/threads", `{"name":"g",` + message + `}`, all &^ discordgo.PermissionSendMessagesInThreads,
			false, nil, 201, 0},
	} {
		b := start(t, &sandbox.Server{})
		b.SetPermissions(sandbox.ForumID, c.rights)
		b.SetForum(c.required, c.tags...)
		got := b.do("POST", forum+c.path, c.body)
		assert.Equal(t, c.status, got.status, "%s: %v", name, got.body)
		if c.code != 0 {
			assert.Equal(t, c.code, got.body["code"], name)
			assert.Empty(t, b.Threads(sandbox.ForumID), name)
		}
	}
}
