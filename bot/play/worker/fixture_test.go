package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	alice = play.Actor{ID: "1", Guild: "g"}
	bob   = play.Actor{ID: "2", Guild: "g"}
)

const robot match.PlayerID = "robot"

// shared is a value that the test and the Worker both use.
type shared[T any] struct {
	mu    sync.Mutex
	value T
}

func (s *shared[T]) get() T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value
}

func (s *shared[T]) set(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.value = v
}

// change replaces the value by what f makes of it.
func (s *shared[T]) change(f func(T) T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.value = f(s.value)
	return s.value
}

// add returns a function that appends v.
func add[T any](v T) func([]T) []T { return func(all []T) []T { return append(all, v) } }

// told is one call of Announce: when, counted from the start, and what.
type told struct {
	after time.Duration
	id    match.ID
	venue string
	seqs  []int // of the news
	key   string
}

// announcer is an Announcer that records calls, and fails on request.
type announcer struct {
	began    time.Time
	now      func() time.Time
	calls    shared[[]told]
	pings    shared[[]pinged]
	removed  shared[[]play.Post]
	removals shared[[]time.Duration]
	announce shared[func(context.Context, match.ID) error]  // nil: works
	makes    shared[func(play.Post) play.Post]              // nil: a new message each time
	retire   shared[func(context.Context, play.Post) error] // nil: works
}

// Announce implements play.Announcer: the message is named by the match and how many times it was
// announced, unless it is edited.
func (c *announcer) Announce(ctx context.Context, a play.Announcement) (play.Post, error) {
	m := a.Match
	call := told{after: time.Since(c.began), id: m.ID, venue: m.Shown(), key: m.Key()}
	c.pings.change(add(pinged{c.now(), a.Ping, m, m.Key(), a.Edit}))
	for _, e := range a.News {
		call.seqs = append(call.seqs, e.Seq)
	}
	n := 0
	for _, one := range c.calls.change(add(call)) {
		if one.id == m.ID {
			n++
		}
	}
	if announce := c.announce.get(); announce != nil {
		if err := announce(ctx, m.ID); err != nil {
			return play.Post{}, err
		}
	}
	if a.Edit != (play.Post{}) {
		return a.Edit, nil
	}
	made := post(m.Shown(), m.ID, n)
	if makes := c.makes.get(); makes != nil {
		made = makes(made)
	}
	return made, nil
}

// post is the message of the n-th announcement of a match.
func post(channel string, id match.ID, n int) play.Post {
	return play.Post{Channel: channel, Message: fmt.Sprintf("%s.%d", id, n)}
}

func (c *announcer) Retire(ctx context.Context, p play.Post) error {
	c.removals.change(add(time.Since(c.began)))
	if retire := c.retire.get(); retire != nil {
		if err := retire(ctx, p); err != nil {
			return err
		}
	}
	c.removed.change(add(p))
	return nil
}

// times returns when Announce was called.
func (c *announcer) times() (all []time.Duration) {
	for _, one := range c.calls.get() {
		all = append(all, one.after)
	}
	return all
}

// hang waits for the end of ctx.
func hang(ctx context.Context, _ match.ID) error {
	<-ctx.Done()
	return ctx.Err()
}

// only makes announcing one match fail or hang.
func only(id match.ID, f func(context.Context, match.ID) error) func(context.Context, match.ID) error {
	return func(ctx context.Context, other match.ID) error {
		if other != id {
			return nil
		}
		return f(ctx, other)
	}
}

// chooser is a worker.Chooser made of a function.
type chooser func(context.Context, *match.Match) (play.Candidate, error)

func (c chooser) Choose(ctx context.Context, q gate.Question) (play.Candidate, error) {
	return c(ctx, q.Match())
}

// swap is always legal.
func swap() rules.Turn { return rules.ShiftTurn(rules.Swap111x222) }

// swapper always plays the same, after a second of thought.
func swapper(ctx context.Context, _ *match.Match) (play.Candidate, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return play.Candidate{Turn: swap()}, nil
}

// hook is what a playtest.Hook does with a call.
type hook func(playtest.Call, func() error) error

// instead returns a hook that does something in place of the calls of a name.
func instead(name string, do func() error) hook {
	return func(c playtest.Call, call func() error) error {
		if c.Name == name {
			return do()
		}
		return call()
	}
}

// hooked returns the store with a hook.
func (f *fixture) hooked(h hook) play.Store { return playtest.Hook(f.store, h) }

// fixture is a Service on an empty store with a Worker for it, in a bubble of time.
type fixture struct {
	isAway atomic.Bool // as worker.Flag takes it
	left   atomic.Bool // the bot was removed from all servers
	*testing.T
	*play.Service
	store     *playtest.Memory
	announcer *announcer
	threads   *threads
	messenger *messenger
	bill      *bill
	league    *wallboard
	skew      shared[time.Duration] // how far the clock of the bot is ahead
	chooser   shared[chooser]
	worker    *worker.Worker
	log       *bytes.Buffer
	ids       int
	poll      time.Duration // as in worker.Deps
	winning   bool          // there is an Analyst, for which the waiting side is winning
	manner    worker.Manner // of the robot
	stop      func()        // ends the Worker and waits for it
}

// inBubble runs test in a bubble. The Worker is started by run.
func inBubble(t *testing.T, test func(f *fixture)) {
	t.Helper()
	t.Parallel()
	inBubbleNow(t, test)
}

// inBubbleNow is inBubble for a test that does not run in parallel.
func inBubbleNow(t *testing.T, test func(f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &fixture{T: t, store: playtest.NewMemory(), announcer: &announcer{began: time.Now()}, threads: &threads{},
			bill: new(bill), league: new(wallboard), log: new(bytes.Buffer)}
		f.store.Clock, f.announcer.now, f.messenger = f.now, f.now, &messenger{now: f.now}
		f.chooser.set(swapper)
		f.newService(f.store)
		f.newWorker(f.store)
		test(f)
	})
}

// now is the time of the bot.
func (f *fixture) now() time.Time { return time.Now().Add(f.skew.get()) }

// newService makes the Service of a store.
func (f *fixture) newService(s play.Store) {
	deps := play.Deps{Store: s, Now: f.now, Wake: func() { f.worker.Wake() },
		NewID: func() match.ID { f.ids++; return match.ID(fmt.Sprint("m", f.ids)) },
		Toss:  func() rules.Color { return rules.Red }}
	if f.winning {
		deps.Analyst = oracle{}
	}
	f.Service = play.New(deps)
}

// newWorker makes the Worker of a store.
func (f *fixture) newWorker(s play.Store) {
	log := slog.New(slog.NewTextHandler(f.log, nil))
	choose := chooser(func(ctx context.Context, m *match.Match) (play.Candidate, error) {
		return f.chooser.get()(ctx, m)
	})
	f.worker = worker.New(worker.Deps{Store: s, Poll: f.poll, Now: f.now, Log: log, Kinds: []worker.Kind{
		worker.Announce(f.announcer, f.threads, log), worker.Retire(f.announcer, log),
		worker.Archive(f.threads, log), worker.Robot(choose, f.manner, log),
		worker.Flag(worker.FlagDeps{Away: f.isAway.Load, Judge: f.Judge, Presence: f}, log),
		worker.Remind(f.messenger, log), worker.Digest(f.messenger, s, log),
		worker.Forget(s, log), daily.Job(f.bill, deck(), log),
		worker.Server(f, s, log), worker.Block(s, log), worker.Banner(log), worker.Tidy(s, f.now, log),
		worker.Reopen(func() match.ID { f.ids++; return match.ID(fmt.Sprint("m", f.ids)) }, log),
		league.Job{Poster: f.league, Members: f.league, Log: log,
			NewID: func() match.ID { f.ids++; return match.ID(fmt.Sprint("m", f.ids)) }}.Kind()}})
}

func (f *fixture) IsOn(context.Context, string) (bool, error) { return !f.left.Load(), nil }

// HasRole implements departure.Presence: the server has only the role "kept".
func (f *fixture) HasRole(_ context.Context, _, role string) (bool, error) {
	return role == "kept", nil
}

// run starts the Worker, and lets it do what is due now.
func (f *fixture) run() {
	ctx, cancel := context.WithCancel(f.Context())
	w, ended := f.worker, make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	f.stop = func() { cancel(); <-ended }
	f.Cleanup(f.stop)
	synctest.Wait()
}

// pass lets time pass.
func (f *fixture) pass(d time.Duration) {
	time.Sleep(d) // in the bubble: no time at all
	synctest.Wait()
}

// credit gives back what was lost in so much time until now, and returns in how many matches.
func (f *fixture) credit(d time.Duration) int {
	f.Helper()
	n, unread, err := f.Credit(f.Context(), play.Alive{At: time.Now().Add(-d), Back: time.Now()})
	require.NoError(f, errors.Join(unread, err))
	return n
}

// start begins a match of Alice, who is Red, and Bob in the channel c, all at once, so that no
// Worker sees the challenge before it is accepted.
func (f *fixture) start() match.ID {
	f.Helper()
	f.ids++
	id, now := match.ID(fmt.Sprint("m", f.ids)), f.now().UTC()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
	law, events, err := match.Propose(match.Proposal{ID: id, By: alice.ID, To: bob.ID, Terms: terms}, now)
	require.NoError(f, err)
	accepted, err := law.As(bob.ID).Accept(rules.Red, now)
	require.NoError(f, err)
	m := play.Match{Match: law}
	m.Venue = play.Venue{Guild: "g", Channel: "c"}
	require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
		if err := tx.CreateMatch(f.Context(), m, append(events, accepted...)); err != nil {
			return err
		}
		return tx.Schedule(f.Context(), play.JobTell, play.Subject(play.JobTell, id), now)
	}))
	f.worker.Wake()
	return id
}

// playTurn plays a turn for the player on turn, and lets the Worker announce it.
func (f *fixture) playTurn(id match.ID) {
	f.Helper()
	f.move(id)
	synctest.Wait()
}

// move plays a turn for the player on turn.
func (f *fixture) move(id match.ID) {
	f.Helper()
	m := f.match(id)
	_, err := f.Play(f.Context(), play.Actor{ID: m.ToMove()}, anyPly(id), play.Typed{Text: "111=222"})
	require.NoError(f, err)
}

// moveTo shows a match at v from now on, as if its channel had refused news before.
func (f *fixture) moveTo(by play.Actor, id match.ID, v play.Venue) error {
	if err := f.store.Do(f.Context(), func(tx play.Tx) error {
		d, err := tx.Delivery(f.Context(), id)
		if err != nil {
			return err
		}
		d.Closed = true
		return tx.SaveDelivery(f.Context(), id, d)
	}); err != nil {
		return err
	}
	_, err := f.MoveHere(f.Context(), by, id, v)
	return err
}

// anyPly is a match at whatever ply.
func anyPly(id match.ID) play.Ref { return play.Ref{ID: id, Ply: play.AnyPly} }

// match loads a match.
func (f *fixture) match(id match.ID) play.Match {
	f.Helper()
	m, err := f.store.Match(f.Context(), id)
	require.NoError(f, err)
	return m
}

// requireIdle checks that no job is left, and that everything in a match was announced.
func (f *fixture) requireIdle() {
	f.Helper()
	next, _, err := f.store.NextJob(f.Context(),
		[]play.JobKind{play.JobTell, play.JobRetire, play.JobRobot, play.JobArchive}, time.Now())
	require.NoError(f, err)
	require.Zero(f, next, "a job is left")
	for i := range f.ids {
		m := f.match(match.ID(fmt.Sprint("m", i+1)))
		require.Equal(f, m.Seq, m.Told, m.ID)
		require.Zero(f, m.Sending, m.ID)
	}
}

// job returns the one job of a kind.
func (f *fixture) job(k play.JobKind) (job play.Job) {
	f.Helper()
	seen, later := errors.New("seen"), f.now().Add(100*day)
	require.ErrorIs(f, f.store.Do(f.Context(), func(tx play.Tx) error {
		jobs, err := tx.Claim(f.Context(), play.Claim{Kind: k, Now: later, Until: later.Add(1), Limit: 2})
		require.NoError(f, err)
		require.Len(f, jobs, 1)
		job = jobs[0]
		return seen // and nobody has it
	}), seen)
	return job
}

// seconds returns times.
func seconds(all ...int) (times []time.Duration) {
	for _, n := range all {
		times = append(times, time.Duration(n)*time.Second)
	}
	return times
}
