package sandbox_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

type webBot struct {
	*bench
	web     *httptest.Server
	answer  http.HandlerFunc // handles an interaction; it may read the body
	careful atomic.Bool      // refuse bad signatures
	refused atomic.Int32     // how many it refused
	pings   atomic.Int32
}

// ServeHTTP does what Discord requires of an endpoint. discordgo verifies the signature.
func (w *webBot) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	key, err := hex.DecodeString(w.PublicKey())
	assert.NoError(w.t, err)
	good := discordgo.VerifyInteraction(r, ed25519.PublicKey(key))
	if !good && w.careful.Load() {
		w.refused.Add(1)
		out.WriteHeader(http.StatusUnauthorized)
		return
	}
	body, err := io.ReadAll(r.Body)
	assert.NoError(w.t, err)
	var e event
	assert.NoError(w.t, json.Unmarshal(body, &e))
	if e.Type == 1 {
		w.pings.Add(1)
		reply200(out, `{"type":1}`)
		return
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	w.answer(out, r)
}

func reply200(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = io.WriteString(w, body)
}

// endpoint serves a sandbox and a bot with an endpoint that responds with answer.
func endpoint(t *testing.T, s *sandbox.Server, answer http.HandlerFunc) *webBot {
	t.Helper()
	w := &webBot{answer: answer}
	w.careful.Store(true)
	w.web = httptest.NewServer(w)
	t.Cleanup(w.web.Close)
	s.Endpoint = w.web.URL + "/interactions"
	w.bench = start(t, s)
	require.Equal(t, 200, w.do("PUT", commands, `[{"name":"ask","description":"d","options":[{"type":3,
		"name":"turn","description":"d","autocomplete":true}]}]`).status)
	return w
}

// asks uses /ask as Alice.
func (w *webBot) asks() (sandbox.Answer, error) {
	return w.Actor("alice").Command(within(w.t), sandbox.MadID, "ask")
}

// answers responds to every interaction with status 200 and JSON.
func answers(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { reply200(w, body) }
}

// TestEndpoint_Request: an interaction arrives in Discord's form.
func TestEndpoint_Request(t *testing.T) {
	t.Parallel()
	begun, got := time.Now(), make(chan *http.Request, 1)
	w := endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
		got <- r
		reply200(out, withButton)
	})
	require.NoError(t, w.AwaitBot(within(t)))
	assert.Positive(t, w.refused.Load(), "bad signatures were tried")
	assert.EqualValues(t, 1, w.pings.Load())
	answer, err := w.asks()
	require.NoError(t, err)
	require.NotNil(t, answer.Message)
	assert.Equal(t, "hello", answer.Message.Content)
	r := <-got
	assert.Equal(t, http.MethodPost, r.Method)
	assert.Equal(t, "/interactions", r.URL.Path)
	assert.Equal(t, "application/json", r.Header.Get("Content-Type"))
	assert.Equal(t, "Discord-Interactions/1.0 (+https://discord.com)", r.UserAgent())
	stamp, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	require.NoError(t, err)
	assert.LessOrEqual(t, stamp, time.Now().Unix())
	assert.LessOrEqual(t, begun.Unix(), stamp)
	var in struct {
		ID, Token string
		Type      discordgo.InteractionType
		Member    struct{ User sandbox.User }
		Data      struct{ Name string }
	}
	require.NoError(t, json.NewDecoder(r.Body).Decode(&in))
	assert.Equal(t, discordgo.InteractionApplicationCommand, in.Type)
	assert.Equal(t, "ask", in.Data.Name)
	assert.Equal(t, "alice", in.Member.User.Username)

	_, err = w.Actor("alice").Click(within(t), answer.Message.ID, "go")
	require.NoError(t, err)
	w.Again()
	first, second := <-got, <-got
	assert.Equal(t, first.ContentLength, second.ContentLength, "the same once more")
}

// TestEndpoint_Files: the bot can load the URLs of files.
func TestEndpoint_Files(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 9)
	w := endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		bodies <- string(body)
		reply200(out, `{"type":6}`)
	})
	require.Equal(t, 200, w.do("POST", mad, "", withFiles(t, `{"content":"look","components":`+
		rows(`{"type":2,"style":1,"label":"Go","custom_id":"go"}`)+`}`, file{"files[0]", "board.png", picture(t)})).status)
	alice := w.Actor("alice")
	_, err := alice.Click(within(t), alice.Messages(sandbox.MadID)[0].ID, "go")
	require.NoError(t, err)
	assert.Contains(t, <-bodies, `"url":"`+w.url+`/cdn/`)
}

// TestEndpoint_Callback: after status 202 without a body the callback counts, whether it came before or after.
func TestEndpoint_Callback(t *testing.T) {
	t.Parallel()
	var w *webBot
	later := make(chan string, 1)
	w = endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
		var e event
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&e))
		path := "/interactions/" + e.ID + "/" + e.Token + "/callback"
		if e.Type == discordgo.InteractionApplicationCommand {
			assert.Equal(t, 204, w.do("POST", path, withButton).status)
		} else {
			later <- path
		}
		out.WriteHeader(http.StatusAccepted)
	})
	answer, err := w.asks()
	require.NoError(t, err)
	clicked := make(chan error, 1)
	go func() {
		_, err := w.Actor("alice").Click(within(t), answer.Message.ID, "go")
		clicked <- err
	}()
	assert.Equal(t, 204, w.do("POST", <-later, `{"type":6}`).status)
	require.NoError(t, <-clicked)
	assert.Empty(t, w.Unhandled())
}

// TestEndpoint_Response: the HTTP response can take the place of a callback.
func TestEndpoint_Response(t *testing.T) {
	t.Parallel()
	var answer atomic.Value
	token := make(chan string, 9)
	w := endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
		var e event
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&e))
		token <- e.Token
		reply200(out, answer.Load().(string))
	})
	alice := w.Actor("alice")
	answer.Store(`{"type":5,"data":{"flags":64}}`)
	got, err := w.asks()
	require.NoError(t, err)
	assert.True(t, got.Message.Thinking)
	path := "/webhooks/1000000000000000031/" + <-token + "/messages/@original"
	assert.Equal(t, 200, w.do("PATCH", path, `{"content":"thought"}`).status)
	_, err = alice.AwaitMessage(within(t), sandbox.MadID, func(m sandbox.Message) bool { return m.Content == "thought" })
	require.NoError(t, err)

	answer.Store(`{"type":8,"data":{"choices":[{"name":"one","value":"1"}]}}`)
	choices, err := alice.Autocomplete(within(t), sandbox.MadID, "ask", "turn")
	require.NoError(t, err)
	assert.Len(t, choices, 1)

	answer.Store(`{"type":9,"data":{"custom_id":"f","title":"T","components":` +
		rows(`{"type":4,"style":1,"label":"l","custom_id":"x"}`) + `}}`)
	opened, err := w.asks()
	require.NoError(t, err)
	assert.Equal(t, "T", opened.Modal.Title)
	assert.Empty(t, w.Unhandled())
}

// TestEndpoint_ResponseWithFile: a multipart response can have files.
func TestEndpoint_ResponseWithFile(t *testing.T) {
	t.Parallel()
	w := endpoint(t, &sandbox.Server{}, func(out http.ResponseWriter, r *http.Request) {
		withFiles(t, `{"type":4,"data":{"attachments":[{"id":0,"description":"a board"}]}}`,
			file{"files[0]", "board.png", picture(t)})(r)
		out.Header().Set("Content-Type", r.Header.Get("Content-Type"))
		_, err := io.Copy(out, r.Body)
		assert.NoError(t, err)
	})
	answer, err := w.asks()
	require.NoError(t, err)
	require.Len(t, answer.Message.Attachments, 1)
	assert.Equal(t, "a board", answer.Message.Attachments[0].Description)
}

// TestEndpoint_Wrong: an invalid response fails the interaction immediately, and is reported.
func TestEndpoint_Wrong(t *testing.T) {
	t.Parallel()
	plain := func(status int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"text":              {plain(200, "text/plain", withButton), "Content-Type"},
		"no type":           {plain(200, "", withButton), "Content-Type"},
		"not JSON":          {answers(`{`), "50109"},
		"empty":             {answers(``), "BASE_TYPE_REQUIRED"},
		"a pong":            {answers(`{"type":1}`), "BASE_TYPE_CHOICES"},
		"unknown type":      {answers(`{"type":99}`), "BASE_TYPE_CHOICES"},
		"does not fit":      {answers(`{"type":6}`), "BASE_TYPE_CHOICES"},
		"empty message":     {answers(`{"type":4,"data":{}}`), "50006"},
		"bad parts":         {plain(200, "multipart/form-data; boundary=x", "--x\r\ny"), "Invalid multipart body"},
		"202 with a body":   {plain(202, "application/json", withButton), "status 202 with"},
		"204":               {plain(204, "application/json", ""), "status 204"},
		"201":               {plain(201, "application/json", withButton), "status 201"},
		"elsewhere":         {http.RedirectHandler("/interactions", http.StatusTemporaryRedirect).ServeHTTP, "status 307"},
		"refuses Discord":   {plain(401, "text/plain", "bad signature"), "status 401"},
		"does not know it":  {plain(404, "text/plain", "not found"), "status 404"},
		"too many requests": {plain(429, "text/plain", ""), "status 429"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := endpoint(t, &sandbox.Server{}, c.answer)
			require.NoError(t, w.AwaitBot(within(t)))
			_, err := w.asks()
			require.ErrorIs(t, err, sandbox.ErrNoAnswer)
			require.Len(t, w.Unhandled(), 1)
			assert.Regexp(t, "answer to an interaction: wrong answer", w.Unhandled()[0])
			assert.Contains(t, w.Unhandled()[0], c.want)
		})
	}
}
