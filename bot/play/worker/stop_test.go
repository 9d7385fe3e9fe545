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

// TestTell_StopsWhileSending: what was not sent is told by the next Worker, without delay and
// with the same key.
func TestTell_StopsWhileSending(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(hang)
		o.start()
		o.open()
		o.stop()
		o.crier.announce.set(nil)
		o.open()
		require.Len(o, o.crier.calls.get(), 2)
		assert.Equal(o, o.crier.calls.get()[0], o.crier.calls.get()[1])
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post)
		o.requireIdle()
	})
}

// TestTell_StopsAfterSending: what was sent is recorded, so that nobody sends it again, and what
// it replaced is removed later.
func TestTell_StopsAfterSending(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.announce.set(func(ctx context.Context, _ match.ID) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			return nil // the message was on its way
		})
		o.crier.retire.set(func(ctx context.Context, _ play.Post) error { return ctx.Err() })
		o.playTurn("m1")
		o.stop()
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post)
		assert.Equal(o, 3, o.match("m1").Told)
		assert.Empty(o, o.crier.removed.get())
		o.open()
		o.pass(2 * time.Second)
		assert.Len(o, o.crier.calls.get(), 2)
		assert.Equal(o, []play.Post{post("c", "m1", 1)}, o.crier.removed.get())
		o.requireIdle()
	})
}

// mortal is a Store of a process that can be killed: from then on nothing it does is kept.
type mortal struct {
	play.Store
	dead atomic.Bool
}

func (s *mortal) Do(ctx context.Context, f func(play.Tx) error) error {
	if s.dead.Load() {
		return errors.New("killed")
	}
	return s.Store.Do(ctx, f)
}

// TestTell_Killed: what a process was sending when it was killed is sent again by the next one as
// it was, alone, when the lease has ended; what came after is told after it, at once.
func TestTell_Killed(t *testing.T) {
	for name, later := range map[string]int{"quiet": 0, "news": 1, "more news": 2} {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				first := &mortal{Store: o.store}
				o.employ(first)
				o.crier.announce.set(func(context.Context, match.ID) error {
					first.dead.Store(true)
					return nil // it was sent
				})
				o.start()
				o.open()
				o.stop()
				require.Len(o, o.crier.calls.get(), 1)
				require.Zero(o, o.match("m1").Told)

				o.crier.announce.set(nil)
				o.employ(o.store)
				o.open()
				for range later {
					o.playTurn("m1")
				}
				o.pass(2 * time.Minute)
				calls := o.crier.calls.get()
				again := calls[0]
				again.after = 2 * time.Minute
				want := []told{calls[0], again}
				switch later {
				case 1:
					want = append(want, told{again.after, "m1", "c", []int{3}, "m1-2"})
				case 2:
					want = append(want, told{again.after, "m1", "c", []int{3, 4}, "m1-2"})
				}
				assert.Equal(o, want, calls)
				o.requireIdle()
			})
		})
	}
}

// TestTell_TwoProcesses: of two Workers on one store, each thing is told by one of them.
func TestTell_TwoProcesses(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		o.open()
		o.employ(o.store)
		o.open()
		for range 60 {
			o.start()
		}
		o.pass(time.Minute)
		for i := range o.ids {
			o.move(match.ID(fmt.Sprint("m", i+1)))
		}
		o.pass(time.Minute)
		o.requireIdle()
		keys := map[string]int{}
		for _, c := range o.crier.calls.get() {
			keys[c.key]++
		}
		for key, n := range keys {
			assert.Equal(o, 1, n, key)
		}
		assert.Len(o, o.crier.removed.get(), len(keys)-o.ids)
	})
}

// TestTell_Overrun: whoever is so slow that others took the job over records nothing.
func TestTell_Overrun(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(context.Context, match.ID) error {
			o.crier.announce.set(nil)
			time.Sleep(3 * time.Minute) // it does not care for its context
			return nil
		})
		o.start()
		o.open()
		o.pass(2 * time.Minute)
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post)
		o.requireIdle()
		o.pass(5 * time.Minute)
		calls := o.crier.calls.get()
		require.Len(o, calls, 2)
		assert.Equal(o, calls[0].key, calls[1].key)
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post)
		assert.Empty(o, o.crier.removed.get(), "what stands is not removed")
		assert.Contains(o, o.log.String(), "lease is lost")
		assert.NotContains(o, o.log.String(), "retry_in", "it is lost for good")
		o.requireIdle()
	})
}
