package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot"
	"madbot/bot/play"
	"madbot/bot/play/analysis"
	"madbot/bot/sandbox"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

// patience bounds every wait.
const patience = 3 * time.Minute

// unhurried is a budget limited only by depth, so that the result does not depend on the machine.
var unhurried = analysis.Budget{Depth: 6, Total: patience, Search: patience}

// lightly is the effort of reviews whose texts people see, and hardly of those nobody looks at.
var (
	lightly = analysis.Nodes{First: 20_000, Second: 40_000}
	hardly  = analysis.Nodes{First: 1000, Second: 1000}
)

var cast = []string{"alice", "bob", "carol"}

// stage is a sandbox with three people, and the App that plays in it.
type stage struct {
	t         *testing.T
	cast      []string // the names of the people
	ctx       context.Context
	server    *sandbox.Server
	url       string
	cfg       Config
	restarter *restarter
	app       atomic.Pointer[App]
	matches   atomic.Int64
	absent    atomic.Int64                 // how long the bot is away at its next restart, a time.Duration
	passed    atomic.Int64                 // how far the bot's clock is ahead, a time.Duration
	place     map[string]sandbox.Snowflake // the channel that each person looks at
	seen      map[sighting]string          // what everybody saw in the last transcript
	muted     bool                         // the bot may not write in #mad or #games
	kicked    bool                         // the bot is not on the server

	threadless bool                         // the bot may not open threads in #mad
	full       atomic.Bool                  // the server has no room for threads
	topics     map[sandbox.Snowflake]string // the state of each thread in the last transcript
	outage     atomic.Bool                  // Discord answers nothing, and accepts no session
	deleted    atomic.Bool                  // #mad does not exist
	refuses    atomic.Pointer[refusal]      // what Discord refuses next; nil: nothing

	read func(*stage, any) // translates what somebody sees, a pointer to it, into English; nil: it is English

	opening sync.Mutex
	forms   map[string]sandbox.Answer // answers to each person's last click
	typed   []string                  // what people typed in their own words
}

// newStage opens a stage. It records the bot's requests to requests unless that is nil, and calls each adjust with the
// bot's parts.
func newStage(t *testing.T, requests io.Writer, adjust ...func(*parts)) *stage {
	t.Helper()
	return prepareStage(t, requests).open(adjust...)
}

// newHTTPStage opens a stage on which interactions reach the bot over HTTP.
func newHTTPStage(t *testing.T, requests io.Writer, adjust ...func(*parts)) *stage {
	t.Helper()
	s := prepareStage(t, requests)
	require.NoError(t, overHTTP(&s.cfg, s.server))
	return s.open(adjust...)
}

// onePuzzle is a deck of one puzzle.
func onePuzzle(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse("6x4 b1d2--a2c2a4d1c1 b6a6--b5--d6d5c4 b - 2 r ; 40 ; 222-b3 111-a1 222xa2 ; victory ; 6 ; ")
	require.NoError(t, err)
	return []puzzle.Puzzle{p}
}

// prepareStage returns a stage on which nothing runs yet.
func prepareStage(t *testing.T, requests io.Writer) *stage {
	t.Helper()
	s := &stage{t: t, cast: cast, seen: map[sighting]string{}, forms: map[string]sandbox.Answer{},
		place: map[string]sandbox.Snowflake{}, topics: map[sandbox.Snowflake]string{}}
	s.server = &sandbox.Server{Record: requests, Fault: s.fault, GatewayFault: s.shut,
		Resume: patience, Deadline: patience} // long, because scenarios must not depend on the machine
	s.passed.Store(int64(time.Until(midQuarter(time.Now()))))
	s.server.Restart = s.restart
	s.cfg = defaultConfig()
	s.cfg.Storage.Path = blankStore(t)
	s.cfg.Health.Addr = ""
	return s
}

// open starts the sandbox and the bot for the length of the test.
func (s *stage) open(adjust ...func(*parts)) *stage {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 4*patience+*load)
	s.ctx = ctx
	web := httptest.NewServer(s.server)
	s.url, s.cfg.Discord.BaseURL = web.URL, web.URL
	logs := &logBook{}
	all := &slog.HandlerOptions{Level: slog.LevelDebug}
	p := parts{Deps: bot.Deps{Token: sandbox.DefaultToken, Log: slog.New(tracer{slog.NewTextHandler(logs, all)}),
		Timing: bot.Timing{Delivery: patience, Emojis: patience, Cancel: patience, Names: patience, Defer: patience}},
		now: s.now, newID: s.newID, toss: func() rules.Color { return rules.Red },
		alive:   time.Hour,
		puzzles: onePuzzle(s.t), renderer: smallRenderer, analysis: analysis.Config{Endings: new(engine.Endings),
			Now: time.Now, Hint: unhurried, Robot: unhurried, Review: lightly, Hash: 1}}
	for _, change := range adjust {
		change(&p)
	}
	s.restarter = newRestarter(func(ctx context.Context) (*App, error) {
		s.passed.Add(s.absent.Swap(0))
		app, err := newApp(ctx, s.cfg, p)
		s.app.Store(app)
		return app, err
	})
	ended := make(chan error, 1)
	go func() { ended <- s.restarter.run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		assert.NoError(s.t, <-ended)
		assert.NoError(s.t, s.server.Close())
		web.Close()
		assert.Empty(s.t, s.server.Unhandled())
		logs.check(s.t)
		logs.lacks(s.t, s.typed)
		if *soak {
			checkStore(s.t, s.cfg.Storage.Path)
		}
	})
	s.awaitBot()
	for _, name := range s.cast {
		s.place[name] = s.server.Channel("mad")
	}
	return s
}

// now returns the bot's time.
func (s *stage) now() time.Time { return time.Now().Add(time.Duration(s.passed.Load())) }

// pass advances the bot's clock, and lets it do what is then due.
func (s *stage) pass(words string) {
	s.t.Helper()
	s.advance(s.length(words))
}

// errBusy is returned while a job is being claimed or done.
var errBusy = errors.New("busy")

// advance advances the bot's clock as if the bot had been running all the time.
func (s *stage) advance(d time.Duration) {
	s.t.Helper()
	app := s.app.Load()
	passed, led := s.passed.Load()+int64(d), app.db.Leads()
	s.until(func() bool {
		err := app.db.Do(s.ctx, func(tx play.Tx) error { // during which SQLite lets nobody claim a job
			if !app.worker.Idle() {
				return errBusy // the job's lease would end when the clock jumps
			}
			s.passed.Store(passed)
			return tx.SaveAlive(s.ctx, play.Alive{At: s.now().UTC().Truncate(time.Millisecond)})
		})
		return err == nil || !assert.ErrorIs(s.t, err, errBusy)
	})
	require.NoError(s.t, app.life.restore(s.ctx))
	s.until(func() bool { return !led || app.db.Leads() }) // a process whose clock jumps seems to have hung
	app.worker.Wake()
}

// length parses a number of days, hours or minutes.
func (s *stage) length(words string) time.Duration {
	s.t.Helper()
	count, unit, _ := strings.Cut(words, " ")
	n, err := strconv.Atoi(count)
	require.NoError(s.t, err, words)
	length := map[string]time.Duration{"minute": time.Minute, "hour": time.Hour,
		"day": 24 * time.Hour}[strings.TrimSuffix(unit, "s")]
	require.NotZero(s.t, length, words)
	return time.Duration(n) * length
}

// passUntil advances the bot's clock to the next given time of day, or of the week, in UTC.
func (s *stage) passUntil(words string) {
	s.t.Helper()
	day, clock, named := strings.Cut(words, " ")
	if !named {
		day, clock = "", words
	}
	hour, err := time.Parse("15:04", clock)
	require.NoError(s.t, err, words)
	now := s.now().UTC()
	since := time.Duration(hour.Hour())*time.Hour + time.Duration(hour.Minute())*time.Minute
	next := now.Truncate(24 * time.Hour).Add(since)
	for !next.After(now) || named && next.Weekday().String() != day {
		next = next.Add(24 * time.Hour)
	}
	s.advance(next.Sub(now))
}

// newID returns m1, m2 and so on.
func (s *stage) newID() match.ID {
	return match.ID("m" + strconv.FormatInt(s.matches.Add(1), 10))
}

// fault returns the planned refusal of a request, or the refusal because of a deleted channel or a server without room
// for threads.
func (s *stage) fault(r *http.Request) *sandbox.Fault {
	if f := s.refusedNow(r); f != nil {
		return f
	}
	if s.outage.Load() {
		return &sandbox.Fault{Status: http.StatusServiceUnavailable}
	}
	if s.full.Load() && r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/threads") {
		return &sandbox.Fault{Status: http.StatusBadRequest, Code: 160006,
			Message: "Maximum number of active threads reached"}
	}
	gone := "/channels/" + s.server.Channel("mad").String() + "/"
	if !s.deleted.Load() || !strings.Contains(r.URL.Path, gone) {
		return nil
	}
	return &sandbox.Fault{Status: http.StatusNotFound, Code: 10003, Message: "Unknown Channel"}
}

// shut lets no session begin while Discord is away.
func (s *stage) shut(bool) sandbox.GatewayFault {
	const invalid = 9
	if s.outage.Load() {
		return invalid
	}
	return 0
}

// lose makes Discord unavailable for a time; the bot keeps running.
func (s *stage) lose(d time.Duration) {
	s.t.Helper()
	app, come := s.app.Load(), s.server.Arrivals()
	if s.server.Endpoint != "" { // the bot cannot notice that nothing arrives
		s.passed.Add(int64(d))
		require.NoError(s.t, app.life.restore(s.ctx))
		app.worker.Wake()
		return
	}
	s.until(func() bool { return !app.life.isAway() }) // it may check only now for the first time
	s.outage.Store(true)
	s.server.Drop()
	s.until(func() bool { return !app.life.well.Load() })
	s.passed.Add(int64(d))
	app.worker.Wake()
	s.outage.Store(false)
	require.NoError(s.t, s.server.AwaitArrivals(s.ctx, come+1))
	s.until(func() bool { return !app.life.isAway() })
}

// again delivers the last interaction a second time, and waits until the bot has received it: the bot has answered a
// later one by then.
func (s *stage) again() {
	s.t.Helper()
	s.server.Again()
	_, err := s.server.Actor("carol").Autocomplete(s.ctx, s.server.Channel("mad"), "move", "turn")
	require.NoError(s.t, err)
}

// until waits until so returns true.
func (s *stage) until(so func() bool) {
	s.t.Helper()
	require.Eventually(s.t, so, patience, 5*time.Millisecond)
}

// restart replaces the App with a new one on the same database.
func (s *stage) restart(ctx context.Context) error {
	return s.server.AwaitRestart(ctx, s.restarter.restart)
}

// awaitBot waits until the bot is online and has registered its commands.
func (s *stage) awaitBot() {
	s.t.Helper()
	require.NoError(s.t, s.server.AwaitBot(s.ctx))
	require.NoError(s.t, s.server.AwaitCommands(s.ctx, 1))
}

// settle waits until the bot has nothing left to do.
func (s *stage) settle() {
	s.t.Helper()
	s.until(s.settled)
}

// settled checks twice, because a job claimed during the first check shows in the second.
func (s *stage) settled() bool {
	for range 2 {
		if !s.isIdle() {
			return false
		}
	}
	return true
}

func (s *stage) isIdle() bool {
	app := s.app.Load()
	if !app.bot.Idle() || !app.worker.Idle() { // a deferred answer may leave no other trace until it is sent
		return false
	}
	kinds := []play.JobKind{play.JobTell, play.JobRetire, play.JobRobot, play.JobReview}
	now := s.now()
	due, _, err := app.db.NextJob(s.ctx, kinds, now)
	const never = 300 * 24 * time.Hour // boards of a league without threads wait for longer
	postponed := (s.muted || s.kicked || s.deleted.Load()) && due.After(now) || due.After(now.Add(never))
	if err != nil || !due.IsZero() && !postponed || !app.worker.Idle() {
		return false
	}
	_, ready, err := app.db.NextJob(s.ctx, play.JobKinds(), now)
	if err != nil || len(ready) > 0 || !app.worker.Idle() {
		return false
	}
	return !s.awaitsAnswer()
}

// awaitsAnswer reports whether somebody sees that the bot is thinking.
func (s *stage) awaitsAnswer() bool {
	for _, name := range s.cast {
		for _, channel := range s.places(name) {
			thinks := func(m sandbox.Message) bool { return m.Thinking }
			if slices.ContainsFunc(s.server.Actor(name).Messages(channel), thinks) {
				return true
			}
		}
	}
	return false
}

// logBook collects the log.
type logBook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// lacks fails the test if the log contains what people typed, except for turns.
func (l *logBook) lacks(t *testing.T, typed []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if strings.Contains(line, "msg=turn ") {
			continue
		}
		for _, words := range typed {
			assert.False(t, strings.Contains(line, words), "%q is in %s", words, line)
		}
	}
}

// check prints the log of a failed test, and fails a test that logged an error.
func (l *logBook) check(t *testing.T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	assert.NotContains(t, l.text.String(), "level=ERROR")
	assert.NotContains(t, l.text.String(), sandbox.DefaultToken)
	if t.Failed() {
		fmt.Fprint(t.Output(), l.text.String())
	}
}
