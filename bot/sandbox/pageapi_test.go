package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// page makes a call of the page as a person and decodes the response.
func (b *bench) page(person sandbox.Snowflake, method, path, body string, into any) int {
	b.t.Helper()
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method,
		b.url+"/sandbox"+path+sep+"as="+person.String(), strings.NewReader(body))
	require.NoError(b.t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(b.t, err)
	if into != nil {
		require.NoError(b.t, json.Unmarshal(data, into), string(data))
	}
	return resp.StatusCode
}

// events returns a person's stream of events as "name data".
func (b *bench) events(person sandbox.Snowflake) <-chan string {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	req, err := http.NewRequestWithContext(ctx, "GET", b.url+"/sandbox/events?as="+person.String(),
		nil)
	require.NoError(b.t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	require.Equal(b.t, "text/event-stream", resp.Header.Get("Content-Type"))
	out, ended := make(chan string, 100), make(chan struct{})
	b.t.Cleanup(func() { cancel(); <-ended; resp.Body.Close() })
	go func() {
		defer close(ended)
		defer close(out)
		lines, name := bufio.NewScanner(resp.Body), ""
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = text
			}
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				out <- name + " " + text
			}
		}
	}()
	require.Equal(b.t, "ping {}", await(b.t, out))
	return out
}

func await(t *testing.T, events <-chan string) string {
	t.Helper()
	select {
	case e := <-events:
		return e
	case <-within(t).Done():
		t.Fatal("no event")
	}
	return ""
}

func TestPageState(t *testing.T) {
	t.Parallel()
	b, _ := ask(t, &sandbox.Server{})
	require.Equal(t, 501, b.do("GET", "/voice/regions", "").status)
	require.Equal(t, 200, b.do("POST", mad, `{"content":"<@1000000000000000022>"}`).status)
	var s struct {
		Me     sandbox.User
		People []sandbox.User
		Bot    struct {
			User   sandbox.User
			Online bool
		}
		Guild      struct{ Name string }
		Channels   []map[string]any
		Commands   []sandbox.Command
		CanRestart bool `json:"can_restart"`
		Unhandled  []string
	}
	require.Equal(t, 200, b.page(sandbox.BobID, "GET", "/state", "", &s))
	assert.Equal(t, "bob", s.Me.Username)
	assert.Len(t, s.People, 3)
	assert.True(t, s.Bot.Online)
	assert.Equal(t, "Sandbox", s.Guild.Name)
	require.Len(t, s.Channels, 8)
	here := s.Channels[1]
	assert.Equal(t, []any{"mad", 1.0, 1.0, true},
		[]any{here["name"], here["unread"], here["mentions"], here["bot_can_write"]})
	assert.Equal(t, false, s.Channels[2]["bot_can_write"])
	assert.Equal(t, []any{"games", 15.0, []any{}}, []any{s.Channels[3]["name"], s.Channels[3]["type"], s.Channels[3]["commands"]})
	assert.Len(t, s.Commands, 6)
	assert.Len(t, here["commands"], 5, "without the one for the owner")
	assert.False(t, s.CanRestart)
	assert.Equal(t, []string{"GET /api/v10/voice/regions"}, s.Unhandled)
	assert.Equal(t, 400, b.page(5, "GET", "/state", "", nil))
	resp, err := http.Get(b.url + "/sandbox/state")
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, 200, resp.StatusCode,
		"a page that does not know who it is gets the first person")
}

func TestPageTalks(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bob := b.events(sandbox.BobID)
	var m sandbox.Message
	require.Equal(t, 200, b.page(sandbox.AliceID, "POST", mad,
		`{"content":"hello <@1000000000000000022>"}`, &m))
	assert.Contains(t, await(t, bob), `message_create {"message":{"id":"`+m.ID.String())
	update := await(t, bob)
	assert.Contains(t, update, "channel_update")
	assert.Contains(t, update, `"unread":1,"mentions":1`)
	require.Equal(t, 200,
		b.page(sandbox.BobID, "POST", "/channels/1000000000000000012/read", `{}`, nil))
	assert.Contains(t, await(t, bob), `"unread":0,"mentions":0`)

	require.Equal(t, 200, b.do("POST", mad, `{"content":"one"}`).status)
	await(t, bob)
	await(t, bob)
	var list []sandbox.Message
	require.Equal(t, 200, b.page(sandbox.BobID, "GET", mad+"?limit=1", "", &list))
	require.Len(t, list, 1)
	assert.Equal(t, "one", list[0].Content)
	last := list[0].ID.String()
	require.Equal(t, 200, b.page(sandbox.BobID, "GET", mad+"?before="+last, "", &list))
	assert.Equal(t, m.ID, list[0].ID)
	require.Equal(t, 200, b.do("PATCH", mad+"/"+last, `{"content":"two"}`).status)
	assert.Contains(t, await(t, bob), "message_update")
	require.Equal(t, 204, b.do("DELETE", mad+"/"+last, "").status)
	assert.Equal(t, `message_delete {"channel_id":"1000000000000000012","id":"`+last+`"}`,
		await(t, bob))
	await(t, bob)

	var dm map[string]any
	require.Equal(t, 200,
		b.page(sandbox.BobID, "POST", "/dms", `{"recipient_id":"1000000000000000031"}`, &dm))
	assert.EqualValues(t, 1, dm["type"])
	assert.Contains(t, await(t, bob), "channel_update")
	assert.Equal(t, 400,
		b.page(sandbox.AliceID, "GET", "/channels/"+dm["id"].(string)+"/messages", "", nil),
		"it is Bob's")
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"c","description":"d"}]`).status)
	assert.Contains(t, await(t, bob), "commands ")
	w := b.identified("0")
	assert.Equal(t, `bot {"online":true}`, await(t, bob))
	w.ws.Close()
	assert.Equal(t, `bot {"online":false}`, await(t, bob))
	b.do("GET", "/voice/regions", "")
	assert.Equal(t, `unhandled {"text":"GET /api/v10/voice/regions"}`, await(t, bob))
}

func TestPageInteracts(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	id := b.Commands()[0].ID.String()
	carol := b.events(sandbox.CarolID)
	type result struct {
		Status, Error string
		MessageID     sandbox.Snowflake `json:"message_id"`
		Choices       []sandbox.Choice
		Modal         struct {
			sandbox.Modal
			InteractionID sandbox.Snowflake `json:"interaction_id"`
		}
		code int
	}
	begin := func(body string) (*happening, func() result) {
		got := make(chan result, 1)
		h := b.act(w, func() (sandbox.Answer, error) {
			var r result
			r.code = b.page(sandbox.AliceID, "POST", "/interactions", body, &r)
			got <- r
			return sandbox.Answer{}, nil
		})
		return h, func() result { return <-got }
	}
	in := func(kind int, rest string) string {
		return fmt.Sprintf(`{"type":%d,"channel_id":"1000000000000000012",%s}`, kind, rest)
	}
	command := func(options string) string {
		return in(2, `"command_id":"`+id+`","locale":"de","options":`+options)
	}
	h, end := begin(command(`[{"name":"n","value":2}]`))
	assert.Equal(t, "de", h.Raw["locale"])
	button := rows(`{"type":2,"style":1,"label":"b","custom_id":"go"}`)
	shown := h.callback(`{"type":4,"data":{"content":"hi","flags":64,"components":` + button + `}}`)
	require.Equal(t, 200, shown.status)
	r := end()
	require.Equal(t, "answered", r.Status)
	var listed []sandbox.Message
	b.page(sandbox.AliceID, "GET", "/channels/1000000000000000012/messages", "", &listed)
	assert.Len(t, listed, 1)
	b.page(sandbox.CarolID, "GET", "/channels/1000000000000000012/messages", "", &listed)
	assert.Empty(t, listed, "a private message is listed to nobody else")
	_, err := b.Actor("bob").Say(sandbox.MadID, "public")
	require.NoError(t, err)
	assert.Contains(t, await(t, carol), `"public"`, "nor told to them")

	h, end = begin(in(3, `"message_id":"`+r.MessageID.String()+`","custom_id":"go"`))
	input := rows(`{"type":4,"style":1,"label":"l","custom_id":"i"}`)
	form := h.callback(`{"type":9,"data":{"custom_id":"m","title":"t","components":` + input + `}}`)
	require.Equal(t, 200, form.status)
	r2 := end()
	require.Equal(t, "m", r2.Modal.CustomID)
	h, end = begin(in(5, `"custom_id":"m","interaction_id":"`+r2.Modal.InteractionID.String()+
		`","components":[{"custom_id":"i","value":"v"}]`))
	require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"changed"}}`).status,
		"the modal came from a button")
	assert.Equal(t, r.MessageID, end().MessageID)

	h, end = begin(in(4, `"command_id":"`+id+
		`","options":[{"name":"turn","value":"2","focused":true}]`))
	require.Equal(t, 200,
		h.callback(`{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`).status)
	assert.Equal(t, []sandbox.Choice{{Name: "n", Value: "v"}}, end().Choices)

	var refused result
	ask := func(body string) int {
		return b.page(sandbox.AliceID, "POST", "/interactions", body, &refused)
	}
	assert.Equal(t, 400, ask(command(`[{"name":"n","value":9}]`)))
	assert.Equal(t, "n: at most 5.", refused.Error)
	assert.Equal(t, 400, ask(`{`))
	dismiss := "/messages/" + r.MessageID.String() + "/dismiss"
	assert.Equal(t, 200, b.page(sandbox.AliceID, "POST", dismiss, `{}`, nil))
	assert.Equal(t, 400, b.page(sandbox.AliceID, "POST", dismiss, `{}`, nil))

	w.ws.Close()
	require.NoError(t, b.AwaitNoBot(within(t)))
	require.Equal(t, 200, ask(command(`[]`)))
	assert.Equal(t, []string{"failed", "The application did not respond"},
		[]string{refused.Status, refused.Error})
}

func TestPageRestartsTheBot(t *testing.T) {
	t.Parallel()
	restarts := []error{nil, errors.New("it does not start")}
	b := start(t, &sandbox.Server{Restart: func(context.Context) error {
		err := restarts[0]
		restarts = restarts[1:]
		return err
	}})
	var out map[string]any
	require.Equal(t, 200, b.page(sandbox.AliceID, "POST", "/restart", `{}`, &out))
	assert.Equal(t, map[string]any{"ok": true}, out)
	require.Equal(t, 500, b.page(sandbox.AliceID, "POST", "/restart", `{}`, &out))
	assert.Equal(t, "it does not start", out["error"])
	assert.Equal(t, 400,
		start(t, &sandbox.Server{}).page(sandbox.AliceID, "POST", "/restart", `{}`, nil))
}

func TestPageKeepsOtherSitesOut(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	req, err := http.NewRequestWithContext(t.Context(), "POST", b.url+"/sandbox/restart",
		strings.NewReader(`{}`))
	require.NoError(t, err)
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, http.StatusForbidden, resp.StatusCode)
	page, header := load(t, b.url+"/")
	assert.Contains(t, page, "<!doctype html>")
	assert.Contains(t, header.Get("Content-Security-Policy"), "default-src 'self'")
}
