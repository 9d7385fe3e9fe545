package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/emoji"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// faulty is a Discord with one interaction and one channel, in which one kind of call fails once.
type faulty struct {
	at, how string // the kind of call and of failure; with another part, the call takes effect

	called    chan struct{} // closed when the interaction is first answered or deferred
	answering sync.Once

	mu       sync.Mutex
	failed   bool
	answered bool
	missing  bool              // the first answer was lost
	original string            // the first answer, or the message whose control was used
	further  []string          // further answers
	boards   map[string]string // ids by nonce
	removed  int
}

// call returns the kind of a request.
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

// unknown are the error codes for things that Discord does not find, by kind of call.
var unknown = map[string]int{"POST callback": 10062, "PATCH original": 10015, "DELETE original": 10015,
	"POST webhook": 10015, "POST channel": 10003, "DELETE channel": 10008, "GET user": 10013,
	"POST user": 10013}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	call := f.call(r)
	if call == "POST callback" {
		f.answering.Do(func() { close(f.called) })
	}
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

// do executes a call.
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
	case "POST user":
		fmt.Fprint(w, `{"id":"6001"}`)
	case "GET application":
		fmt.Fprint(w, `{"id":"9001"}`)
	case "PUT commands":
		fmt.Fprint(w, `[{"id":"1","name":"move"}]`)
	}
}

// lose deletes the first answer.
func (f *faulty) lose() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missing, f.original = true, "nothing"
}

// seen returns what the person sees of the answer.
func (f *faulty) seen() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.answered {
		return "The application did not respond"
	}
	return strings.Join(append([]string{f.original}, f.further...), " + ")
}

// failures are the ways in which a call fails.
var failures = []string{"500", "500, done", "502", "502, done", "reset", "reset, done", "silence",
	"silence, done", "429", "garbage", "401", "404", "500, half done"}

// scene is a faulty Discord with a bot.
type scene struct {
	*faulty
	client  *discord.Client
	catalog *i18n.Catalog
	log     *slog.Logger
}

// errand is something the bot does with a call that may fail; do returns the result.
type errand struct {
	name, call string
	do         func(context.Context, *scene) string
}

// asked is an interaction, and the kind of the handler's reply.
type asked struct {
	with discordgo.InteractionType // a component is on a private message
	kind dispatch.ReplyKind
	late bool // the reply is deferred
	// inline is described at Component.
	inline bool
}

// answer lets a dispatcher handle the interaction, and returns what the person sees.
func (a asked) answer(ctx context.Context, s *scene) string {
	s.original = "the card"
	run := func(context.Context, *dispatch.Call) (dispatch.Reply, error) {
		if a.late {
			<-s.called
		}
		return dispatch.Reply{Kind: a.kind, Message: ui.Message{Text: "hello"}}, nil
	}
	in := &discord.Interaction{ID: "12", ApplicationID: "11", Token: answerToken, Type: a.with}
	if a.with == discordgo.InteractionMessageComponent {
		in.Data.CustomID, in.Message.Flags = "probe:::", discordgo.MessageFlagsEphemeral
	} else {
		in.Data.Name = "probe"
	}
	d := dispatch.New([]dispatch.Command{{Spec: discordgo.ApplicationCommand{Name: "probe"}, Run: run}},
		dispatch.Controls{"probe": {Run: run, Inline: a.inline}},
		dispatch.Deps{Out: s.client, Catalog: s.catalog, People: &show.Names{}, Readers: untranslated{}, Links: &ui.Links{},
			Emojis: &emoji.Set{}, Log: s.log})
	d.Start(ctx, in)
	d.Drain(time.Hour)
	return s.seen()
}

func errands() []errand {
	const command, control = discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent
	return []errand{
		{"answer", "POST callback", asked{with: command}.answer},
		{"change of a card", "POST callback", asked{with: control, kind: dispatch.Update}.answer},
		{"silence", "POST callback", asked{with: command, kind: dispatch.Silence}.answer},
		{"suggestions", "POST callback", asked{with: discordgo.InteractionApplicationCommandAutocomplete}.answer},
		{"deferral", "POST callback", asked{with: command, late: true}.answer},
		{"deferred answer", "PATCH original", asked{with: command, late: true}.answer},
		{"deferred silence", "DELETE original",
			asked{with: command, kind: dispatch.Silence, late: true}.answer},
		{"deferral of a change", "POST callback",
			asked{with: control, kind: dispatch.Update, late: true, inline: true}.answer},
		{"deferred change of a card", "PATCH original",
			asked{with: control, kind: dispatch.Update, late: true, inline: true}.answer},
		{"deferred answer beside a card", "POST webhook",
			asked{with: control, late: true, inline: true}.answer},
		{"board", "POST channel", postBoard},
		{"old board", "DELETE channel", removeBoard},
		{"notice", "POST channel", sendsNotice(false)},
		{"direct message", "POST channel", sendsNotice(true)},
		{"direct message, opened", "POST user", sendsNotice(true)},
		{"name", "GET user", func(ctx context.Context, s *scene) string {
			return show.NewNames(s.client, time.Second).Name(ctx, s.catalog.Printer("en"), "", alice)
		}},
		{"commands", "PUT commands", registers},
		{"commands, first", "GET application", registers},
	}
}

// said is a source of Messages with a fixed text.
type said struct {
	show.Messages
	text string
}

func (s said) BoardMessage(context.Context, play.Match, ...match.Event) ui.Message {
	return ui.Message{Text: s.text}
}

func (s said) Notice(play.Notice) ui.Message { return ui.Message{Text: s.text} }

func postBoard(ctx context.Context, s *scene) string {
	post, err := show.NewNotifier(said{text: "board"}, s.client, &ui.Links{}).Announce(ctx, play.Announcement{
		Match: play.Match{Match: match.Match{ID: "m1"},
			Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}, Serial: 1}}})
	switch {
	case errors.Is(err, play.ErrGone):
		return "the channel is gone"
	case err != nil || post.Message == "": // Discord sent no answer, so the post is left alone
		return fmt.Sprintf("later; %d boards", len(s.boards))
	}
	return fmt.Sprintf("%d board, %s", len(s.boards), post.Message)
}

// sendsNotice sends a notice as the worker does, and returns the result.
func sendsNotice(direct bool) func(context.Context, *scene) string {
	return func(ctx context.Context, s *scene) string {
		n := play.Notice{To: play.Player{ID: bob}, Direct: direct, Key: "m1-o1"}
		n.Match.Venue.Channel = channelID
		post, err := show.NewNotifier(said{text: "your turn"}, s.client, &ui.Links{}).Notify(ctx, n)
		switch {
		case errors.Is(err, play.ErrGone), errors.Is(err, play.ErrClosed):
			return "refused"
		case err != nil:
			return fmt.Sprintf("later; %d notices", len(s.boards))
		case post.Message == "":
			return fmt.Sprintf("sent, and not removed; %d notices", len(s.boards))
		}
		return fmt.Sprintf("%d notice, %s", len(s.boards), post.Message)
	}
}

func removeBoard(ctx context.Context, s *scene) string {
	err := show.NewNotifier(nil, s.client, nil).Retire(ctx, play.Post{Channel: channelID, Message: "70"})
	if err != nil {
		return "later"
	}
	return "removed"
}

func registers(ctx context.Context, s *scene) string {
	_, err := s.client.RegisterCommands(ctx, "", nil)
	switch {
	case errors.Is(err, discord.ErrToken):
		return "the bot ends"
	case err != nil:
		return "later"
	}
	return "registered"
}

// run does e with a Discord that fails as how says.
func (e errand) run(t *testing.T, catalog *i18n.Catalog, how string) string {
	f := &faulty{at: e.call, how: how, called: make(chan struct{}), boards: map[string]string{}}
	lines := make(pipes)
	web := &http.Server{Handler: f, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	go func() { _ = web.Serve(lines) }()
	defer func() { assert.NoError(t, web.Close()) }()
	client, err := discord.NewClient(testToken, discord.Address{Base: "http://localhost", Dial: lines.dial})
	if !assert.NoError(t, err) {
		return ""
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return e.do(ctx, &scene{f, client, catalog, slog.New(slog.NewTextHandler(t.Output(), nil))})
}

// pipes is a net.Listener within the process, whose connections take no time.
type pipes chan net.Conn

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	p <- there
	return here, nil
}
