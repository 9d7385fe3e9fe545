package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// rewrite redirects every request to the sandbox, like the bot does. The Host header stays.
type rewrite struct{ to *url.URL }

func (r rewrite) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.URL.Scheme, req.URL.Host = r.to.Scheme, r.to.Host
	return http.DefaultTransport.RoundTrip(req)
}

// bench is a server and what tests need with it.
type bench struct {
	*sandbox.Server
	t    *testing.T
	url  string
	host *url.URL
}

// start serves a sandbox until the test ends. Unless the test sets a deadline, the bot may take long to respond.
func start(t *testing.T, s *sandbox.Server) *bench {
	t.Helper()
	if s.Deadline == 0 && s.Now == nil {
		s.Deadline = patience
	}
	if s.Log == nil {
		s.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	require.NoError(t, s.Open())
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		web.Close()
	})
	at, err := url.Parse(web.URL)
	require.NoError(t, err)
	return &bench{s, t, web.URL, at}
}

// patience bounds every wait in the tests.
const patience = 3 * time.Minute

// within returns a context for a step that must not hang.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func (b *bench) connect(handlers ...any) *discordgo.Session {
	b.t.Helper()
	s := b.session(sandbox.DefaultToken)
	for _, h := range handlers {
		s.AddHandler(h)
	}
	require.NoError(b.t, s.Open())
	b.t.Cleanup(func() { s.Close() })
	require.NoError(b.t, b.AwaitBot(within(b.t)))
	return s
}

func (b *bench) session(token string) *discordgo.Session {
	b.t.Helper()
	s, err := discordgo.New("Bot " + token)
	require.NoError(b.t, err)
	s.Client = &http.Client{Transport: rewrite{b.host}, Timeout: patience}
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.StateEnabled = false
	s.Identify.Intents = discordgo.IntentsNone
	return s
}

// reply is the response to a raw call.
type reply struct {
	status int
	body   map[string]any // if it is an object
	list   []any          // if it is an array
	header http.Header
}

// code returns Discord's code, or -1.
func (r reply) code() int {
	n, ok := r.body["code"].(float64)
	if !ok {
		return -1
	}
	return int(n)
}

// leaves returns the codes in the tree of a 50035 as "path: CODE".
func (r reply) leaves() []string {
	var out []string
	var visit func(at string, v any)
	visit = func(at string, v any) {
		node, _ := v.(map[string]any)
		for key, child := range node {
			if key != "_errors" {
				visit(strings.TrimPrefix(at+"."+key, "."), child)
				continue
			}
			for _, one := range child.([]any) {
				out = append(out, at+": "+one.(map[string]any)["code"].(string))
			}
		}
	}
	visit("", r.body["errors"])
	return out
}

// do makes a raw REST call as the bot, below /api/v10 unless the path has a version.
func (b *bench) do(method, path, body string, edit ...func(*http.Request)) reply {
	b.t.Helper()
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/v10" + path
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path,
		strings.NewReader(body))
	require.NoError(b.t, err)
	req.Header.Set("Authorization", "Bot "+sandbox.DefaultToken)
	req.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, e := range edit {
		e(req)
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	require.NoError(b.t, err)
	out := reply{status: resp.StatusCode, header: resp.Header}
	switch {
	case bytes.HasPrefix(data, []byte("{")):
		err = json.Unmarshal(data, &out.body)
	case bytes.HasPrefix(data, []byte("[")):
		err = json.Unmarshal(data, &out.list)
	}
	require.NoError(b.t, err, string(data))
	return out
}

// file is a part of a multipart body.
type file struct{ part, name, data string }

func withFiles(t *testing.T, payload string, files ...file) func(*http.Request) {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	require.NoError(t, w.WriteField("payload_json", payload))
	for _, f := range files {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name="` + f.part + `"; filename="` + f.name + `"`}})
		require.NoError(t, err)
		_, err = io.WriteString(part, f.data)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(&buf), int64(buf.Len())
		r.Header.Set("Content-Type", w.FormDataContentType())
	}
}
