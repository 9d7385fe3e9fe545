package queue

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// wide are limits that no test below meets; each makes one of them narrow.
var wide = Limits{Places: 100, Each: 100, Waiting: 1000, Hold: time.Hour, Slow: 100}

// crowd is people who use a queue in a bubble of synctest. What somebody does takes a second.
type crowd struct {
	*Queue
	t     *testing.T
	mu    sync.Mutex
	order []string // who was let in
	full  []string // who was refused
	began time.Time
	done  map[string]time.Duration // when the last thing of a person was done
	all   sync.WaitGroup
}

func newCrowd(t *testing.T, l Limits) *crowd {
	return &crowd{Queue: New(l), t: t, began: time.Now(), done: map[string]time.Duration{}}
}

// come has somebody want things done, one after the other.
func (c *crowd) come(who string, things int) {
	for range things {
		c.all.Go(func() { c.visit(who) })
		synctest.Wait()
	}
}

func (c *crowd) visit(who string) {
	p, err := c.Enter(c.t.Context(), who)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		assert.ErrorIs(c.t, err, ErrFull)
		c.full = append(c.full, who)
		return
	}
	c.order = append(c.order, who)
	c.mu.Unlock()
	time.Sleep(time.Second)
	p.Leave()
	c.mu.Lock()
	c.done[who] = time.Since(c.began)
}

func TestPeopleGoInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := wide
		l.Places = 1
		c := newCrowd(t, l)
		c.come("a", 5)
		c.come("b", 2)
		c.come("c", 1)
		c.all.Wait()
		assert.Equal(t, []string{"a", "a", "b", "c", "a", "b", "a", "a"}, c.order,
			"a was alone at first, then all have a turn")
		assert.Empty(t, c.lines, "nobody is remembered")
		assert.Zero(t, c.turns.Len())
	})
}

// TestOneOfManyWaitsForNobody: who wants one thing waits for no more than one of each other person,
// however much they want.
func TestOneOfManyWaitsForNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := wide
		l.Places = 4
		c := newCrowd(t, l)
		c.come("greedy", 300)
		c.come("other", 1)
		c.all.Wait()
		assert.Equal(t, 2*time.Second, c.done["other"])
		assert.Equal(t, 76*time.Second, c.done["greedy"])
	})
}

func TestPlacesOfOnePerson(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := wide
		l.Each = 2
		c := newCrowd(t, l)
		c.come("greedy", 6)
		c.come("other", 2)
		c.all.Wait()
		assert.Equal(t, 3*time.Second, c.done["greedy"], "two at a time, though there is room")
		assert.Equal(t, time.Second, c.done["other"])
	})
}

func TestFullQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := wide
		l.Places, l.Waiting = 1, 4
		c := newCrowd(t, l)
		c.come("greedy", 5)
		assert.Empty(t, c.full, "one is done, four wait")
		c.come("greedy", 1)
		assert.Equal(t, []string{"greedy"}, c.full)
		c.come("b", 1)
		c.come("c", 1)
		assert.Equal(t, []string{"greedy", "greedy", "greedy"}, c.full, "who wants most makes room")
		c.come("b", 1)
		assert.Equal(t, "b", c.full[3], "nobody wants more than b")
		c.all.Wait()
		assert.Len(t, c.order, 5)
	})
}

// TestSlowThingsMakeRoom: long tasks continue without a place, up to a number, and still count for their person.
func TestSlowThingsMakeRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := New(Limits{Places: 2, Each: 3, Waiting: 100, Hold: time.Second, Slow: 3})
		enter := func(who string) (*Place, error) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			return q.Enter(ctx, who)
		}
		quick, err := enter("a")
		require.NoError(t, err)
		quick.Leave()
		time.Sleep(2 * time.Second)
		began := time.Now()
		var slow []*Place
		for _, who := range []string{"a", "a", "a", "b", "b"} {
			p, err := enter(who)
			require.NoError(t, err)
			slow = append(slow, p)
		}
		assert.Equal(t, 2*time.Second, time.Since(began), "two at once, then a second each time")
		_, err = enter("c")
		assert.ErrorIs(t, err, context.DeadlineExceeded, "three go on without a place, no more")
		for _, p := range slow {
			p.Leave()
			p.Leave()
		}
		assert.Equal(t, []int{2, 0, 0}, []int{q.free, q.slow, q.waiting})
		assert.Empty(t, q.lines)
		for range 3 {
			_, err = enter("a")
			require.NoError(t, err)
		}
		_, err = enter("a")
		assert.ErrorIs(t, err, context.DeadlineExceeded, "a does three things, if slowly")
		_, err = enter("b")
		assert.NoError(t, err)
	})
}

func TestWhoGivesUpLeavesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := wide
		l.Places = 1
		q := New(l)
		first, err := q.Enter(t.Context(), "a")
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		patient := make(chan time.Time, 1)
		go func() {
			p, err := q.Enter(t.Context(), "c")
			assert.NoError(t, err)
			p.Leave()
			patient <- time.Now()
		}()
		synctest.Wait()
		for _, who := range []string{"a", "b"} {
			_, err = q.Enter(ctx, who)
			assert.ErrorIs(t, err, context.DeadlineExceeded)
		}
		assert.Len(t, q.lines, 2)
		assert.Equal(t, 1, q.waiting)
		time.Sleep(time.Second)
		first.Leave()
		assert.Equal(t, time.Now(), <-patient, "c has to wait until then")
		synctest.Wait()
		assert.Empty(t, q.lines)
		assert.Zero(t, q.waiting)
		assert.Zero(t, q.turns.Len())
		_, err = q.Enter(t.Context(), "b")
		assert.NoError(t, err)
	})
}

// TestBounds: whatever people do, no bound is broken, nobody is left behind, and nothing is
// remembered in the end.
func TestBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		small := rapid.IntRange(1, 4)
		l := Limits{Places: small.Draw(r, "places"), Each: small.Draw(r, "each"),
			Waiting: small.Draw(r, "waiting"), Slow: rapid.IntRange(0, 3).Draw(r, "slow")}
		q := New(l)
		var atWork atomic.Int64
		var all sync.WaitGroup
		visits := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 60).Draw(r, "visits")
		for _, n := range visits {
			all.Go(func() {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if n == 5 {
					cancel()
				}
				p, err := q.Enter(ctx, strconv.Itoa(n%3))
				if err != nil {
					return
				}
				assert.LessOrEqual(t, atWork.Add(1), int64(l.Places+l.Slow))
				if n%2 == 0 {
					p.yield()
				}
				q.mu.Lock()
				assert.LessOrEqual(t, p.line.active, l.Each)
				assert.LessOrEqual(t, q.slow, l.Slow)
				assert.LessOrEqual(t, q.waiting, l.Waiting)
				q.mu.Unlock()
				atWork.Add(-1)
				p.Leave()
			})
		}
		all.Wait()
		assert.Equal(t, l.Places, q.free)
		assert.Zero(t, q.slow+q.waiting+q.turns.Len()+len(q.lines))
	})
}
