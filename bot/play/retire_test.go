package play_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// TestTeller_RemovalFails: it is tried again, less and less often.
func TestTeller_RemovalFails(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start(o.T)
		o.open()
		o.crier.retire.set(func(string) error { return errors.New("no") })
		o.playTurn("m1")
		o.pass(30 * time.Second)
		assert.Equal(o, seconds(0, 2, 6, 14, 30), o.crier.removals.get())

		o.playTurn("m1") // the newer one is tried at once, the older one when it is due
		assert.Equal(o, seconds(0, 2, 6, 14, 30, 30), o.crier.removals.get())
		o.crier.retire.set(nil)
		o.pass(32 * time.Second)
		assert.Equal(o, []match.Post{{Match: "m1", Channel: "c", Message: "m1/2"},
			{Match: "m1", Channel: "c", Message: "m1/1"}}, o.crier.removed.get())
		o.pass(time.Hour)
		assert.Len(o, o.crier.removals.get(), 8)
	})
}

// TestTeller_RemovalGivenUp: after about a day, or at once when the message is gone.
func TestTeller_RemovalGivenUp(t *testing.T) {
	for name, failure := range map[string]error{"after a day": errors.New("no"),
		"at once": play.ErrGone} {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				o.start(o.T)
				o.open()
				o.crier.retire.set(func(string) error { return failure })
				o.playTurn("m1")
				o.pass(30 * time.Hour)
				left, err := o.store.Retired(o.Context(), 9)
				require.NoError(o, err)
				assert.Empty(o, left)
				last := o.crier.removals.get()[len(o.crier.removals.get())-1]
				if failure == play.ErrGone {
					assert.Zero(o, last)
					return
				}
				assert.Greater(o, last, 20*time.Hour)
				assert.Less(o, last, 25*time.Hour)
			})
		})
	}
}

// TestTeller_RemovalPanics: a defect there stops neither the other removals nor the news.
func TestTeller_RemovalPanics(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.retire.set(func(message string) error {
			if message == "m1/1" {
				panic("a defect")
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
		assert.Contains(o, o.log.String(), "a defect")
	})
}

// TestTeller_ManyRemovals: more than are read at once are removed all the same.
func TestTeller_ManyRemovals(t *testing.T) {
	inOffice(t, func(o *office) {
		const many = 250
		o.start(o.T)
		for i := range many {
			p := match.Post{Match: "m1", Channel: "c", Message: fmt.Sprint("old ", i)}
			require.NoError(o, o.store.Told(o.Context(), nil, p))
		}
		o.open()
		o.pass(time.Minute)
		assert.Len(o, o.crier.removed.get(), many)
	})
}

// TestTeller_RemovalBeforeNews: of a removal and news to be tried again, the earlier is not late.
func TestTeller_RemovalBeforeNews(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(func(_ context.Context, id match.ID) error {
			if id == "m2" {
				return errors.New("no")
			}
			return nil
		})
		o.crier.retire.set(func(string) error { return errors.New("no") })
		o.start(o.T)
		o.start(o.T)
		o.open()
		o.pass(31 * time.Second) // the news of m2 are due at 62 s
		o.playTurn("m1")
		o.pass(20 * time.Second)
		assert.Equal(o, seconds(31, 33, 37, 45), o.crier.removals.get())
	})
}

// weary is a store whose outbox fails while it is told to.
type weary struct {
	*playtest.Memory
	fail  shared[func() error]
	asked shared[int]
}

func (w *weary) Notices(ctx context.Context, now time.Time, n int) ([]match.Notice, error) {
	w.asked.change(func(n int) int { return n + 1 })
	if fail := w.fail.get(); fail != nil {
		return nil, fail()
	}
	return w.Memory.Notices(ctx, now, n)
}

// TestTeller_StoreFails: the Teller outlives a store that fails or panics for a while, and does
// not storm it.
func TestTeller_StoreFails(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("no disk") },
		"panic": func() error { panic("no disk") },
	} {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				store := &weary{Memory: o.store}
				store.fail.set(fail)
				o.employ(store)
				o.start(o.T)
				o.open()
				o.pass(time.Minute) // at 0, again by the Wake of start, then 4, 12, 28, 60
				assert.Contains(o, o.log.String(), "no disk")
				assert.InDelta(o, 6, store.asked.get(), 1)
				store.fail.set(nil)
				o.pass(5 * time.Minute)
				assert.Equal(o, "m1/1", o.post("m1"))
			})
		})
	}
}
