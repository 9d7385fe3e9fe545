package worker_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestTell: news due at the start and new news are posted immediately, once for all news of a match, and the previous
// message is removed.
func TestTell(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.start()
		f.run()
		assert.ElementsMatch(f, []told{{0, "m1", "c", []int{1, 2}, "m1-1"},
			{0, "m2", "c", []int{1, 2}, "m2-1"}}, f.announcer.calls.get())
		assert.Equal(f, post("c", "m2", 1), f.match("m2").Post)
		f.requireIdle()

		f.pass(time.Hour)
		assert.Len(f, f.announcer.calls.get(), 2, "nothing new, nothing told")
		f.playTurn("m2")
		assert.Equal(f, told{time.Hour, "m2", "c", []int{3}, "m2-2"}, f.announcer.calls.get()[2])
		assert.Equal(f, post("c", "m2", 2), f.match("m2").Post)
		assert.Equal(f, []play.Post{post("c", "m2", 1)}, f.announcer.removed.get())
		f.requireIdle()
		assert.Empty(f, f.log.String())
	})
}

// TestTell_Silent: news that notify nobody edit the current board.
func TestTell_Silent(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.startPaced()
		f.run()
		_, err := f.GoAway(f.Context(), bob, anyPly("m1"), f.now().Add(day))
		require.NoError(f, err)
		f.pass(time.Minute)
		f.playTurn("m1")
		var edited []play.Post
		for _, c := range f.announcer.pings.get() {
			edited = append(edited, c.in)
		}
		assert.Equal(f, []play.Post{{}, post("c", "m1", 1), {}}, edited)
	})
}

// TestTell_InOrder: whatever happens during announcements, with slow channels and failing calls, each event of a match
// is announced, in order, and repetitions are identical.
func TestTell_InOrder(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const matches = 30
		random := shared[*rand.Rand]{value: rand.New(rand.NewPCG(1, 2))}
		draw := func(n int) (drawn int) {
			random.change(func(r *rand.Rand) *rand.Rand { drawn = r.IntN(n); return r })
			return drawn
		}
		f.announcer.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Duration(draw(3000)) * time.Millisecond)
			if draw(4) == 0 {
				return errors.New("no")
			}
			return nil
		})
		for range matches {
			f.start()
		}
		f.run()
		for range 400 {
			f.move(match.ID(fmt.Sprint("m", 1+draw(matches))))
			time.Sleep(time.Duration(draw(500)) * time.Millisecond)
		}
		f.pass(time.Hour)
		f.requireIdle()
		last, news := map[match.ID]int{}, map[string][]int{}
		for _, c := range f.announcer.calls.get() {
			if before, repeated := news[c.key]; repeated {
				require.Equal(f, before, c.seqs, c.key)
				continue
			}
			news[c.key] = c.seqs
			for _, seq := range c.seqs {
				require.Equal(f, last[c.id]+1, seq, c.key)
				last[c.id] = seq
			}
		}
		assert.Len(f, last, matches)
	})
}

// TestTell_TriesAgain: less and less often, with the same key and the same news, also when there
// is more to tell; other matches do not wait.
func TestTell_TriesAgain(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(only("m1", func(context.Context, match.ID) error { return errors.New("no") }))
		f.start()
		f.run()
		f.pass(time.Minute)
		assert.Equal(f, seconds(0, 2, 6, 14, 30), f.announcer.times())
		f.pass(10 * time.Hour)
		times := f.announcer.times()
		for i := range times[1:] {
			assert.LessOrEqual(f, times[i+1]-times[i], 5*time.Minute)
		}
		assert.Equal(f, 5*time.Minute, times[len(times)-1]-times[len(times)-2])
		assert.Zero(f, f.match("m1").Post)

		f.start()
		synctest.Wait()
		f.playTurn("m1")
		calls := f.announcer.calls.get()[len(times):]
		require.Len(f, calls, 2)
		assert.Equal(f, match.ID("m2"), calls[0].id)
		for _, c := range slices.Concat(f.announcer.calls.get()[:len(times)], calls[1:]) {
			assert.Equal(f, "m1-1", c.key)
			assert.Equal(f, []int{1, 2}, c.seqs, "alone: more would be another message")
		}

		f.announcer.announce.set(nil)
		f.pass(time.Hour)
		calls = f.announcer.calls.get()[len(times)+2:]
		require.Len(f, calls, 2)
		assert.Equal(f, "m1-1", calls[0].key)
		assert.Equal(f, []int{3}, calls[1].seqs)
		assert.Equal(f, calls[0].after, calls[1].after, "what waited is told at once")
		assert.Equal(f, post("c", "m1", len(times)+3), f.match("m1").Post)
		f.requireIdle()
		assert.Contains(f, f.log.String(), "match=m1")
	})
}

// TestTell_SucceedsAgain: after a success the delays begin again.
func TestTell_SucceedsAgain(t *testing.T) {
	inBubble(t, func(f *fixture) {
		no := func(context.Context, match.ID) error { return errors.New("no") }
		f.announcer.announce.set(no)
		f.start()
		f.run()
		f.pass(20 * time.Second)
		f.announcer.announce.set(func(context.Context, match.ID) error {
			f.move("m1") // during the announcement
			f.announcer.announce.set(no)
			return nil
		})
		f.pass(11 * time.Second) // at 30 s
		f.pass(4 * time.Second)
		assert.Equal(f, seconds(0, 2, 6, 14, 30, 30, 32), f.announcer.times())
	})
}

// TestTell_RestFails: so they do for what was left to tell after the announcement that succeeded.
func TestTell_RestFails(t *testing.T) {
	inBubble(t, func(f *fixture) {
		no := func(context.Context, match.ID) error { return errors.New("no") }
		f.announcer.announce.set(no)
		f.start()
		f.run()
		f.pass(20 * time.Second)
		f.announcer.announce.set(func(context.Context, match.ID) error {
			f.announcer.announce.set(no)
			return nil
		})
		f.playTurn("m1")
		f.pass(5 * time.Second)
		assert.Equal(f, seconds(0, 2, 6, 14, 20, 20, 22), f.announcer.times())
	})
}

// TestTell_Panics: a match that cannot be shown does not silence the others.
func TestTell_Panics(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(only("m1", func(context.Context, match.ID) error { panic("a defect") }))
		f.start()
		f.start()
		f.run()
		assert.Equal(f, post("c", "m2", 1), f.match("m2").Post)
		f.announcer.announce.set(nil)
		f.pass(2 * time.Second)
		assert.Equal(f, post("c", "m1", 2), f.match("m1").Post)
		assert.Contains(f, f.log.String(), "a defect")
		f.requireIdle()
	})
}

// TestTell_Hangs: a call that never returns is given up after a while.
func TestTell_Hangs(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(hang)
		f.start()
		f.run()
		f.pass(33 * time.Second)
		assert.Equal(f, seconds(0, 32), f.announcer.times())
	})
}

// TestTell_HangsElsewhere: a channel that hangs does not delay others; later events of its own match are announced
// afterwards, in order, once.
func TestTell_HangsElsewhere(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(only("m1", hang))
		f.start()
		f.run()
		f.pass(5 * time.Second)
		f.start()
		synctest.Wait()
		assert.Equal(f, post("c", "m2", 1), f.match("m2").Post, "at once")
		f.playTurn("m2")
		f.playTurn("m1")
		assert.Equal(f, post("c", "m2", 2), f.match("m2").Post)
		assert.Equal(f, seconds(0, 5, 5), f.announcer.times(), "one call for m1 at a time")

		f.announcer.announce.set(nil)
		f.pass(25 * time.Second) // the call that hangs is given up
		f.pass(time.Minute)
		calls := f.announcer.calls.get()
		require.Len(f, calls, 5)
		assert.Equal(f, []string{"m1-1", "m1-2"}, []string{calls[3].key, calls[4].key})
		assert.Equal(f, [][]int{{1, 2}, {3}}, [][]int{calls[3].seqs, calls[4].seqs},
			"what may have been sent first, as it was")
		f.requireIdle()
	})
}

// TestTell_Bounded: the number of concurrent announcements is limited; all are made in the end.
func TestTell_Bounded(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const atOnce, many = 16, 40
		f.announcer.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		for range many {
			f.start()
		}
		f.run()
		for i, want := range []int{atOnce, 2 * atOnce, many, many} {
			assert.Len(f, f.announcer.calls.get(), want, "after %d s", i)
			f.pass(time.Second)
		}
		f.requireIdle()
	})
}

// TestTell_Many: more news than can be claimed at once are all posted.
func TestTell_Many(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const many = 130
		for range many {
			f.start()
		}
		f.run()
		f.requireIdle()
		for i := range many {
			f.move(match.ID(fmt.Sprint("m", i+1)))
		}
		f.pass(time.Minute)
		f.requireIdle()
		assert.Len(f, f.announcer.calls.get(), 2*many)
		assert.Len(f, f.announcer.removed.get(), many)
	})
}

// TestTell_GivenUp: news of a finished match that cannot be delivered are given up after a month, and count as
// delivered.
func TestTell_GivenUp(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		_, err := f.Resign(f.Context(), bob, anyPly(id))
		require.NoError(f, err)
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
		f.run()
		f.pass(29 * 24 * time.Hour)
		assert.Less(f, f.match(id).Told, f.match(id).Seq)
		f.pass(2 * 24 * time.Hour)
		asked := len(f.announcer.calls.get())
		f.pass(9 * 24 * time.Hour)
		assert.Len(f, f.announcer.calls.get(), asked)
		assert.Equal(f, f.match(id).Seq, f.match(id).Told)
	})
}
