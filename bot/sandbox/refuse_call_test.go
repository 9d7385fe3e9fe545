package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestRefusesCalls(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	theirs, err := b.Actor("alice").Say(sandbox.MadID, "mine")
	require.NoError(t, err)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	mad := "/channels/1000000000000000012"
	app := "/applications/1000000000000000031"
	check(t, b, []refusal{
		{name: "wrong token", call: "GET /users/@me", status: 401,
			edit: header("Authorization", "Bot nonsense")},
		{name: "no token", call: "GET /users/@me", status: 401, edit: header("Authorization", "")},
		{name: "no Bot before the token", call: "GET /users/@me", status: 401,
			edit: header("Authorization", sandbox.DefaultToken)},
		{name: "bad user agent", call: "GET /users/@me", status: 403, code: 40333,
			edit: header("User-Agent", "curl")},
		{name: "old version", call: "GET /api/v5/users/@me", status: 400, code: 50041},
		{name: "no content type", call: toMad, body: `{"content":"x"}`, status: 400, code: 50035,
			edit: header("Content-Type", "text/plain")},
		{name: "unknown user", call: "GET /users/5", status: 404, code: 10013},
		{name: "unknown channel", call: "GET /channels/5", status: 404, code: 10003},
		{name: "unknown channel to post to", call: "POST /channels/5/messages",
			body: `{"content":"x"}`, status: 404, code: 10003},
		{name: "unknown message", call: "GET " + mad + "/messages/5", status: 404, code: 10008},
		{name: "unknown message to edit", call: "PATCH " + mad + "/messages/5", body: `{}`,
			status: 404, code: 10008},
		{name: "unknown message to delete", call: "DELETE " + mad + "/messages/5", status: 404,
			code: 10008},
		{name: "foreign message to edit", call: "PATCH " + mad + "/messages/" + theirs.ID.String(),
			body: `{"content":"x"}`, status: 403, code: 50005},
		{name: "foreign message to delete",
			call: "DELETE " + mad + "/messages/" + theirs.ID.String(), status: 403, code: 50013},
		{name: "quiet channel", call: "POST /channels/1000000000000000013/messages",
			body: `{"content":"x"}`, status: 403, code: 50013},
		{name: "conversation with nobody", call: "POST /users/@me/channels",
			body: `{"recipient_id":"5"}`, status: 400, code: 50033},
		{name: "conversation with itself", call: "POST /users/@me/channels",
			body: `{"recipient_id":"1000000000000000031"}`, status: 403, code: 50007},
		{name: "no recipient", call: "POST /users/@me/channels", body: `{}`, status: 400,
			code: 50035, leaf: "recipient_id: BASE_TYPE_REQUIRED"},
		{name: "unknown application", call: "PUT /applications/5/commands", body: `[]`,
			status: 404, code: 10002},
		{name: "foreign application", call: "GET /applications/1000000000000000021/emojis",
			status: 403, code: 20012},
		{name: "nameless version", call: "GET /api/x/users/@me", status: 400, code: 50041},
		{name: "user agent without a version", call: "GET /users/@me", status: 403, code: 40333,
			edit: header("User-Agent", "DiscordBot (https://example.com)")},
		{name: "emoji without name", call: "POST " + app + "/emojis",
			body:   `{"image":"data:image/png;base64,AA=="}`,
			status: 400, code: 50035, leaf: "name: BASE_TYPE_REQUIRED"},
		{name: "unknown emoji", call: "DELETE " + app + "/emojis/5", status: 404, code: 10014},
		{name: "emoji without picture", call: "POST " + app + "/emojis",
			body: `{"name":"ship","image":"data:text/plain;base64,AA=="}`, status: 400, code: 50035,
			leaf: "image: IMAGE_INVALID"},
		{name: "emoji drawn", call: "POST " + app + "/emojis", status: 400, code: 50035,
			body: `{"name":"ship","image":"data:image/svg+xml;base64,AA=="}`,
			leaf: "image: IMAGE_INVALID"},
		{name: "emoji of a short name", call: "POST " + app + "/emojis",
			body: `{"name":"a","image":"data:image/png;base64,AA=="}`, status: 400, code: 50035,
			leaf: "name: BASE_TYPE_BAD_LENGTH"},
		{name: "emoji of a bad name", call: "POST " + app + "/emojis",
			body: `{"name":"a-b","image":"data:image/png;base64,AA=="}`, status: 400, code: 50035,
			leaf: "name: STRING_TYPE_REGEX"},
		{name: "emoji too large", call: "POST " + app + "/emojis",
			body: `{"name":"ship","image":"data:image/png;base64,` + strings.Repeat("AAAA",
				256<<10/3+1) + `"}`,
			status: 400, code: 50035, leaf: "image: BINARY_TYPE_MAX_SIZE"},
		{name: "callback of nothing", call: "POST /interactions/5/x/callback", body: `{"type":5}`,
			status: 404, code: 10062},
		{name: "webhook of nothing", call: "POST /webhooks/1000000000000000031/x",
			body: `{"content":"x"}`, status: 401, code: 50027},
		{name: "webhook of another", call: "POST /webhooks/5/x", body: `{"content":"x"}`,
			status: 404, code: 10015},
	})
	assert.Empty(t, b.Unhandled())
}

func TestRefusesFiles(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	var eleven []file
	for i := range 11 {
		eleven = append(eleven, file{fmt.Sprintf("files[%d]", i), "a.txt", "a"})
	}
	check(t, b, []refusal{
		{name: "eleven files", call: toMad, status: 400, code: 30015,
			edit: withFiles(t, `{}`, eleven...)},
		{name: "file too large", call: toMad, status: 413, code: 40005,
			edit: withFiles(t, `{}`, file{"files[0]", "a.txt", long(10<<20 + 1)})},
		{name: "request too large", call: toMad, status: 413, code: 40005,
			edit: withFiles(t, `{}`, file{"files[0]", "a.txt", long(13 << 20)},
				file{"files[1]", "a.txt", long(13 << 20)})},
		{name: "bad part", call: toMad, status: 400, code: 50046,
			edit: withFiles(t, `{}`, file{"board", "a.txt", "a"})},
		{name: "part twice", call: toMad, status: 400, code: 50046,
			edit: withFiles(t, `{}`, file{"files[0]", "a.txt", "a"},
				file{"files[0]", "b.txt", "b"})},
		{name: "name of another file", call: toMad, status: 400, code: 50035,
			leaf: "components.0.items.0.media.url: " +
				"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			edit: withFiles(t, v2Open+`[{"type":12,"items":[
				{"media":{"url":"attachment://b.png"}}]}]}`, file{"files[0]", "a.png", "a"})},
	})
}

func TestUnknownCallFailsLoudly(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	app := "PUT /applications/1000000000000000031/commands"
	menu := `{"type":5,"custom_id":"u","default_values":[{"id":"5","type":"user"}]}`
	label := `{"type":18,"label":"l","component":{"type":19,"custom_id":"f"}}`
	opened := uses(t, b, w, sandbox.MadID)
	for what, call := range map[string][2]string{
		"PUT /api/v10/channels/1000000000000000012/pins/5": {
			"PUT /channels/1000000000000000012/pins/5", ""},
		"polls":                              {toMad, `{"content":"x","poll":{}}`},
		"stickers":                           {toMad, `{"content":"x","sticker_ids":["5"]}`},
		"forwarding":                         {toMad, `{"message_reference":{"type":1,"message_id":"5"}}`},
		"default values of a menu of people": {toMad, `{"content":"x","components":` + rows(menu) + `}`},
		"embeds":                             {toMad, `{"embeds":[{"title":"t"}]}`},
		"commands of type 4":                 {app, `[{"type":4,"name":"launch","handler":2}]`},
		"callbacks of type 12":               {opened.path(), `{"type":12}`},
		"components of type 19 in a modal": {opened.path(),
			`{"type":9,"data":{"custom_id":"m","title":"t","components":[` + label + `]}}`},
	} {
		method, path, _ := strings.Cut(call[0], " ")
		got := b.do(method, path, call[1])
		assert.Equal(t, http.StatusNotImplemented, got.status, "%s: %v", what, got.body)
		assert.Contains(t, b.Unhandled(), what)
	}
	opened.callback(`{"type":5}`)
	opened.must()
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	send := func() reply {
		return b.do("POST", "/channels/1000000000000000012/messages", "",
			withFiles(t, `{}`, file{"files[0]", "a.txt", "a"}))
	}
	b.SetPermissions(sandbox.MadID, sandbox.PermissionViewChannel|sandbox.PermissionSendMessages)
	assert.Equal(t, 50013, send().code(), "no files")
	b.SetPermissions(sandbox.MadID, 0)
	assert.Equal(t, 50001, send().code(), "no channel")
	assert.Equal(t, 50001, b.do("GET", "/channels/1000000000000000012", "").code())
	b.SetPermissions(sandbox.MadID,
		sandbox.PermissionViewChannel|sandbox.PermissionSendMessages|sandbox.PermissionAttachFiles)
	sent := send()
	assert.Equal(t, 200, sent.status)
	id := sent.body["id"].(string)
	assert.Equal(t, 50001, b.do("GET", mad+"/"+id, "").code(), "no history")
	reply := `{"content":"x","message_reference":{"message_id":"` + id + `"}}`
	assert.Equal(t, 160002, b.do("POST", mad, reply).code(), "no reply to what it cannot read")
	b.SetPermissions(sandbox.MadID, sandbox.PermissionViewChannel)
	more := withFiles(t, `{}`, file{"files[0]", "b.txt", "b"})
	assert.Equal(t, 50013, b.do("PATCH", mad+"/"+id, "", more).code(), "no files in edits either")
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bob := b.Actor("bob")
	dm := b.do("POST", "/users/@me/channels", `{"recipient_id":"`+bob.ID().String()+`"}`)
	require.Equal(t, 200, dm.status)
	require.Equal(t, bob.DM().String(), dm.body["id"], "one conversation, whoever opens it")
	path := "/channels/" + bob.DM().String() + "/messages"
	require.Equal(t, 200, b.do("POST", path, `{"content":"hello"}`).status)
	unread, pings := bob.Unread(bob.DM())
	assert.Equal(t, [2]int{1, 1}, [2]int{unread, pings}, "a direct message pings without a mention")
	assert.Empty(t, b.Actor("alice").Messages(bob.DM()), "others do not see it")

	bob.CloseDMs(true)
	assert.Equal(t, 50007, b.do("POST", path, `{"content":"hello"}`).code())
	bob.CloseDMs(false)
	assert.Equal(t, 200, b.do("POST", path, `{"content":"hello"}`).status)
}
