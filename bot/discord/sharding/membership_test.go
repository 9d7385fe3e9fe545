package sharding

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
func (p *place) joins() (*share, *line, context.CancelFunc) {
	process, l := p.process()
	s := &share{}
	m := NewMembership(process, s.tell)
	ctx, end := context.WithCancel(p.t.Context())
	go m.Run(ctx)
	p.after(0)
	return s, l, end
}

func TestMembership(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		told, _, end := p.joins()
		assert.Equal(t, []int{1}, told.all(), "alone it has everything at once")
		p.after(5 * time.Second)
		others, line, kill := p.joins()
		assert.Equal(t, []int{newcomers}, others.all(), "the first one does not know of it yet")
		p.after(5 * time.Second)
		assert.Equal(t, []int{1, 2}, told.all())
		assert.Equal(t, []int{newcomers, 2}, others.all())

		line.cut.Store(true)
		p.after(10 * time.Second)
		assert.Equal(t, []int{newcomers, 2}, others.all(), "it knows nothing better")
		kill()
		p.after(time.Minute)
		assert.Equal(t, []int{1, 2, 1}, told.all())

		_, _, leave := p.joins()
		p.after(time.Minute)
		leave()
		p.after(2 * time.Second)
		assert.Equal(t, []int{1, 2, 1, 2, 1}, told.all(), "who leaves is gone at once")
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
		line.cut.Store(false)
		m.Join(t.Context())
		assert.Equal(t, []int{newcomers, 1}, told.all())
	})
}
