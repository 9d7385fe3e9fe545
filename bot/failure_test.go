package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
)

// faulty is a Discord of one interaction and one channel that fails once, at one kind of call.
type faulty struct {
	at, how string // the kind of call, and how it fails; one more part says that it is done all the same

	mu       sync.Mutex
	failed   bool
	answered bool
	missing  bool              // the first answer, though there was one
	original string            // the first answer, or the message whose control was used
	further  []string          // further answers
	boards   map[string]string // ids by nonce
	removed  int
}

// call is the kind of a request.
func (f *faulty) call(r *http.Request) string {
	for _, known := range [][2]string{{"/callback", "callback"}, {"/@original", "original"},
		{"/webhooks/", "webhook"}, {"/users/", "user"}, {"/commands", "commands"},
		{"/applications/@me", "application"}, {"/channels/", "channel"}} {
		if strings.Contains(r.URL.Path, known[0]) {
			return r.Method + " " + known[1]
		}
	}
	return r.URL.Path
}

// unknown are the codes with which Discord does not find what a call is about.
var unknown = map[string]int{"POST callback": 10062, "PATCH original": 10015, "DELETE original": 10015,
	"POST webhook": 10015, "POST channel": 10003, "DELETE channel": 10008, "GET user": 10013}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	call := f.call(r)
	f.mu.Lock()
	fails := call == f.at && !f.failed
	f.failed = f.failed || fails
	f.mu.Unlock()
	if !fails {
		f.do(w, call, body)
		return
	}
	how, more, _ := strings.Cut(f.how, ", ")
	if more != "" || how == "garbage" {
		f.do(httptest.NewRecorder(), call, body)
	}
	if more == "half done" {
		f.lose()
	}
	switch how {
	case "500":
		w.WriteHeader(500)
	case "502":
		w.WriteHeader(502)
		fmt.Fprint(w, "<html>Bad Gateway</html>")
	case "reset":
		panic(http.ErrAbortHandler)
	case "silence":
		<-r.Context().Done()
	case "429":
		w.Header().Set("Retry-After", "0.3")
		w.WriteHeader(429)
	case "garbage":
		fmt.Fprint(w, "<html>")
	case "401":
		w.WriteHeader(401)
	case "404":
		w.WriteHeader(404)
		fmt.Fprintf(w, `{"code":%d}`, unknown[call])
	}
}

// do carries a call out.
func (f *faulty) do(w http.ResponseWriter, call string, body []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var said struct {
		Type           int
		Content, Nonce string
		Data           struct{ Content string }
	}
	_ = json.Unmarshal(body, &said)
	switch call {
	case "POST callback":
		if f.answered {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"code":40060}`)
			return
		}
		f.answered = true
		switch said.Type {
		case 4, 7:
			f.original = said.Data.Content
		case 5:
			f.original = "thinking"
		case 8:
			f.original = "suggestions"
		}
	case "PATCH original":
		if f.missing {
			w.WriteHeader(404)
			fmt.Fprint(w, `{"code":10008}`)
			return
		}
		f.original = said.Content
	case "DELETE original":
		f.original = "nothing"
	case "POST webhook":
		f.further = append(f.further, said.Content)
	case "POST channel":
		if f.boards[said.Nonce] == "" {
			f.boards[said.Nonce] = fmt.Sprint(70 + len(f.boards))
		}
		fmt.Fprintf(w, `{"id":%q}`, f.boards[said.Nonce])
	case "DELETE channel":
		f.removed++
	case "GET user":
		fmt.Fprint(w, `{"id":"101","username":"alice"}`)
	case "GET application":
		fmt.Fprint(w, `{"id":"9001"}`)
	case "PUT commands":
		fmt.Fprint(w, `[{"id":"1","name":"move"}]`)
	}
}

// lose lets the first answer be missing.
func (f *faulty) lose() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missing, f.original = true, "nothing"
}

// seen is what the person sees of the answer.
func (f *faulty) seen() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.answered {
		return "The application did not respond"
	}
	return strings.Join(append([]string{f.original}, f.further...), " + ")
}

// failures are the ways in which a call fails once.
var failures = []string{"500", "500, done", "502", "502, done", "reset", "reset, done", "silence",
	"silence, done", "429", "garbage", "401", "404", "500, half done"}

// errand is something the bot does with a call that may fail, and returns what comes of it.
type errand struct {
	name, call string
	do         func(context.Context, *faulty, *discord.Client, *response) string
}

// answering returns an errand that answers an interaction.
func answering(name, call string, do func(context.Context, *response)) errand {
	return errand{name, call, func(ctx context.Context, f *faulty, _ *discord.Client, r *response) string {
		f.original = "the card"
		do(ctx, r)
		return f.seen()
	}}
}

// onCard makes the interaction one with a control of a private message.
func onCard(r *response) {
	r.in.Type, r.call.private = discord.ComponentInteraction, true
}

func errands() []errand {
	text := func(kind ReplyKind) payload {
		return payload{kind, discord.Message{Content: "hello"}}
	}
	return []errand{
		answering("answer", "POST callback", func(ctx context.Context, r *response) {
			r.send(ctx, text(Private))
		}),
		answering("change of a card", "POST callback", func(ctx context.Context, r *response) {
			onCard(r)
			r.send(ctx, text(Update))
		}),
		answering("silence", "POST callback", func(ctx context.Context, r *response) {
			r.send(ctx, text(Silence))
		}),
		answering("suggestions", "POST callback", func(ctx context.Context, r *response) {
			r.suggest(ctx, nil)
		}),
		answering("deferral", "POST callback", func(ctx context.Context, r *response) {
			r.postpone(ctx, false)
			r.send(ctx, text(Private))
		}),
		answering("deferred answer", "PATCH original", func(ctx context.Context, r *response) {
			r.postpone(ctx, false)
			r.send(ctx, text(Private))
		}),
		answering("deferred silence", "DELETE original", func(ctx context.Context, r *response) {
			r.postpone(ctx, false)
			r.send(ctx, text(Silence))
		}),
		answering("deferral of a change", "POST callback", func(ctx context.Context, r *response) {
			onCard(r)
			r.postpone(ctx, true)
			r.send(ctx, text(Update))
		}),
		answering("deferred change of a card", "PATCH original", func(ctx context.Context, r *response) {
			onCard(r)
			r.postpone(ctx, true)
			r.send(ctx, text(Update))
		}),
		answering("deferred answer beside a card", "POST webhook",
			func(ctx context.Context, r *response) {
				onCard(r)
				r.postpone(ctx, true)
				r.send(ctx, text(Private))
			}),
		{"board", "POST channel", postBoard},
		{"old board", "DELETE channel", removeBoard},
		{"name", "GET user", func(ctx context.Context, _ *faulty, c *discord.Client, r *response) string {
			return (&people{users: c}).name(ctx, r.call.T, alice)
		}},
		{"commands", "PUT commands", registers},
		{"commands, first", "GET application", registers},
	}
}

func postBoard(ctx context.Context, f *faulty, c *discord.Client, _ *response) string {
	id, err := (&announcer{out: c, links: &links{}}).post(ctx, channelID, Message{Text: "board"}, "m1-1")
	switch {
	case errors.Is(gone(err), play.ErrGone):
		return "the channel is gone"
	case err != nil:
		return fmt.Sprintf("later; %d boards", len(f.boards))
	}
	return fmt.Sprintf("%d board, %s", len(f.boards), id)
}

func removeBoard(ctx context.Context, f *faulty, c *discord.Client, _ *response) string {
	err := (&announcer{out: c}).retire(ctx, play.Post{Channel: channelID, Message: "70"})
	if err != nil {
		return "later"
	}
	return "removed"
}

func registers(ctx context.Context, _ *faulty, c *discord.Client, _ *response) string {
	_, err := c.RegisterCommands(ctx, "", nil)
	switch {
	case errors.Is(err, discord.ErrToken):
		return "the bot ends"
	case err != nil:
		return "later"
	}
	return "registered"
}

// run does e at a Discord that fails as how says.
func (e errand) run(t *testing.T, catalog *i18n.Catalog, how string) string {
	f := &faulty{at: e.call, how: how, boards: map[string]string{}}
	web := httptest.NewUnstartedServer(f)
	web.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	web.Start()
	defer web.Close()
	client, err := discord.NewClient(testToken, web.URL)
	if !assert.NoError(t, err) {
		return ""
	}
	in := &discord.Interaction{ID: "12", ApplicationID: "11", Token: answerToken,
		Type: discord.CommandInteraction}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	r := &response{in: in, out: client, log: log, links: &links{},
		call: newCall(in, catalog.Printer("en"), log)}
	ctx, cancel := context.WithTimeout(t.Context(), sendLimit)
	defer cancel()
	return e.do(ctx, f, client, r)
}

// TestOneFailure: what people see in the end after one failure of each call the bot makes, in each
// way. testdata/failures.txt tells it.
func TestOneFailure(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	var all sync.WaitGroup
	var mu sync.Mutex
	seen := map[string]map[string][]string{}
	for _, e := range errands() {
		seen[e.name] = map[string][]string{}
		for _, how := range failures {
			all.Go(func() {
				what := e.run(t, catalog, how)
				mu.Lock()
				defer mu.Unlock()
				seen[e.name][what] = append(seen[e.name][what], how)
			})
		}
	}
	all.Wait()
	var table strings.Builder
	for _, e := range errands() {
		fmt.Fprintf(&table, "%s (%s)\n", e.name, e.call)
		for _, what := range slices.SortedFunc(maps.Keys(seen[e.name]), func(a, b string) int {
			return cmp.Or(len(seen[e.name][b])-len(seen[e.name][a]), strings.Compare(a, b))
		}) {
			hows := seen[e.name][what]
			slices.SortFunc(hows, func(a, b string) int {
				return slices.Index(failures, a) - slices.Index(failures, b)
			})
			fmt.Fprintf(&table, "  %s: %s\n", what, strings.Join(hows, " | "))
		}
	}
	golden := filepath.Join("testdata", "failures.txt")
	if *updateGolden {
		require.NoError(t, os.WriteFile(golden, []byte(table.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), table.String())
}
