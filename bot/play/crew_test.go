package play_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

// TestTeller_HangsElsewhere: a channel that hangs keeps nobody else waiting, and what happens in
// its own match meanwhile is told after, in order, once.
func TestTeller_HangsElsewhere(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(ctx context.Context, id match.ID) error {
			if id != "m1" {
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		})
		o.start(o.T)
		o.open()
		o.pass(5 * time.Second)
		o.start(o.T)
		synctest.Wait()
		assert.Equal(o, "m2/1", o.post("m2"), "at once")
		o.playTurn("m2")
		o.playTurn("m1")
		assert.Equal(o, "m2/2", o.post("m2"))
		assert.Equal(o, seconds(0, 5, 5), o.times(), "one call for m1 at a time")

		o.crier.announce.set(nil)
		o.pass(25 * time.Second) // the call that hangs is given up
		o.pass(time.Minute)
		calls := o.crier.calls.get()
		require.Len(o, calls, 5)
		assert.Equal(o, []string{"m1-2", "m1-3"}, []string{calls[3].key, calls[4].key},
			"what may have been sent first, as it was")
		assert.Empty(o, o.kinds(o.T))
	})
}

// TestTeller_Bounded: so many are told of at once and no more; all are told in the end.
func TestTeller_Bounded(t *testing.T) {
	inOffice(t, func(o *office) {
		const hands, many = 16, 40
		o.crier.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		for range many {
			o.start(o.T)
		}
		o.open()
		for i, want := range []int{hands, 2 * hands, many, many} {
			assert.Len(o, o.crier.calls.get(), want, "after %d s", i)
			o.pass(time.Second)
		}
		assert.Empty(o, o.kinds(o.T))
	})
}

// TestTeller_RemovalHangs: a message that cannot be removed delays neither news nor removals.
func TestTeller_RemovalHangs(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.retire.set(func(message string) error {
			if message == "m1/1" {
				time.Sleep(20 * time.Second)
			}
			return nil
		})
		o.start(o.T)
		o.open()
		o.playTurn("m1")
		o.playTurn("m1")
		assert.Equal(o, "m1/3", o.post("m1"))
		assert.Equal(o, []match.Post{{Match: "m1", Channel: "c", Message: "m1/2"}},
			o.crier.removed.get())
		o.pass(20 * time.Second)
		assert.Len(o, o.crier.removed.get(), 2)
		o.pass(time.Hour)
		assert.Len(o, o.crier.removals.get(), 2, "each once")
	})
}
