package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

// lived is a lifeline whose store can fail, and whose bot can lose its interactions.
type lived struct {
	*testing.T
	*lifeline
	store   *playtest.Memory
	deaf    atomic.Bool // interactions do not reach the bot
	outage  atomic.Bool // of the store
	woken   atomic.Int32
	stop    func()
	stopped chan struct{}
}

// newLived returns a lifeline on store.
func newLived(t *testing.T, store *playtest.Memory) *lived {
	store.Clock = time.Now
	l := &lived{T: t, store: store, stopped: make(chan struct{})}
	hooked := playtest.Hook(store, func(_ playtest.Call, do func() error) error {
		if l.outage.Load() {
			return errors.New("no store")
		}
		return do()
	})
	service := play.New(play.Deps{Store: hooked, Now: time.Now, Toss: func() rules.Color { return rules.Red },
		NewID: func() match.ID { return "m" }})
	l.lifeline = &lifeline{service: service, log: slog.New(slog.DiscardHandler), wake: func() { l.woken.Add(1) },
		ready: func() error {
			if l.deaf.Load() {
				return errors.New("no session")
			}
			return nil
		}}
	return l
}

// begin restores and runs the lifeline.
func (l *lived) begin() {
	require.NoError(l, l.restore(l.Context()))
	ctx, cancel := context.WithCancel(l.Context())
	l.stop = func() { cancel(); <-l.stopped }
	go func() { defer close(l.stopped); l.run(ctx) }()
	synctest.Wait()
}

// match starts a match with a deadline.
func (l *lived) match() {
	ctx, alice, bob := l.Context(), play.Actor{ID: "1"}, play.Actor{ID: "2"}
	_, err := l.service.Challenge(ctx, alice, play.Challenge{To: bob.ID, Terms: match.Terms{
		Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: 24 * time.Hour}}})
	require.NoError(l, err)
	_, err = l.service.Accept(ctx, bob, "m")
	require.NoError(l, err)
}

// left returns the time left until the deadline.
func (l *lived) left() time.Duration {
	m, err := l.store.Match(l.Context(), "m")
	require.NoError(l, err)
	return time.Until(m.Deadline())
}

// pass lets time pass.
func pass(d time.Duration) { time.Sleep(d); synctest.Wait() }

// TestLifeline_Outage: whatever makes the bot unusable, lost time is given back as soon as it is usable again, and
// until then nobody loses on time. Outages below five minutes count, too.
func TestLifeline_Outage(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]func(*lived) *atomic.Bool{
		"no interactions": func(l *lived) *atomic.Bool { return &l.deaf },
		"no store":        func(l *lived) *atomic.Bool { return &l.outage },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := newLived(t, playtest.NewMemory())
				l.begin()
				defer l.stop()
				l.match()
				assert.False(t, l.isAway())
				pass(10*time.Minute + 30*time.Second)
				assert.False(t, l.isAway())
				before := l.left()
				away := outage(l)
				away.Store(true)
				pass(2 * time.Minute)
				assert.True(t, l.isAway(), "it is known by now")
				pass(5 * time.Minute)
				assert.True(t, l.isAway())
				away.Store(false)
				woken := l.woken.Load()
				pass(missedPeriod)
				assert.False(t, l.isAway())
				assert.Equal(t, woken+1, l.woken.Load())
				assert.InDelta(t, before, l.left(), float64(time.Minute))

				before = l.left()
				away.Store(true)
				pass(3 * time.Minute)
				away.Store(false)
				pass(time.Minute)
				assert.Equal(t, before-4*time.Minute, l.left())
				assert.False(t, l.isAway())
			})
		})
	}
}

// TestLifeline_Blip: during a moment without interactions nobody loses on time, and flags fall again soon after it.
func TestLifeline_Blip(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLived(t, playtest.NewMemory())
		l.begin()
		defer l.stop()
		l.deaf.Store(true)
		assert.True(t, l.isAway())
		pass(2 * time.Second)
		l.deaf.Store(false)
		pass(time.Second)
		assert.False(t, l.isAway())
	})
}

// TestLifeline_Suspended: when a suspended machine wakes up, nobody loses on time before the next heartbeat.
func TestLifeline_Suspended(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLived(t, playtest.NewMemory())
		require.NoError(t, l.restore(t.Context()))
		l.well.Store(true)
		assert.False(t, l.isAway())
		pass(6 * time.Minute)
		assert.True(t, l.isAway())
	})
}

// TestLifeline_Others: while another process is usable, the bot counts as present; the unusable process records no
// heartbeats.
func TestLifeline_Others(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := playtest.NewMemory()
		one, two := newLived(t, store), newLived(t, store)
		one.begin()
		two.begin()
		defer two.stop()
		one.match()
		two.deaf.Store(true)
		before := one.left()
		pass(time.Hour)
		two.deaf.Store(false)
		pass(time.Minute)
		assert.Equal(t, before-time.Hour-time.Minute, one.left())

		two.deaf.Store(true)
		one.stop()
		pass(time.Hour)
		two.deaf.Store(false)
		pass(time.Second)
		assert.InDelta(t, before-time.Hour, one.left(), float64(2*time.Minute))
	})
}

// TestLifeline_Farewell: a process that is usable until its end records a last heartbeat; an unusable one does not.
func TestLifeline_Farewell(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			l := newLived(t, playtest.NewMemory())
			l.begin()
			pass(30 * time.Second)
			l.deaf.Store(away)
			pass(2 * time.Second)
			l.stop()
			var a play.Alive
			require.NoError(t, l.store.Do(t.Context(), func(tx play.Tx) (err error) {
				a, err = tx.Alive(t.Context())
				return err
			}))
			want := 0 * time.Second
			if away {
				want = 32 * time.Second
			}
			assert.Equal(t, want, time.Since(a.At))
		})
	}
}

// TestRun_Interrupted: a start that cannot give time back, or is stopped meanwhile, records no heartbeat; the next
// start gives back everything.
func TestRun_Interrupted(t *testing.T) {
	t.Parallel()
	for _, told := range []bool{false, true} {
		l := newLived(t, playtest.NewMemory())
		gone := time.Now().Add(-time.Hour).UTC().Truncate(time.Millisecond)
		require.NoError(t, l.store.Do(t.Context(), func(tx play.Tx) error {
			return tx.SaveAlive(t.Context(), play.Alive{At: gone})
		}))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if told {
			cancel()
		} else {
			l.outage.Store(true)
		}
		err := (&App{life: l.lifeline}).Run(ctx)
		assert.Equal(t, told, err == nil)
		require.NoError(t, l.store.Do(t.Context(), func(tx play.Tx) error {
			a, err := tx.Alive(t.Context())
			assert.Equal(t, play.Alive{At: gone}, a)
			return err
		}))
	}
}
