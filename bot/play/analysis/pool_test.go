package analysis

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The searches of the tests: a person waits for the one, nobody for the other.
var (
	urgent    = Budget{Total: 1300 * time.Millisecond, Search: 600 * time.Millisecond}
	leisurely = Budget{Total: 4 * time.Second, Search: 1500 * time.Millisecond, Yields: true}
)

// counter is a pool whose searches say when they run, in a bubble of time.
type counter struct {
	*pool
	t     *testing.T
	began time.Time

	mu    sync.Mutex
	going int // searches
	most  int // at once, so far
	done  map[string]time.Duration
	cuts  map[string]int // how often each was begun
	order []string       // in which they were begun
	spent map[string]time.Duration
	wait  sync.WaitGroup
}

// inPool runs test in a bubble and waits for all it asked for.
func inPool(t *testing.T, size int, test func(*counter)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &counter{pool: newPool(size, 1, time.Now), t: t, began: time.Now(),
			done: map[string]time.Duration{}, cuts: map[string]int{},
			spent: map[string]time.Duration{}}
		test(c)
		c.wait.Wait()
		assert.LessOrEqual(t, c.most, size)
		assert.Empty(t, c.waiting)
		assert.Empty(t, c.running)
	})
}

// ask has a search of the given length done, or what time it gets.
func (c *counter) ask(name string, b Budget, length time.Duration) {
	c.wait.Go(func() {
		err := c.run(c.t.Context(), b, func(ctx context.Context, _ grant) { c.think(ctx, name, length) })
		assert.NoError(c.t, err)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.done[name] = time.Since(c.began)
	})
	synctest.Wait()
}

// think takes its time.
func (c *counter) think(ctx context.Context, name string, length time.Duration) {
	began := time.Now()
	c.count(name, 1)
	defer func() { c.count(name, -1); c.spend(name, time.Since(began)) }()
	select {
	case <-ctx.Done():
	case <-time.After(length):
	}
}

func (c *counter) count(name string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.going += n
	c.most = max(c.most, c.going)
	if n > 0 {
		c.cuts[name]++
		c.order = append(c.order, name)
	}
}

// spend notes how long the last attempt took.
func (c *counter) spend(name string, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent[name] = d
}

// at returns when name was done.
func (c *counter) at(name string) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	require.Contains(c.t, c.done, name)
	return c.done[name]
}

// forever is longer than any search may take.
const forever = time.Hour

// TestPool_Eight: each of eight concurrent requests is answered when it is due, whatever else is running.
func TestPool_Eight(t *testing.T) {
	for name, c := range map[string]struct {
		size   int
		robots int // turns of the robot that are being searched or wait
	}{
		"one core for searches":   {1, 0},
		"while the robot thinks":  {1, 1},
		"and has much to do":      {1, 20},
		"three cores":             {3, 0},
		"three, while it thinks":  {3, 7},
		"more cores than askers":  {16, 0},
		"as many cores as askers": {8, 2},
	} {
		t.Run(name, func(t *testing.T) {
			inPool(t, c.size, func(p *counter) {
				for range c.robots {
					p.ask("robot", leisurely, forever)
				}
				time.Sleep(300 * time.Millisecond)
				asked := time.Since(p.began)
				people := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
				for _, one := range people {
					p.ask(one, urgent, forever)
				}
				p.wait.Wait()
				for _, one := range people {
					assert.LessOrEqual(t, p.at(one)-asked, urgent.Total, one)
				}
			})
		})
	}
}

// TestPool_Shares: who asks first starts first, and the time that is left is divided fairly among
// those that wait; however many they are, none gets next to nothing.
func TestPool_Shares(t *testing.T) {
	for name, c := range map[string]struct {
		size  int
		later time.Duration // for each whose turn does not come at once
	}{
		"one at a time":  {1, (urgent.Total - urgent.Search) / 7},
		"two at a time":  {2, (urgent.Total - urgent.Search) / 3},
		"four at a time": {4, urgent.Search},
	} {
		t.Run(name, func(t *testing.T) {
			inPool(t, c.size, func(p *counter) {
				people := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
				for _, one := range people {
					p.ask(one, urgent, forever)
				}
				p.wait.Wait()
				assert.Equal(t, people[:c.size], p.order[:c.size])
				assert.ElementsMatch(t, people, p.order)
				for i, one := range people {
					want := c.later
					if i < c.size {
						want = urgent.Search
					}
					assert.InDelta(t, want, p.spent[one], float64(time.Microsecond), one)
				}
			})
		})
	}
	t.Run("many", func(t *testing.T) {
		inPool(t, 1, func(p *counter) {
			var people []string
			for i := range 100 {
				people = append(people, strconv.Itoa(i))
				p.ask(people[i], urgent, forever)
			}
			p.wait.Wait()
			assert.Equal(t, people, p.order)
			for _, one := range people[1:] {
				assert.Equal(t, minShare, p.spent[one], one)
			}
		})
	})
}

// TestPool_Alone: who is alone has all the time a search may take, and no wait.
func TestPool_Alone(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		p.ask("hint", urgent, forever)
		p.wait.Wait()
		assert.Equal(t, urgent.Search, p.at("hint"))
		p.ask("quick", urgent, time.Millisecond)
		p.wait.Wait()
		assert.Equal(t, urgent.Search+time.Millisecond, p.at("quick"))
	})
}

// TestPool_Cancelled: who goes away while waiting is forgotten at once and does not search; who
// goes away during the search ends it.
func TestPool_Cancelled(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		ctx, cancel := context.WithCancel(p.t.Context())
		p.wait.Go(func() {
			err := p.run(ctx, urgent, func(ctx context.Context, _ grant) {
				p.think(ctx, "first", forever)
			})
			assert.NoError(t, err, "it has something to say")
		})
		synctest.Wait()
		p.wait.Go(func() {
			err := p.run(ctx, urgent, func(context.Context, grant) { p.t.Error("searched") })
			assert.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		cancel()
		p.wait.Wait()
		assert.Zero(t, time.Since(p.began))
		p.ask("next", urgent, time.Millisecond)
		p.wait.Wait()
		assert.Equal(t, time.Millisecond, p.at("next"))
	})
}

// TestPool_CancelledWaiter: who goes away while another searches takes no place and no time from
// those who stay.
func TestPool_CancelledWaiter(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		p.ask("first", urgent, 500*time.Millisecond)
		ctx, cancel := context.WithCancel(p.t.Context())
		for range 20 {
			p.wait.Go(func() {
				err := p.run(ctx, urgent, func(context.Context, grant) { p.t.Error("searched") })
				assert.ErrorIs(t, err, context.Canceled)
			})
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		assert.Empty(t, p.waiting)
		p.ask("next", urgent, forever)
		p.wait.Wait()
		assert.Equal(t, 500*time.Millisecond, p.at("first"))
		assert.Equal(t, 500*time.Millisecond+urgent.Search, p.at("next"))
	})
}

// TestPool_Panics: a search with a defect frees its place.
func TestPool_Panics(t *testing.T) {
	inPool(t, 1, func(p *counter) {
		assert.Panics(t, func() {
			_ = p.run(p.t.Context(), urgent, func(context.Context, grant) { panic("a defect") })
		})
		p.ask("next", urgent, time.Millisecond)
		p.wait.Wait()
		assert.Equal(t, time.Millisecond, p.at("next"))
	})
}
