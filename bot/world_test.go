package bot

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/discord"
	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/bot/sandbox"
	"madbot/bot/sandbox/wire"
	"madbot/bot/show"
	"madbot/rules"
	"madbot/rules/match"
)

// world is a bot with matches in memory, connected to a local Discord.
type world struct {
	*sandbox.Server
	t       *testing.T
	bot     *Bot
	service *play.Service
	url     string
	mad     sandbox.Snowflake
	log     *safeBuffer
	done    chan error // the result of Run
	stop    context.CancelFunc

	alice, bob, carol *sandbox.Actor
}

// safeBuffer is a bytes.Buffer for several goroutines.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// patience bounds every wait.
const patience = 3 * time.Minute

// newWorld starts everything; adjust may change the server, and may be nil.
func newWorld(t *testing.T, adjust func(*sandbox.Server)) *world {
	t.Helper()
	s := &sandbox.Server{Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Deadline: patience} // a busy machine may need more than 3 s
	record, err := os.Create(filepath.Join(t.ArtifactDir(), "requests.jsonl"))
	require.NoError(t, err)
	s.Record = record
	if adjust != nil {
		adjust(s)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		assert.Empty(t, s.Unhandled(), "calls that the local Discord does not know")
		require.NoError(t, s.Close())
		web.Close()
		require.NoError(t, record.Close())
	})
	w := &world{Server: s, t: t, url: web.URL, mad: s.Channel("mad"), log: &safeBuffer{},
		alice: s.Actor("alice"), bob: s.Actor("bob"), carol: s.Actor("carol")}
	w.start()
	return w
}

// start starts the bot as the program does.
func (w *world) start() {
	w.t.Helper()
	store, log := playtest.NewMemory(), slog.New(slog.NewTextHandler(w.log, nil))
	store.Clock = time.Now
	var does *worker.Worker
	var made atomic.Int64
	w.service = play.New(play.Deps{
		Store: store, Analyst: firstTurn{}, Now: time.Now,
		NewID: func() match.ID { return match.ID(fmt.Sprintf("m%d", made.Add(1))) },
		Toss:  func() rules.Color { return rules.Red },
		Wake:  func() { does.Wake() },
	})
	var err error
	w.bot, err = New(Deps{Token: sandbox.DefaultToken, Address: discord.Address{Base: w.url}, Service: w.service,
		Renderer: &plainRenderer{}, Log: log})
	require.NoError(w.t, err)
	does = worker.New(worker.Deps{Store: store, Now: time.Now, Log: log, Kinds: []worker.Kind{
		worker.Announce(w.bot, w.bot, log),
		worker.Retire(w.bot, log),
		worker.Robot(firstTurn{}, worker.Manner{}, log),
	}})
	ctx, stop := context.WithCancel(w.t.Context())
	w.stop, w.done = stop, make(chan error, 1)
	var working sync.WaitGroup
	working.Go(func() { does.Run(ctx) })
	go func() { w.done <- w.bot.Run(ctx) }()
	w.t.Cleanup(func() {
		stop()
		working.Wait()
		if w.t.Failed() {
			w.t.Log(w.log.String())
		}
	})
	require.NoError(w.t, w.AwaitBot(w.within()))
	list := NewCommands(Parts{View: &show.View{}, Dailies: &daily.Handlers{}, Leagues: &league.Handlers{}}).List
	require.NoError(w.t, w.AwaitCommands(w.within(), len(list)))
}

// within returns a context that bounds a step.
func (w *world) within() context.Context {
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	w.t.Cleanup(cancel)
	return ctx
}

// command runs a command in #mad and returns the private reply; options are name, value, name, value, …
func (w *world) command(a *sandbox.Actor, name string, options ...any) sandbox.Message {
	w.t.Helper()
	var given []sandbox.Option
	for i := 0; i < len(options); i += 2 {
		given = append(given, sandbox.Option{Name: options[i].(string), Value: options[i+1]})
	}
	answer, err := a.Command(w.within(), w.mad, name, given...)
	require.NoError(w.t, err)
	require.NotNil(w.t, answer.Message)
	require.True(w.t, answer.Message.Ephemeral, "answers are private")
	return w.filled(a, *answer.Message)
}

// filled waits until a deferred reply is filled in.
func (w *world) filled(a *sandbox.Actor, m sandbox.Message) sandbox.Message {
	w.t.Helper()
	if !m.Thinking {
		return m
	}
	m, err := a.AwaitMessage(w.within(), m.ChannelID, func(now sandbox.Message) bool {
		return now.ID == m.ID && !now.Thinking
	})
	require.NoError(w.t, err)
	return m
}

// click presses the button with the label on m and returns the reply.
func (w *world) click(a *sandbox.Actor, m sandbox.Message, label string) sandbox.Answer {
	w.t.Helper()
	button, ok := m.Labelled(label)
	wire.Walk(m.Components, nil, func(c *sandbox.Component, _ []string) {
		if !ok && strings.Contains(c.CustomID, ":"+label+" ") { // a square on a panel
			button, ok = *c, true
		}
	})
	require.True(w.t, ok, "no button %q on %q", label, m.Text())
	answer, err := a.Click(w.within(), m.ID, button.CustomID)
	require.NoError(w.t, err)
	return answer
}

// sees waits for the only public message of the channel, which contains all parts.
func (w *world) sees(a *sandbox.Actor, parts ...string) sandbox.Message {
	w.t.Helper()
	messages, err := a.AwaitMessages(w.within(), w.mad, func(list []sandbox.Message) bool {
		public := publicOf(list)
		return len(public) == 1 && holdsAll(public[0].Text(), parts)
	})
	if err != nil {
		for _, m := range a.Messages(w.mad) {
			w.t.Logf("seen: %q", m.Text())
		}
	}
	require.NoError(w.t, err, "waiting for %q", parts)
	return publicOf(messages)[0]
}

func publicOf(list []sandbox.Message) []sandbox.Message {
	var out []sandbox.Message
	for _, m := range list {
		if !m.Ephemeral {
			out = append(out, m)
		}
	}
	return out
}

func holdsAll(text string, parts []string) bool {
	text = strings.ReplaceAll(text, "\u00a0·", " ·")
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// begin starts a match without positioning turns: alice, who is Red, challenges bob, who accepts.
func (w *world) begin() sandbox.Message {
	w.t.Helper()
	w.command(w.alice, "challenge", "opponent", w.bob.ID().String(), "positioning", false)
	card := w.sees(w.bob, "challenges")
	w.click(w.bob, card, "Accept")
	return w.sees(w.bob, "your turn", "Red · round 1")
}
