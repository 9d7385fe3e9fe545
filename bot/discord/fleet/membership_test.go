package fleet

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// share is what a process was told last.
type share struct {
	mu   sync.Mutex
	told []int
}

func (s *share) tell(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, n)
}

// all returns what it was told, in order.
func (s *share) all() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.told)
}

// joins makes a process one of the place until it is ended.
func (p *place) joins() (*Membership, *share, *line, context.CancelFunc) {
	process, l := p.process()
	s := &share{}
	m := NewMembership(process, s.tell)
	ctx, end := context.WithCancel(p.t.Context())
	go m.Run(ctx)
	p.after(0)
	return m, s, l, end
}

func TestMembership(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		a, told, _, end := p.joins()
		assert.Equal(t, []int{1}, told.all(), "alone it has everything at once")
		p.after(5 * time.Second)
		b, others, line, kill := p.joins()
		assert.Equal(t, []int{newcomers}, others.all(), "the first one does not know of it yet")
		p.after(5 * time.Second)
		assert.Equal(t, []int{1, 2}, told.all())
		assert.Equal(t, []int{newcomers, 2}, others.all())
		assert.Equal(t, []int{2, 2}, []int{a.Processes(), b.Processes()})

		line.cut.Store(true)
		p.after(10 * time.Second)
		assert.Equal(t, 2, b.Processes(), "it knows nothing better")
		kill()
		p.after(time.Minute)
		assert.Equal(t, 1, a.Processes())
		assert.Equal(t, []int{1, 2, 1}, told.all())

		c, _, _, leave := p.joins()
		p.after(time.Minute)
		leave()
		p.after(2 * time.Second)
		assert.Equal(t, 1, a.Processes(), "who leaves is gone at once")
		assert.Equal(t, 2, c.Processes())
		end()
		p.after(0)
	})
}

// TestMembershipWithoutAStore: a process that does not know how many others there are takes little.
func TestMembershipWithoutAStore(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		process, line := p.process()
		line.cut.Store(true)
		told := &share{}
		m := NewMembership(process, told.tell)
		m.Join(t.Context())
		assert.Equal(t, []int{newcomers}, told.all())
		assert.Equal(t, 1, m.Processes())
		line.cut.Store(false)
		m.Join(t.Context())
		assert.Equal(t, []int{newcomers, 1}, told.all())
	})
}

// TestAlone holds Leases to what they promise.
func TestAlone(t *testing.T) {
	t.Parallel()
	ctx, l, now := t.Context(), NewAlone(), time.Unix(1e9, 0)
	lease := func(name, owner string, at, life time.Duration) (string, bool) {
		kept, ok, err := l.Lease(ctx, name, owner, now.Add(at), now.Add(at+life))
		assert.NoError(t, err)
		return kept, ok
	}
	leased := func(prefix string, at time.Duration) []string {
		names, err := l.Leased(ctx, prefix, now.Add(at))
		assert.NoError(t, err)
		return names
	}
	has := func(want bool, keeps string) func(string, bool) {
		return func(kept string, ok bool) {
			t.Helper()
			assert.Equal(t, want, ok)
			assert.Equal(t, keeps, kept)
		}
	}
	has(true, "")(lease("a/2", "x", 0, 10))
	has(true, "")(lease("a/1", "y", 0, 10))
	has(true, "")(lease("b", "y", 0, 10))
	has(false, "")(lease("a/2", "y", 9, 10))
	assert.Equal(t, []string{"a/1", "a/2"}, leased("a/", 9))
	assert.Empty(t, leased("a/", 10), "the end of a lease is not of it")
	has(true, "")(lease("a/2", "x", 9, 10)) // prolongs
	has(false, "")(lease("a/2", "y", 18, 10))
	has(true, "")(lease("a/2", "y", 19, 10)) // it ran out
	assert.NoError(t, l.Release(ctx, "a/2", "x", "lost"))
	has(false, "")(lease("a/2", "x", 20, 10))
	assert.NoError(t, l.Release(ctx, "a/2", "y", "left"))
	assert.False(t, slices.Contains(leased("a/", 20), "a/2"))
	has(true, "left")(lease("a/2", "x", 21, 10))
	has(true, "left")(lease("a/2", "x", 22, 10))
	has(true, "left")(lease("a/2", "x", 35, 4)) // its own, if late
	has(true, "")(lease("a/2", "z", 40, 10))    // x left nothing
	gone, cancel := context.WithCancel(ctx)
	cancel()
	_, ok, err := l.Lease(gone, "c", "x", now, now.Add(1))
	assert.False(t, ok)
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, l.Release(gone, "a/2", "z", ""), context.Canceled)
	has(false, "")(lease("a/2", "x", 41, 10))
}
