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

// TestTell: what is due at the start is told, what is new at once, each match once for all its
// news, and the message before is removed.
func TestTell(t *testing.T) {
	inOffice(t, func(o *office) {
		o.start()
		o.start()
		o.open()
		assert.ElementsMatch(o, []told{{0, "m1", "c", []int{1, 2}, "m1-1"},
			{0, "m2", "c", []int{1, 2}, "m2-1"}}, o.crier.calls.get())
		assert.Equal(o, post("c", "m2", 1), o.match("m2").Post)
		o.requireIdle()

		o.pass(time.Hour)
		assert.Len(o, o.crier.calls.get(), 2, "nothing new, nothing told")
		o.playTurn("m2")
		assert.Equal(o, told{time.Hour, "m2", "c", []int{3}, "m2-2"}, o.crier.calls.get()[2])
		assert.Equal(o, post("c", "m2", 2), o.match("m2").Post)
		assert.Equal(o, []play.Post{post("c", "m2", 1)}, o.crier.removed.get())
		o.requireIdle()
		assert.Empty(o, o.log.String())
	})
}

// TestTell_InOrder: whatever happens while news are told, with channels as slow as they like and
// some calls failing, each event of a match is told, in order, and what is repeated is as it was.
func TestTell_InOrder(t *testing.T) {
	inOffice(t, func(o *office) {
		const matches = 30
		random := shared[*rand.Rand]{value: rand.New(rand.NewPCG(1, 2))}
		draw := func(n int) (drawn int) {
			random.change(func(r *rand.Rand) *rand.Rand { drawn = r.IntN(n); return r })
			return drawn
		}
		o.crier.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Duration(draw(3000)) * time.Millisecond)
			if draw(4) == 0 {
				return errors.New("no")
			}
			return nil
		})
		for range matches {
			o.start()
		}
		o.open()
		for range 400 {
			o.move(match.ID(fmt.Sprint("m", 1+draw(matches))))
			time.Sleep(time.Duration(draw(500)) * time.Millisecond)
		}
		o.pass(time.Hour)
		o.requireIdle()
		last, news := map[match.ID]int{}, map[string][]int{}
		for _, c := range o.crier.calls.get() {
			if before, repeated := news[c.key]; repeated {
				require.Equal(o, before, c.seqs, c.key)
				continue
			}
			news[c.key] = c.seqs
			for _, seq := range c.seqs {
				require.Equal(o, last[c.id]+1, seq, c.key)
				last[c.id] = seq
			}
		}
		assert.Len(o, last, matches)
	})
}

// TestTell_TriesAgain: less and less often, with the same key and the same news, also when there
// is more to tell; other matches do not wait.
func TestTell_TriesAgain(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(only("m1", func(context.Context, match.ID) error { return errors.New("no") }))
		o.start()
		o.open()
		o.pass(time.Minute)
		assert.Equal(o, seconds(0, 2, 6, 14, 30), o.crier.times())
		o.pass(10 * time.Hour)
		times := o.crier.times()
		for i := range times[1:] {
			assert.LessOrEqual(o, times[i+1]-times[i], 5*time.Minute)
		}
		assert.Equal(o, 5*time.Minute, times[len(times)-1]-times[len(times)-2])
		assert.Zero(o, o.match("m1").Post)

		o.start()
		synctest.Wait()
		o.playTurn("m1")
		calls := o.crier.calls.get()[len(times):]
		require.Len(o, calls, 2)
		assert.Equal(o, match.ID("m2"), calls[0].id)
		for _, c := range slices.Concat(o.crier.calls.get()[:len(times)], calls[1:]) {
			assert.Equal(o, "m1-1", c.key)
			assert.Equal(o, []int{1, 2}, c.seqs, "alone: more would be another message")
		}

		o.crier.announce.set(nil)
		o.pass(time.Hour)
		calls = o.crier.calls.get()[len(times)+2:]
		require.Len(o, calls, 2)
		assert.Equal(o, "m1-1", calls[0].key)
		assert.Equal(o, []int{3}, calls[1].seqs)
		assert.Equal(o, calls[0].after, calls[1].after, "what waited is told at once")
		assert.Equal(o, post("c", "m1", len(times)+3), o.match("m1").Post)
		o.requireIdle()
		assert.Contains(o, o.log.String(), "match=m1")
	})
}

// TestTell_SucceedsAgain: after a success the delays begin anew.
func TestTell_SucceedsAgain(t *testing.T) {
	inOffice(t, func(o *office) {
		no := func(context.Context, match.ID) error { return errors.New("no") }
		o.crier.announce.set(no)
		o.start()
		o.open()
		o.pass(20 * time.Second)
		o.crier.announce.set(func(context.Context, match.ID) error {
			o.move("m1") // while it is told
			o.crier.announce.set(no)
			return nil
		})
		o.pass(11 * time.Second) // at 30 s
		o.pass(4 * time.Second)
		assert.Equal(o, seconds(0, 2, 6, 14, 30, 30, 32), o.crier.times())
	})
}

// TestTell_RestFails: so they do for what was left to tell after the announcement that succeeded.
func TestTell_RestFails(t *testing.T) {
	inOffice(t, func(o *office) {
		no := func(context.Context, match.ID) error { return errors.New("no") }
		o.crier.announce.set(no)
		o.start()
		o.open()
		o.pass(20 * time.Second)
		o.crier.announce.set(func(context.Context, match.ID) error {
			o.crier.announce.set(no)
			return nil
		})
		o.playTurn("m1")
		o.pass(5 * time.Second)
		assert.Equal(o, seconds(0, 2, 6, 14, 20, 20, 22), o.crier.times())
	})
}

// TestTell_Panics: a match that cannot be shown does not silence the others.
func TestTell_Panics(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(only("m1", func(context.Context, match.ID) error { panic("a defect") }))
		o.start()
		o.start()
		o.open()
		assert.Equal(o, post("c", "m2", 1), o.match("m2").Post)
		o.crier.announce.set(nil)
		o.pass(2 * time.Second)
		assert.Equal(o, post("c", "m1", 2), o.match("m1").Post)
		assert.Contains(o, o.log.String(), "a defect")
		o.requireIdle()
	})
}

// TestTell_Hangs: a call that never returns is given up after a while.
func TestTell_Hangs(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(hang)
		o.start()
		o.open()
		o.pass(33 * time.Second)
		assert.Equal(o, seconds(0, 32), o.crier.times())
	})
}

// TestTell_HangsElsewhere: a channel that hangs keeps nobody else waiting, and what happens in its
// own match meanwhile is told after, in order, once.
func TestTell_HangsElsewhere(t *testing.T) {
	inOffice(t, func(o *office) {
		o.crier.announce.set(only("m1", hang))
		o.start()
		o.open()
		o.pass(5 * time.Second)
		o.start()
		synctest.Wait()
		assert.Equal(o, post("c", "m2", 1), o.match("m2").Post, "at once")
		o.playTurn("m2")
		o.playTurn("m1")
		assert.Equal(o, post("c", "m2", 2), o.match("m2").Post)
		assert.Equal(o, seconds(0, 5, 5), o.crier.times(), "one call for m1 at a time")

		o.crier.announce.set(nil)
		o.pass(25 * time.Second) // the call that hangs is given up
		o.pass(time.Minute)
		calls := o.crier.calls.get()
		require.Len(o, calls, 5)
		assert.Equal(o, []string{"m1-1", "m1-2"}, []string{calls[3].key, calls[4].key})
		assert.Equal(o, [][]int{{1, 2}, {3}}, [][]int{calls[3].seqs, calls[4].seqs},
			"what may have been sent first, as it was")
		o.requireIdle()
	})
}

// TestTell_Bounded: so many are told of at once and no more; all are told in the end.
func TestTell_Bounded(t *testing.T) {
	inOffice(t, func(o *office) {
		const atOnce, many = 16, 40
		o.crier.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		for range many {
			o.start()
		}
		o.open()
		for i, want := range []int{atOnce, 2 * atOnce, many, many} {
			assert.Len(o, o.crier.calls.get(), want, "after %d s", i)
			o.pass(time.Second)
		}
		o.requireIdle()
	})
}

// TestTell_Many: more than can be claimed at once is told all the same.
func TestTell_Many(t *testing.T) {
	inOffice(t, func(o *office) {
		const many = 130
		for range many {
			o.start()
		}
		o.open()
		o.requireIdle()
		for i := range many {
			o.move(match.ID(fmt.Sprint("m", i+1)))
		}
		o.pass(time.Minute)
		o.requireIdle()
		assert.Len(o, o.crier.calls.get(), 2*many)
		assert.Len(o, o.crier.removed.get(), many)
	})
}
