package sandbox_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const mad = "/channels/1000000000000000012/messages"

func picture(t *testing.T) string {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, png.Encode(&buf, image.NewGray(image.Rect(0, 0, 7, 5))))
	return buf.String()
}

func load(t *testing.T, url string) (string, http.Header) {
	t.Helper()
	resp, err := http.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, 200, resp.StatusCode)
	return string(data), resp.Header
}

func TestPings(t *testing.T) {
	t.Parallel()
	all := "<@1000000000000000021> <@!1000000000000000022> <@5> @everyone <@1000000000000000022>"
	for name, c := range map[string]struct {
		allowed string
		pings   [2]bool // Alice and Bob
	}{
		"nothing said":   {``, [2]bool{true, true}},
		"nobody":         {`,"allowed_mentions":{"parse":[]}`, [2]bool{}},
		"users":          {`,"allowed_mentions":{"parse":["users"]}`, [2]bool{true, true}},
		"roles only":     {`,"allowed_mentions":{"parse":["roles"]}`, [2]bool{}},
		"null is nobody": {`,"allowed_mentions":{"parse":null}`, [2]bool{}},
		"one": {`,"allowed_mentions":{"parse":[],"users":["1000000000000000022"]}`,
			[2]bool{false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, w := ask(t, &sandbox.Server{})
			pinged := func() (out [2]bool) {
				for i, name := range []string{"alice", "bob"} {
					_, pings := b.Actor(name).Unread(sandbox.MadID)
					out[i] = pings > 0
					b.Actor(name).Read(sandbox.MadID)
				}
				return out
			}
			sent := b.do("POST", mad, `{"content":"`+all+`"`+c.allowed+`}`)
			require.Equal(t, 200, sent.status)
			assert.Equal(t, false, sent.body["mention_everyone"])
			mentions, _ := sent.body["mentions"].([]any)
			assert.LessOrEqual(t, len(mentions), 2, "nobody is mentioned twice")
			assert.Equal(t, c.pings, pinged(), "channel message")
			again := b.do("PATCH", mad+"/"+sent.body["id"].(string), `{"content":"again `+all+`"}`)
			require.Equal(t, 200, again.status)
			assert.Equal(t, [2]bool{}, pinged(), "an edit pings nobody")
			h := uses(t, b, w, sandbox.MadID)
			require.Equal(t, 200,
				h.callback(`{"type":4,"data":{"content":"`+all+`"`+c.allowed+`}}`).status)
			assert.Equal(t, c.pings, pinged(), "interaction's answer")
		})
	}
}

func TestDeletedMessagesAreNotUnread(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bob := b.Actor("bob")
	post := func() string {
		sent := b.do("POST", mad, `{"content":"<@1000000000000000022>"}`)
		return mad + "/" + sent.body["id"].(string)
	}
	unread := func() [2]int {
		messages, pings := bob.Unread(sandbox.MadID)
		return [2]int{messages, pings}
	}
	read := post()
	bob.Read(sandbox.MadID)
	post()
	gone := post()
	assert.Equal(t, [2]int{2, 2}, unread())
	require.Equal(t, 204, b.do("DELETE", gone, "").status)
	assert.Equal(t, [2]int{1, 1}, unread())
	require.Equal(t, 204, b.do("DELETE", read, "").status)
	assert.Equal(t, [2]int{1, 1}, unread(), "it had been read")
}

func TestReplyPings(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	m, err := b.Actor("alice").Say(sandbox.MadID, "hello")
	require.NoError(t, err)
	reply := `{"content":"x","message_reference":{"message_id":"` + m.ID.String() + `"}`
	got := b.do("POST", mad, reply+`}`)
	require.Equal(t, 200, got.status)
	assert.EqualValues(t, 19, got.body["type"])
	assert.Equal(t, "hello", got.body["referenced_message"].(map[string]any)["content"])
	_, pings := b.Actor("alice").Unread(sandbox.MadID)
	assert.Equal(t, 1, pings)
	require.Equal(t, 200,
		b.do("POST", mad, reply+`,"allowed_mentions":{"parse":[],"replied_user":false}}`).status)
	_, pings = b.Actor("alice").Unread(sandbox.MadID)
	assert.Equal(t, 1, pings)
}

func TestAttachments(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	board := file{"files[0]", "board 1.png", picture(t)}
	got := b.do("POST", mad, "",
		withFiles(t, `{"content":"x","attachments":[{"id":"0","description":"A board"}]}`, board))
	require.Equal(t, 200, got.status, "%v", got.body)
	a := b.Actor("alice").Messages(sandbox.MadID)[0].Attachments[0]
	assert.Equal(t, "board_1.png", a.Filename)
	assert.Equal(t, "A board", a.Description)
	assert.Equal(t, [2]int{7, 5}, [2]int{a.Width, a.Height})
	data, header := load(t, b.url+a.URL)
	assert.Equal(t, board.data, data)
	assert.Equal(t, "image/png", header.Get("Content-Type"))
	url := got.body["attachments"].([]any)[0].(map[string]any)["url"].(string)
	assert.Equal(t, b.url+a.URL, url, "the bot gets whole addresses")

	id, at := a.ID.String(), mad+"/"+got.body["id"].(string)
	more := b.do("PATCH", at, "", withFiles(t, `{}`, file{"files[0]", "b.png", picture(t)}))
	assert.Len(t, more.body["attachments"], 2, "without attachments the old file stays")
	alt := b.do("PATCH", at, `{"attachments":[{"id":"`+id+`","description":"Other words"}]}`)
	require.Len(t, alt.body["attachments"], 1)
	assert.Equal(t, "Other words",
		alt.body["attachments"].([]any)[0].(map[string]any)["description"])
	swap := file{"files[0]", "c.png", picture(t)}
	v9 := b.do("PATCH", "/api/v9"+at, "", withFiles(t, `{"attachments":[]}`, swap))
	assert.Len(t, v9.body["attachments"], 1, "version 9 adds files to those listed")
	v10 := b.do("PATCH", at, "", withFiles(t, `{"attachments":[]}`, swap))
	assert.Empty(t, v10.body["attachments"], "version 10 takes only files that are listed")
	listed := b.do("PATCH", at, "", withFiles(t, `{"attachments":[{"id":"0"}]}`, swap))
	assert.Len(t, listed.body["attachments"], 1)
	resp, err := http.Get(url)
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, 404, resp.StatusCode, "a file that was dropped is gone")
	assert.Equal(t, 50006, b.do("PATCH", at, `{"content":"","attachments":[]}`).code())
	var ten []file
	for i := range 10 {
		ten = append(ten, file{fmt.Sprintf("files[%d]", i), "a.txt", "a"})
	}
	assert.Equal(t, 30015, b.do("PATCH", at, "", withFiles(t, `{}`, ten...)).code(),
		"with the one that stays there would be eleven")
}

func TestShownFilesAreNotListed(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	board := file{"files[0]", "board.png", picture(t)}
	gallery := v2Open + `[{"type":12,"items":[{"media":{"url":"attachment://board.png"},
		"description":"alt"}]},{"type":1,"components":[
		{"type":2,"style":1,"label":"b","custom_id":"go"}]}]`
	got := b.do("POST", mad, "", withFiles(t, gallery+`}`, board))
	require.Equal(t, 200, got.status, "%v", got.body)
	assert.Empty(t, got.body["attachments"])
	m := b.Actor("bob").Messages(sandbox.MadID)[0]
	assert.Equal(t, 1, m.Components[0].ID, "components are numbered")
	shown := m.Components[0].Items[0]
	assert.Equal(t, "alt", shown.Description)
	assert.Equal(t, 7, shown.Media.Width)
	require.True(t, strings.HasPrefix(shown.Media.URL, "/cdn/"))
	data, _ := load(t, b.url+shown.Media.URL)
	assert.Equal(t, board.data, data)

	h := uses(t, b, w, sandbox.MadID)
	sent := h.callback("", withFiles(t, `{"type":4,"data":`+gallery+`}}`, board))
	require.Equal(t, 200, sent.status, "%v", sent.body)
	id := h.must().Message.ID
	h = clicks(t, b, w, "bob", id, "go")
	update := func(h *happening, rest string) reply {
		return h.callback("", withFiles(t, `{"type":7,"data":`+gallery+rest+`}}`, board))
	}
	message := func(r reply) map[string]any {
		return r.body["resource"].(map[string]any)["message"].(map[string]any)
	}
	assert.Len(t, message(update(h, ``))["attachments"], 1,
		"the old picture stays beside the new one")
	h = clicks(t, b, w, "bob", id, "go")
	assert.Empty(t, message(update(h, `,"attachments":[{"id":"0"}]`))["attachments"],
		"unless attachments says otherwise")
}

func TestComponentsV2CannotBeUndone(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	old := b.do("POST", mad, `{"content":"x"}`)
	at := mad + "/" + old.body["id"].(string)
	assert.Equal(t, 50035, b.do("PATCH", at, v2Open+`[`+text+`]}`).code(),
		"the content must go")
	up := b.do("PATCH", at, v2Open+`[`+text+`],"content":null,"embeds":[]}`)
	require.Equal(t, 200, up.status, "%v", up.body)
	assert.Equal(t, 50035, b.do("PATCH", at, `{"content":"x"}`).code())
	down := b.do("PATCH", at, `{"flags":0,"components":[`+text+`]}`)
	require.Equal(t, 200, down.status, "%v", down.body)
	assert.EqualValues(t, 32768, down.body["flags"])
}

// TestUpdatesOfComponentsV2: an update in response to a click follows the rules of edits.
func TestUpdatesOfComponentsV2(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(withButton).status)
	id := h.must().Message.ID
	go3 := rows(`{"type":2,"style":1,"label":"Go","custom_id":"go"}`)
	h = clicks(t, b, w, "bob", id, "go")
	refused := h.callback(`{"type":7,"data":{"flags":32768,"components":` + go3 + `}}`)
	assert.Equal(t, 50035, refused.code(), "the content must go: %v", refused.body)
	raised := h.callback(`{"type":7,"data":{"flags":32768,"content":"","components":` + go3 + `}}`)
	require.Equal(t, 200, raised.status, "%v", raised.body)
	h.must()

	h = clicks(t, b, w, "bob", id, "go")
	for name, body := range map[string]string{
		"content": `{"content":"x"}`,
		"embeds":  `{"embeds":[{"title":"t"}]}`,
		"without its flag, a picture not sent": `{"components":[{"type":12,"items":[{"media":
			{"url":"attachment://a.png"}}]}]}`,
		"two ids": `{"components":[{"type":1,"components":[` + button + `,` + button + `]}]}`,
		"nothing": `{"flags":32768,"components":[{"type":1,"components":[]}]}`,
	} {
		assert.Equal(t, 50035, h.callback(`{"type":7,"data":`+body+`}`).code(), name)
	}
	done := h.callback(`{"type":7,"data":{"flags":0,"components":[` + text + `]}}`)
	require.Equal(t, 200, done.status, "%v", done.body)
	message := done.body["resource"].(map[string]any)["message"].(map[string]any)
	assert.EqualValues(t, 32768, message["flags"], "for good")
}

func TestShownFilesHaveNameAndSize(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	got := b.do("POST", mad, "", withFiles(t,
		v2Open+`[{"type":13,"file":{"url":"attachment://match.txt"}}]}`,
		file{"files[0]", "match.txt", "a record"}))
	require.Equal(t, 200, got.status, "%v", got.body)
	shown := got.body["components"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"match.txt", 8.0}, []any{shown["name"], shown["size"]})
	assert.Empty(t, got.body["attachments"])
}

func TestEditsChangeFlagsAsDiscords(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	made := b.do("POST", mad, `{"content":"x","flags":4096}`)
	at := mad + "/" + made.body["id"].(string)
	flags := func(body string) any {
		got := b.do("PATCH", at, body)
		require.Equal(t, 200, got.status, "%v", got.body)
		return got.body["flags"]
	}
	assert.EqualValues(t, 4096, flags(`{"flags":64}`), "what cannot be changed is ignored")
	assert.EqualValues(t, 4096|4, flags(`{"flags":4}`))
	assert.EqualValues(t, 4096|4, flags(`{"content":"y"}`))
	assert.EqualValues(t, 4096, flags(`{"flags":0}`))
}

func TestEnforcedNonce(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Now: c.now})
	send := func(body string) any { return b.do("POST", mad, body).body["id"] }
	first := send(`{"content":"x","nonce":"n","enforce_nonce":true}`)
	assert.Equal(t, first, send(`{"content":"y","nonce":"n","enforce_nonce":true}`))
	assert.NotEqual(t, first, send(`{"content":"y","nonce":"n"}`))
	assert.Equal(t, first, send(`{"content":"y","nonce":"n","enforce_nonce":true}`),
		"the oldest that has it")
	c.advance(10 * time.Minute)
	later := send(`{"content":"y","nonce":"n","enforce_nonce":true}`)
	assert.NotEqual(t, first, later)
	assert.Equal(t, later, send(`{"content":"y","nonce":"n","enforce_nonce":true}`))
}

func TestOldMessagesAreEditedSlowly(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Now: c.now})
	at := mad + "/" + b.do("POST", mad, `{"content":"x"}`).body["id"].(string)
	edit := func() int { return b.do("PATCH", at, `{"content":"y"}`).code() }
	for range 10 {
		require.Equal(t, -1, edit(), "a young message may be edited")
	}
	c.advance(61 * time.Minute)
	for range 3 {
		require.Equal(t, -1, edit())
	}
	refused := b.do("PATCH", at, `{"content":"y"}`)
	assert.Equal(t, []int{429, 30046}, []int{refused.status, refused.code()})
	assert.Positive(t, refused.body["retry_after"], "as every refusal for haste says")
	assert.Equal(t, "6", refused.header.Get("Retry-After"))
	c.advance(7 * time.Second)
	assert.Equal(t, -1, edit())
}

func TestEmojis(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	const at = "/applications/1000000000000000031/emojis"
	made := b.do("POST", at, `{"name":"ship_111","image":"data:image/png;base64,iVBORw0KGgo="}`)
	require.Equal(t, 201, made.status, "%v", made.body)
	id := made.body["id"].(string)
	assert.Equal(t, 50035,
		b.do("POST", at, `{"name":"ship_111","image":"data:image/png;base64,iVBORw0KGgo="}`).code())
	assert.Len(t, b.do("GET", at, "").body["items"], 1)
	button := `{"type":2,"style":1,"custom_id":"b","emoji":{"id":"` + id + `","name":"ship_111"}}`
	onButton := `{"components":` + rows(button) + `}`
	assert.Equal(t, 200, b.do("POST", mad, onButton).status)
	nameless := strings.ReplaceAll(onButton, `"ship_111"`, `"else"`)
	shown := b.do("POST", mad, nameless).body["components"].([]any)[0].(map[string]any)
	emoji := shown["components"].([]any)[0].(map[string]any)["emoji"].(map[string]any)
	assert.Equal(t, "ship_111", emoji["name"], "whatever the bot calls it")
	data, header := load(t, b.url+"/cdn/emojis/"+id+".png")
	assert.Equal(t, "\x89PNG\r\n\x1a\n", data)
	assert.Equal(t, "image/png", header.Get("Content-Type"))
	assert.Equal(t, 204, b.do("DELETE", at+"/"+id, "").status)
	assert.Equal(t, 50035, b.do("POST", mad, onButton).code(), "and then it cannot be shown")
}
