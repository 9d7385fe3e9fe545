package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// told is one call of Announce: when, counted from the start, and what.
type told struct {
	after time.Duration
	id    match.ID
	ply   int
	kinds []match.EventKind
	key   string
}

// crier is an Announcer that remembers, and fails as it is told to.
type crier struct {
	began    time.Time
	calls    shared[[]told]
	removed  shared[[]match.Post]
	removals shared[[]time.Duration]
	announce shared[func(context.Context, match.ID) error] // nil: works
	retire   shared[func(message string) error]            // nil: works
}

// shared is a value that the test and the Teller both use.
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

func (c *crier) Announce(ctx context.Context, m match.Match, news []match.Event,
	key string) (match.Post, error) {
	call := told{time.Since(c.began), m.ID, m.Game.Ply(), nil, key}
	for _, e := range news {
		call.kinds = append(call.kinds, e.Kind)
	}
	n := 0
	for _, one := range c.calls.change(add(call)) {
		if one.id == m.ID {
			n++
		}
	}
	if announce := c.announce.get(); announce != nil {
		if err := announce(ctx, m.ID); err != nil {
			return match.Post{}, err
		}
	}
	return match.Post{Channel: m.Venue.Channel, Message: fmt.Sprintf("%s/%d", m.ID, n)}, nil
}

func (c *crier) Retire(_ context.Context, p match.Post) error {
	c.removals.change(add(time.Since(c.began)))
	if retire := c.retire.get(); retire != nil {
		if err := retire(p.Message); err != nil {
			return err
		}
	}
	c.removed.change(add(p))
	return nil
}

// office is a table with a Teller at work, in a bubble of time.
type office struct {
	*table
	*testing.T
	crier  *crier
	teller *play.Teller
	log    *bytes.Buffer
	stop   func() // ends the Teller and waits for it
}

// inOffice runs test in a bubble. The Teller is started by open.
func inOffice(t *testing.T, test func(o *office)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &office{T: t, crier: &crier{began: time.Now()}, log: new(bytes.Buffer)}
		o.table = seat(func(d *play.Deps) {
			d.Now = time.Now
			d.Wake = func() { o.teller.Wake() }
		})
		o.table.now = time.Now().Add(1000 * time.Hour) // for kinds
		o.employ(o.store)
		test(o)
	})
}

// employ makes the Teller of a store.
func (o *office) employ(s play.Store) {
	o.teller = play.NewTeller(play.TellerDeps{Store: s, Announcer: o.crier, Now: time.Now,
		Log: slog.New(slog.NewTextHandler(o.log, nil))})
}

// open starts the Teller, and lets it do what it has to do now.
func (o *office) open() {
	ctx, cancel := context.WithCancel(o.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.teller.Run(ctx)
	}()
	o.stop = func() { cancel(); <-done }
	o.Cleanup(o.stop)
	synctest.Wait()
}

// pass lets time pass.
func (o *office) pass(d time.Duration) {
	time.Sleep(d) // in the bubble: no time at all
	synctest.Wait()
}

// playTurn plays a turn in a match for whoever is on, and lets the Teller tell it.
func (o *office) playTurn(id match.ID) {
	o.Helper()
	m, err := o.Match(o.Context(), id)
	require.NoError(o, err)
	_, err = o.Play(o.Context(), anyPly(id), m.ToMove(), swap())
	require.NoError(o, err)
	synctest.Wait()
}

// post returns the message that shows a match.
func (o *office) post(id match.ID) string {
	o.Helper()
	p, _, err := o.store.Post(o.Context(), id)
	require.NoError(o, err)
	return p.Message
}

// times returns when Announce was called.
func (o *office) times() (all []time.Duration) {
	for _, c := range o.crier.calls.get() {
		all = append(all, c.after)
	}
	return all
}

func seconds(all ...int) (times []time.Duration) {
	for _, n := range all {
		times = append(times, time.Duration(n)*time.Second)
	}
	return times
}

// TestTeller: what is in the outbox is told at the start, what is new at once, each match once
// for all its news, and the message before is removed.
func TestTeller(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start(o.T)
		o.start(o.T)
		o.open()
		both := []match.EventKind{match.Challenged, match.Accepted}
		assert.ElementsMatch(o, []told{{0, "m1", 0, both, "m1-2"}, {0, "m2", 0, both, "m2-2"}},
			o.crier.calls.get())
		assert.Equal(o, "m2/1", o.post("m2"))
		assert.Empty(o, o.kinds(o.T))

		o.pass(time.Hour)
		assert.Len(o, o.crier.calls.get(), 2, "nothing new, nothing told")
		o.playTurn("m2")
		assert.Equal(o, told{time.Hour, "m2", 1, []match.EventKind{match.Played}, "m2-3"},
			o.crier.calls.get()[2])
		assert.Equal(o, "m2/2", o.post("m2"))
		assert.Equal(o, []match.Post{{Match: "m2", Channel: "c", Message: "m2/1"}},
			o.crier.removed.get())
		retired, err := o.store.Retired(o.Context(), 9)
		require.NoError(o, err)
		assert.Empty(o, retired)
		assert.Empty(o, o.log.String())
	})
}

// TestTeller_TriesAgain: less and less often, with the same key, and at once when there is more
// to tell; other matches do not wait.
func TestTeller_TriesAgain(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(_ context.Context, id match.ID) error {
			if id == "m1" {
				return errors.New("no")
			}
			return nil
		})
		o.start(o.T)
		o.open()
		o.pass(time.Minute)
		assert.Equal(o, seconds(0, 2, 6, 14, 30), o.times())
		for _, c := range o.crier.calls.get() {
			assert.Equal(o, "m1-2", c.key)
		}
		o.pass(10 * time.Hour)
		times := o.times()
		for i := range times[1:] {
			assert.LessOrEqual(o, times[i+1]-times[i], 5*time.Minute)
		}
		assert.Equal(o, 5*time.Minute, times[len(times)-1]-times[len(times)-2])
		assert.Empty(o, o.post("m1"))

		before := len(times)
		o.start(o.T)
		synctest.Wait()
		o.playTurn("m1")
		calls := o.crier.calls.get()[before:]
		require.Len(o, calls, 2)
		assert.Equal(o, match.ID("m2"), calls[0].id)
		assert.Equal(o, "m1-2", calls[1].key, "alone, lest it be a second message")

		o.crier.announce.set(nil)
		o.pass(time.Hour)
		calls = o.crier.calls.get()[before+2:]
		require.Len(o, calls, 2)
		assert.Equal(o, "m1-2", calls[0].key)
		assert.Equal(o, []match.EventKind{match.Played}, calls[1].kinds)
		assert.Equal(o, fmt.Sprint("m1/", before+3), o.post("m1"))
		assert.Empty(o, o.kinds(o.T))
		assert.Contains(o, o.log.String(), "match=m1")
	})
}

// TestTeller_Panics: a match that cannot be shown does not silence the others.
func TestTeller_Panics(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(_ context.Context, id match.ID) error {
			if id == "m1" {
				panic("a defect")
			}
			return nil
		})
		o.start(o.T)
		o.start(o.T)
		o.open()
		assert.Equal(o, "m2/1", o.post("m2"))
		o.crier.announce.set(nil)
		o.pass(2 * time.Second)
		assert.Equal(o, "m1/2", o.post("m1"))
		assert.Contains(o, o.log.String(), "a defect")
	})
}

// TestTeller_Hangs: a call that never returns is given up after a while.
func TestTeller_Hangs(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(ctx context.Context, _ match.ID) error {
			<-ctx.Done()
			return ctx.Err()
		})
		o.start(o.T)
		o.open()
		o.pass(33 * time.Second)
		assert.Equal(o, seconds(0, 32), o.times())
	})
}

// TestTeller_StopsWhileSending: what was not sent is told by the next Teller, without delay and
// with the same key.
func TestTeller_StopsWhileSending(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(ctx context.Context, _ match.ID) error {
			<-ctx.Done()
			return ctx.Err()
		})
		o.start(o.T)
		o.open()
		o.stop()
		o.crier.announce.set(nil)
		o.open()
		require.Len(o, o.crier.calls.get(), 2)
		assert.Equal(o, o.crier.calls.get()[0], o.crier.calls.get()[1])
		assert.Equal(o, "m1/2", o.post("m1"))
	})
}

// TestTeller_StopsAfterSending: what was sent is recorded, so that nobody sends it again.
func TestTeller_StopsAfterSending(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(ctx context.Context, _ match.ID) error {
			<-ctx.Done()
			return nil // the message was on its way
		})
		o.start(o.T)
		o.open()
		o.stop()
		assert.Equal(o, "m1/1", o.post("m1"))
		assert.Empty(o, o.kinds(o.T))
	})
}

// TestTeller_Many: more than is read at once is told all the same.
func TestTeller_Many(t *testing.T) {
	inOffice(t, func(o *office) {
		const many = 130
		for range many {
			o.start(o.T)
		}
		_, err := o.Play(o.Context(), anyPly("m1"), alice, rules.Pass) // 261 events: batches cut
		require.NoError(o, err)
		o.open()
		assert.Empty(o, o.kinds(o.T))
		for i := 1; i < many; i++ {
			_, err := o.Play(o.Context(), anyPly(match.ID(fmt.Sprint("m", i+1))), alice, rules.Pass)
			require.NoError(o, err)
		}
		o.pass(time.Minute)
		assert.Empty(o, o.kinds(o.T))
		assert.Len(o, o.crier.removed.get(), len(o.crier.calls.get())-many)
		assert.Greater(o, len(o.crier.removed.get()), 100)
	})
}
