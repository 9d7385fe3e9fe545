package worker_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestTell_StopsWhileSending: the next Worker posts what was not sent, without delay and with the same key.
func TestTell_StopsWhileSending(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(hang)
		f.start()
		f.run()
		f.stop()
		f.announcer.announce.set(nil)
		f.run()
		require.Len(f, f.announcer.calls.get(), 2)
		assert.Equal(f, f.announcer.calls.get()[0], f.announcer.calls.get()[1])
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post)
		f.requireIdle()
	})
}

// TestTell_StopsAfterSending: a sent post is recorded, so that nobody sends it again, and its predecessor is removed
// later.
func TestTell_StopsAfterSending(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.announce.set(func(ctx context.Context, _ match.ID) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			return nil // the message was on its way
		})
		f.announcer.retire.set(func(ctx context.Context, _ play.Post) error { return ctx.Err() })
		f.playTurn("m1")
		f.stop()
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post)
		assert.Equal(f, 3, f.match("m1").Told)
		assert.Empty(f, f.announcer.removed.get())
		f.run()
		f.pass(2 * time.Second)
		assert.Len(f, f.announcer.calls.get(), 2)
		assert.Equal(f, []play.Post{post("c", "m1", 1)}, f.announcer.removed.get())
		f.requireIdle()
	})
}

// killableStore is a Store of a process that can be killed: from then on nothing it does is kept.
type killableStore struct {
	play.Store
	dead atomic.Bool
}

func (s *killableStore) Do(ctx context.Context, f func(play.Tx) error) error {
	if s.dead.Load() {
		return errors.New("killed")
	}
	return s.Store.Do(ctx, f)
}

// TestTell_Killed: the announcement of a killed process is repeated unchanged by the next one when the lease has ended;
// later events follow immediately.
func TestTell_Killed(t *testing.T) {
	for name, later := range map[string]int{"quiet": 0, "news": 1, "more news": 2} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				first := &killableStore{Store: f.store}
				f.newWorker(first)
				f.announcer.announce.set(func(context.Context, match.ID) error {
					first.dead.Store(true)
					return nil // it was sent
				})
				f.start()
				f.run()
				f.stop()
				require.Len(f, f.announcer.calls.get(), 1)
				require.Zero(f, f.match("m1").Told)

				f.announcer.announce.set(nil)
				f.newWorker(f.store)
				f.run()
				for range later {
					f.playTurn("m1")
				}
				f.pass(2 * time.Minute)
				calls := f.announcer.calls.get()
				again := calls[0]
				again.after = 30 * time.Second
				want := []told{calls[0], again}
				switch later {
				case 1:
					want = append(want, told{again.after, "m1", "c", []int{3}, "m1-2"})
				case 2:
					want = append(want, told{again.after, "m1", "c", []int{3, 4}, "m1-2"})
				}
				assert.Equal(f, want, calls)
				f.requireIdle()
			})
		})
	}
}

// TestTell_TwoProcesses: with two Workers on one store, each announcement is made by one of them.
func TestTell_TwoProcesses(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		f.run()
		f.newWorker(f.store)
		f.run()
		for range 60 {
			f.start()
		}
		f.pass(time.Minute)
		for i := range f.ids {
			f.move(match.ID(fmt.Sprint("m", i+1)))
		}
		f.pass(time.Minute)
		f.requireIdle()
		keys := map[string]int{}
		for _, c := range f.announcer.calls.get() {
			keys[c.key]++
		}
		for key, n := range keys {
			assert.Equal(f, 1, n, key)
		}
		assert.Len(f, f.announcer.removed.get(), len(keys)-f.ids)
	})
}

// TestTell_Slow: the lease of what takes long, and is recorded late, is prolonged meanwhile.
func TestTell_Slow(t *testing.T) {
	inBubble(t, func(f *fixture) {
		store := new(failingStore)
		f.newWorker(f.hooked(store.hook))
		f.announcer.announce.set(func(context.Context, match.ID) error {
			f.announcer.announce.set(nil)
			time.Sleep(40 * time.Second) // it does not care for its context
			store.units.set(func() error { return errors.New("no disk") })
			return nil
		})
		f.start()
		f.run()
		f.pass(time.Second)
		f.newWorker(f.store)
		f.run()
		f.pass(44 * time.Second) // longer than the first lease
		store.units.set(nil)
		f.pass(5 * time.Minute)
		assert.Len(f, f.announcer.calls.get(), 1)
		assert.Equal(f, post("c", "m1", 1), f.match("m1").Post)
		f.requireIdle()
	})
}

// TestWorker_Poll: polling finds jobs that another process added without waking the Worker.
func TestWorker_Poll(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.poll = 5 * time.Second
		f.newWorker(f.store)
		f.startPaced() // there is something to do in days
		f.run()
		f.newWorker(f.store) // it takes the words of the Service, and does nothing
		f.pass(time.Minute + time.Second)
		f.start()
		f.pass(3 * time.Second)
		assert.Len(f, f.announcer.calls.get(), 1)
		f.pass(2 * time.Second)
		assert.Len(f, f.announcer.calls.get(), 2)
	})
}

// TestTell_Overrun: a process that is so slow that another one took over the job records nothing, and removes its own
// message, unless that is the current one.
func TestTell_Overrun(t *testing.T) {
	again, removed := func(play.Post) play.Post { return post("c", "m1", 2) }, []play.Post{post("c", "m1", 1)}
	none := func(p play.Post) play.Post {
		if p == removed[0] {
			return play.Post{}
		}
		return p
	}
	t.Run("another", func(t *testing.T) { overrun(t, nil, removed) })
	t.Run("the same", func(t *testing.T) { overrun(t, again, nil) })
	t.Run("none", func(t *testing.T) { overrun(t, none, nil) })
}

func overrun(t *testing.T, makes func(play.Post) play.Post, removed []play.Post) {
	inBubble(t, func(f *fixture) {
		f.announcer.makes.set(makes)
		f.announcer.announce.set(func(context.Context, match.ID) error {
			f.announcer.announce.set(nil)
			time.Sleep(3 * time.Minute) // it does not care for its context
			return nil
		})
		f.start()
		f.run()
		f.pass(2 * time.Minute)
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post)
		f.requireIdle()
		f.pass(5 * time.Minute)
		calls := f.announcer.calls.get()
		require.Len(f, calls, 2)
		assert.Equal(f, calls[0].key, calls[1].key)
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post)
		assert.Equal(f, removed, f.announcer.removed.get(), "what stands is not removed")
		assert.NotContains(f, f.log.String(), "retry_in", "it is lost for good")
		assert.NotContains(f, f.log.String(), "not a post")
		f.requireIdle()
	})
}

// TestTell_OverrunMeanwhile: nor does it stand for what is being told by then.
func TestTell_OverrunMeanwhile(t *testing.T) {
	inBubble(t, func(f *fixture) {
		takes := func(d time.Duration) {
			f.announcer.announce.set(func(context.Context, match.ID) error {
				f.announcer.announce.set(nil)
				time.Sleep(d) // it does not care for its context
				return nil
			})
		}
		takes(3 * time.Minute)
		f.start()
		f.run()
		f.pass(170 * time.Second)
		takes(20 * time.Second)
		f.playTurn("m1")
		f.pass(5 * time.Minute)
		assert.Equal(f, post("c", "m1", 3), f.match("m1").Post)
		assert.ElementsMatch(f, []play.Post{post("c", "m1", 1), post("c", "m1", 2)}, f.announcer.removed.get())
		f.requireIdle()
	})
}
