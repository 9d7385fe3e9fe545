package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// no is how removing a post fails.
func no(context.Context, play.Post) error { return errors.New("no") }

// onlyPost makes removing one post fail or hang.
func onlyPost(p play.Post, f func(context.Context) error) func(context.Context, play.Post) error {
	return func(ctx context.Context, other play.Post) error {
		if other != p {
			return nil
		}
		return f(ctx)
	}
}

// TestRetire_Fails: it is tried again, less and less often, and the news do not wait for it.
func TestRetire_Fails(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.retire.set(no)
		o.playTurn("m1")
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post, "told all the same")
		o.pass(33 * time.Second)
		assert.Equal(o, seconds(0, 2, 4, 8, 16, 32), o.crier.removals.get())

		o.playTurn("m1") // the newer one is tried at once, the older one when it is due
		assert.Equal(o, seconds(0, 2, 4, 8, 16, 32, 33), o.crier.removals.get())
		o.crier.retire.set(nil)
		o.pass(31 * time.Second)
		assert.Equal(o, []play.Post{post("c", "m1", 2), post("c", "m1", 1)}, o.crier.removed.get())
		o.pass(time.Hour)
		assert.Len(o, o.crier.removals.get(), 9)
		o.requireIdle()
	})
}

// TestRetire_GivenUp: after so many tries, which is about a day, or at once when the post is gone.
func TestRetire_GivenUp(t *testing.T) {
	for name, failure := range map[string]error{"after a day": errors.New("no"),
		"at once": play.ErrGone} {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				o.start()
				o.open()
				o.crier.retire.set(func(context.Context, play.Post) error { return failure })
				o.playTurn("m1")
				o.pass(60 * time.Hour)
				o.requireIdle()
				all := o.crier.removals.get()
				if errors.Is(failure, play.ErrGone) {
					assert.Equal(o, seconds(0), all)
					return
				}
				assert.Len(o, all, 1+32, "with the news, and by a job")
				assert.Greater(o, all[32], 20*time.Hour)
				assert.Less(o, all[32], 25*time.Hour)
				assert.Contains(o, o.log.String(), "given up")
			})
		})
	}
}

// TestRetire_GoneLater: what somebody else has removed meanwhile is left alone.
func TestRetire_GoneLater(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.retire.set(no)
		o.playTurn("m1")
		o.crier.retire.set(func(context.Context, play.Post) error { return play.ErrGone })
		o.pass(time.Hour)
		assert.Equal(o, seconds(0, 2), o.crier.removals.get())
		o.requireIdle()
	})
}

// TestRetire_Panics: a defect there stops neither the other removals nor the news.
func TestRetire_Panics(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.retire.set(onlyPost(post("c", "m1", 1), func(context.Context) error { panic("a defect") }))
		o.start()
		o.open()
		o.playTurn("m1")
		o.playTurn("m1")
		assert.Equal(o, post("c", "m1", 3), o.match("m1").Post)
		assert.Equal(o, []play.Post{post("c", "m1", 2)}, o.crier.removed.get())
		o.pass(3 * time.Second)
		assert.Contains(o, o.log.String(), "a defect")
		o.crier.retire.set(nil)
		o.pass(time.Hour)
		assert.Equal(o, []play.Post{post("c", "m1", 2), post("c", "m1", 1)}, o.crier.removed.get())
		o.requireIdle()
	})
}

// TestRetire_Hangs: a post whose removal hangs delays the news of its match by two seconds, once,
// and other matches and removals not at all.
func TestRetire_Hangs(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.retire.set(onlyPost(post("c", "m1", 1), func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		o.start()
		o.start()
		o.open()
		o.playTurn("m1") // told at once; recorded after 2 s
		o.playTurn("m1")
		o.playTurn("m2")
		o.playTurn("m2")
		assert.Equal(o, post("c", "m2", 3), o.match("m2").Post)
		o.pass(time.Minute)
		var m1, m2 []time.Duration
		for _, c := range o.crier.calls.get() {
			if c.id == "m1" {
				m1 = append(m1, c.after)
				continue
			}
			m2 = append(m2, c.after)
		}
		assert.Equal(o, seconds(0, 0, 2), m1)
		assert.Equal(o, seconds(0, 0, 0), m2)
		assert.Equal(o, post("c", "m1", 3), o.match("m1").Post)
		assert.Equal(o, []play.Post{post("c", "m2", 1), post("c", "m2", 2), post("c", "m1", 2)},
			o.crier.removed.get())
		// With the news, and by a job that hangs for 30 s each time.
		assert.Equal(o, seconds(0, 0, 0, 2, 4, 36), o.crier.removals.get())

		o.playTurn("m1")
		assert.Equal(o, seconds(60), o.crier.times()[6:], "though the removal hangs again")
		o.crier.retire.set(nil)
		o.pass(time.Hour)
		o.requireIdle()
	})
}

// TestRetire_Bounded: so many are removed at once and no more, whatever news there are.
func TestRetire_Bounded(t *testing.T) {
	inOffice(t, func(o *office) {
		const atOnce, many = 4, 250
		o.crier.retire.set(func(context.Context, play.Post) error {
			time.Sleep(time.Second)
			return nil
		})
		require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
			for i := range many {
				subject := play.Post{Channel: "c", Message: fmt.Sprint("old", i)}.String()
				if err := tx.Schedule(o.Context(), play.JobRetire, subject, time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
		o.open()
		assert.Len(o, o.crier.removals.get(), atOnce)
		o.start()
		synctest.Wait()
		assert.Len(o, o.crier.calls.get(), 1, "news do not wait for removals")
		o.pass(time.Second)
		assert.Len(o, o.crier.removals.get(), 2*atOnce)
		o.pass(many / atOnce * time.Second)
		assert.Len(o, o.crier.removed.get(), many)
		o.requireIdle()
	})
}

// TestRetire_NoPost: what is no post is given up.
func TestRetire_NoPost(t *testing.T) {
	inOffice(t, func(o *office) {
		require.NoError(o, o.store.Do(o.Context(), func(tx play.Tx) error {
			return tx.Schedule(o.Context(), play.JobRetire, "nonsense", time.Now())
		}))
		o.open()
		o.requireIdle()
		assert.Empty(o, o.crier.removals.get())
		assert.Contains(o, o.log.String(), "nonsense")
	})
}

// TestRetire_BeforeNews: of a removal and news to be tried again, the earlier is not late.
func TestRetire_BeforeNews(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(only("m2", func(context.Context, match.ID) error { return errors.New("no") }))
		o.crier.retire.set(no)
		o.start()
		o.start()
		o.open()
		o.pass(31 * time.Second) // the news of m2 are due at 62 s
		o.playTurn("m1")
		o.pass(20 * time.Second)
		assert.Equal(o, seconds(31, 33, 35, 39, 47), o.crier.removals.get())
	})
}

// TestRetire_Stop: a removal that the end of the program cut short is tried by the next one.
func TestRetire_Stop(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.open()
		o.crier.retire.set(no)
		o.playTurn("m1")
		o.crier.retire.set(func(ctx context.Context, _ play.Post) error { return hang(ctx, "") })
		o.pass(3 * time.Second)
		o.stop()
		o.crier.retire.set(nil)
		o.open()
		assert.Equal(o, seconds(0, 2, 3), o.crier.removals.get())
		assert.Len(o, o.crier.removed.get(), 1)
		o.requireIdle()
	})
}
