package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
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

// crier is an Announcer that remembers, and fails as it is told to.
type crier struct {
	began    time.Time
	calls    shared[[]told]
	removed  shared[[]play.Post]
	removals shared[[]time.Duration]
	announce shared[func(context.Context, match.ID) error]  // nil: works
	makes    shared[func(play.Post) play.Post]              // nil: a new message each time
	retire   shared[func(context.Context, play.Post) error] // nil: works
}

// Announce implements play.Announcer: the message is named by the match and how many times it was
// announced.
func (c *crier) Announce(ctx context.Context, m play.Match, news []match.Event) (play.Post, error) {
	call := told{after: time.Since(c.began), id: m.ID, venue: m.Venue.Channel, key: m.Key()}
	for _, e := range news {
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
	made := post(m.Venue.Channel, m.ID, n)
	if makes := c.makes.get(); makes != nil {
		made = makes(made)
	}
	return made, nil
}

// post is the message of the n-th announcement of a match.
func post(channel string, id match.ID, n int) play.Post {
	return play.Post{Channel: channel, Message: fmt.Sprintf("%s.%d", id, n)}
}

// Retire implements play.Announcer.
func (c *crier) Retire(ctx context.Context, p play.Post) error {
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
func (c *crier) times() (all []time.Duration) {
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

func (c chooser) Choose(ctx context.Context, m *match.Match) (play.Candidate, error) {
	return c(ctx, m)
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

// office is a Service on an empty store with a Worker for it, in a bubble of time.
type office struct {
	*testing.T
	*play.Service
	store   *playtest.Memory
	crier   *crier
	chooser shared[chooser]
	worker  *worker.Worker
	log     *bytes.Buffer
	ids     int
	stop    func() // ends the Worker and waits for it
}

// inOffice runs test in a bubble. The Worker is started by open.
func inOffice(t *testing.T, test func(o *office)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &office{T: t, store: new(playtest.Memory), crier: &crier{began: time.Now()},
			log: new(bytes.Buffer)}
		o.chooser.set(swapper)
		o.serve(o.store)
		o.employ(o.store)
		test(o)
	})
}

// serve makes the Service of a store.
func (o *office) serve(s play.Store) {
	o.Service = play.New(play.Deps{Store: s, Now: time.Now, Wake: func() { o.worker.Wake() },
		NewID: func() match.ID { o.ids++; return match.ID(fmt.Sprint("m", o.ids)) },
		Toss:  func() rules.Color { return rules.Red }})
}

// employ makes the Worker of a store.
func (o *office) employ(s play.Store) {
	log := slog.New(slog.NewTextHandler(o.log, nil))
	choose := chooser(func(ctx context.Context, m *match.Match) (play.Candidate, error) {
		return o.chooser.get()(ctx, m)
	})
	o.worker = worker.New(worker.Deps{Store: s, Now: time.Now, Log: log, Kinds: []worker.Kind{
		worker.Tell(o.crier, time.Now, log), worker.Retire(o.crier, time.Now, log),
		worker.Robot(choose, time.Now, log)}})
}

// open starts the Worker, and lets it do what it has to do now.
func (o *office) open() {
	ctx, cancel := context.WithCancel(o.Context())
	w, ended := o.worker, make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	o.stop = func() { cancel(); <-ended }
	o.Cleanup(o.stop)
	synctest.Wait()
}

// pass lets time pass.
func (o *office) pass(d time.Duration) {
	time.Sleep(d) // in the bubble: no time at all
	synctest.Wait()
}

// start begins a match of Alice, who is Red, and Bob in the channel c, all at once, so that no
// Worker sees the challenge before it is accepted.
func (o *office) start() match.ID {
	o.Helper()
	o.ids++
	id, now := match.ID(fmt.Sprint("m", o.ids)), time.Now().UTC()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
	law, events, err := match.Propose(match.Proposal{ID: id, By: alice.ID, To: bob.ID, Terms: terms}, now)
	require.NoError(o, err)
	accepted, err := law.Accept(bob.ID, rules.Red, now)
	require.NoError(o, err)
	m := play.Match{Match: law}
	m.Venue = play.Venue{Guild: "g", Channel: "c"}
	require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
		if err := tx.CreateMatch(o.Context(), m, append(events, accepted...)); err != nil {
			return err
		}
		return tx.Schedule(o.Context(), play.JobTell, string(id), now)
	}))
	o.worker.Wake()
	return id
}

// playTurn plays a turn for whoever is on, and lets the Worker tell it.
func (o *office) playTurn(id match.ID) {
	o.Helper()
	o.move(id)
	synctest.Wait()
}

// move plays a turn for whoever is on.
func (o *office) move(id match.ID) {
	o.Helper()
	m := o.match(id)
	_, err := o.Play(o.Context(), play.Actor{ID: m.ToMove()}, anyPly(id), play.Typed{Text: "111=222"})
	require.NoError(o, err)
}

// anyPly is a match at whatever ply.
func anyPly(id match.ID) play.Ref { return play.Ref{ID: id, Ply: play.AnyPly} }

// match loads a match.
func (o *office) match(id match.ID) play.Match {
	o.Helper()
	m, err := o.store.Match(o.Context(), id)
	require.NoError(o, err)
	return m
}

// requireIdle checks that no job is left, and that all of a match was told.
func (o *office) requireIdle() {
	o.Helper()
	_, ok, err := o.store.NextJob(o.Context(),
		[]play.JobKind{play.JobTell, play.JobRetire, play.JobRobot}, time.Now())
	require.NoError(o, err)
	require.False(o, ok, "a job is left")
	for i := range o.ids {
		m := o.match(match.ID(fmt.Sprint("m", i+1)))
		require.Equal(o, m.Seq, m.Told, m.ID)
		require.Zero(o, m.Sending, m.ID)
	}
}

// seconds returns times.
func seconds(all ...int) (times []time.Duration) {
	for _, n := range all {
		times = append(times, time.Duration(n)*time.Second)
	}
	return times
}
