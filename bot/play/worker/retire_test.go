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
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.retire.set(no)
		f.playTurn("m1")
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post, "told all the same")
		f.pass(33 * time.Second)
		assert.Equal(f, seconds(0, 2, 4, 8, 16, 32), f.announcer.removals.get())

		f.playTurn("m1") // the newer one is tried at once, the older one when it is due
		assert.Equal(f, seconds(0, 2, 4, 8, 16, 32, 33), f.announcer.removals.get())
		f.announcer.retire.set(nil)
		f.pass(31 * time.Second)
		assert.Equal(f, []play.Post{post("c", "m1", 2), post("c", "m1", 1)}, f.announcer.removed.get())
		f.pass(time.Hour)
		assert.Len(f, f.announcer.removals.get(), 9)
		f.requireIdle()
	})
}

// TestRetire_GivenUp: after so many tries, which is about a day, or at once when the post is gone.
func TestRetire_GivenUp(t *testing.T) {
	for name, failure := range map[string]error{"after a day": errors.New("no"),
		"at once": play.ErrGone} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.start()
				f.run()
				f.announcer.retire.set(func(context.Context, play.Post) error { return failure })
				f.playTurn("m1")
				f.pass(60 * time.Hour)
				f.requireIdle()
				all := f.announcer.removals.get()
				if errors.Is(failure, play.ErrGone) {
					assert.Equal(f, seconds(0), all)
					return
				}
				assert.Len(f, all, 1+32, "with the news, and by a job")
				assert.Greater(f, all[32], 20*time.Hour)
				assert.Less(f, all[32], 25*time.Hour)
				assert.Contains(f, f.log.String(), "given up")
			})
		})
	}
}

// TestRetire_GoneLater: a post that somebody else has removed meanwhile is left alone.
func TestRetire_GoneLater(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.retire.set(no)
		f.playTurn("m1")
		f.announcer.retire.set(func(context.Context, play.Post) error { return play.ErrGone })
		f.pass(time.Hour)
		assert.Equal(f, seconds(0, 2), f.announcer.removals.get())
		f.requireIdle()
	})
}

// TestRetire_Panics: a panic in one removal stops neither the other removals nor the news.
func TestRetire_Panics(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.retire.set(onlyPost(post("c", "m1", 1), func(context.Context) error { panic("a defect") }))
		f.start()
		f.run()
		f.playTurn("m1")
		f.playTurn("m1")
		assert.Equal(f, post("c", "m1", 3), f.match("m1").Post)
		assert.Equal(f, []play.Post{post("c", "m1", 2)}, f.announcer.removed.get())
		f.pass(3 * time.Second)
		assert.Contains(f, f.log.String(), "a defect")
		f.announcer.retire.set(nil)
		f.pass(time.Hour)
		assert.Equal(f, []play.Post{post("c", "m1", 2), post("c", "m1", 1)}, f.announcer.removed.get())
		f.requireIdle()
	})
}

// TestRetire_Hangs: a post whose removal hangs delays the news of its match by two seconds, once,
// and other matches and removals not at all.
func TestRetire_Hangs(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.retire.set(onlyPost(post("c", "m1", 1), func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		f.start()
		f.start()
		f.run()
		f.playTurn("m1") // told at once; recorded after 2 s
		f.playTurn("m1")
		f.playTurn("m2")
		f.playTurn("m2")
		assert.Equal(f, post("c", "m2", 3), f.match("m2").Post)
		f.pass(time.Minute)
		var m1, m2 []time.Duration
		for _, c := range f.announcer.calls.get() {
			if c.id == "m1" {
				m1 = append(m1, c.after)
				continue
			}
			m2 = append(m2, c.after)
		}
		assert.Equal(f, seconds(0, 0, 2), m1)
		assert.Equal(f, seconds(0, 0, 0), m2)
		assert.Equal(f, post("c", "m1", 3), f.match("m1").Post)
		assert.Equal(f, []play.Post{post("c", "m2", 1), post("c", "m2", 2), post("c", "m1", 2)},
			f.announcer.removed.get())
		// With the news, and by a job that hangs for 30 s each time.
		assert.Equal(f, seconds(0, 0, 0, 2, 4, 36), f.announcer.removals.get())

		f.playTurn("m1")
		assert.Equal(f, seconds(60), f.announcer.times()[6:], "though the removal hangs again")
		f.announcer.retire.set(nil)
		f.pass(time.Hour)
		f.requireIdle()
	})
}

// TestRetire_Bounded: the number of concurrent removals is limited, however many news there are.
func TestRetire_Bounded(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const atOnce, many = 4, 250
		f.announcer.retire.set(func(context.Context, play.Post) error {
			time.Sleep(time.Second)
			return nil
		})
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			for i := range many {
				old := play.Post{Channel: "c", Message: fmt.Sprint("old", i)}
				if err := play.RetirePost(f.Context(), tx, old, time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
		f.run()
		assert.Len(f, f.announcer.removals.get(), atOnce)
		f.start()
		synctest.Wait()
		assert.Len(f, f.announcer.calls.get(), 1, "news do not wait for removals")
		f.pass(time.Second)
		assert.Len(f, f.announcer.removals.get(), 2*atOnce)
		f.pass(many / atOnce * time.Second)
		assert.Len(f, f.announcer.removed.get(), many)
		f.requireIdle()
	})
}

// TestRetire_NoPost: what is no post is given up.
func TestRetire_NoPost(t *testing.T) {
	inBubble(t, func(f *fixture) {
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			return tx.Schedule(f.Context(), play.JobRetire, "nonsense", time.Now())
		}))
		f.run()
		f.requireIdle()
		assert.Empty(f, f.announcer.removals.get())
		assert.Contains(f, f.log.String(), "nonsense")
	})
}

// TestRetire_BeforeNews: of a removal and news to be tried again, the earlier is not late.
func TestRetire_BeforeNews(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(only("m2", func(context.Context, match.ID) error { return errors.New("no") }))
		f.announcer.retire.set(no)
		f.start()
		f.start()
		f.run()
		f.pass(31 * time.Second) // the news of m2 are due at 62 s
		f.playTurn("m1")
		f.pass(20 * time.Second)
		assert.Equal(f, seconds(31, 33, 35, 39, 47), f.announcer.removals.get())
	})
}

// TestRetire_Stop: a removal that the end of the program cut short is tried by the next one.
func TestRetire_Stop(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.run()
		f.announcer.retire.set(no)
		f.playTurn("m1")
		f.announcer.retire.set(func(ctx context.Context, _ play.Post) error { return hang(ctx, "") })
		f.pass(3 * time.Second)
		f.stop()
		f.announcer.retire.set(nil)
		f.run()
		assert.Equal(f, seconds(0, 2, 3), f.announcer.removals.get())
		assert.Len(f, f.announcer.removed.get(), 1)
		f.requireIdle()
	})
}
