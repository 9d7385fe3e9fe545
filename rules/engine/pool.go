package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// leastShare is what a search gets at least, however many wait.
const leastShare = 40 * time.Millisecond

// Pool bounds how many searches go on at once. Of those that wait, the one that is due first comes
// first, and each gets a share of the time that lets all who wait keep their due time. A search
// that yields is interrupted for one that is due before it, and begun again later. It is safe for
// concurrent use; NewPool makes one.
type Pool struct {
	size int
	now  func() time.Time

	mu      sync.Mutex
	waiting []*ticket // by due time
	running []*ticket
}

// Haste is how soon a search must be over. Both times must be positive.
type Haste struct {
	Within time.Duration // after it was asked for, its wait included
	Most   time.Duration // for the search alone
	Yields bool          // to what is due earlier
}

// ticket is one search on its way through a Pool.
type ticket struct {
	Haste
	due     time.Time
	ready   chan time.Duration // receives the share of time when it may run
	cancel  context.CancelFunc // of the search that runs
	stopped bool               // by one that was due earlier
}

// NewPool returns a Pool that lets size searches go on at once, at least one. It asks now for the
// time.
func NewPool(size int, now func() time.Time) *Pool { return &Pool{size: max(size, 1), now: now} }

// Run calls search when it is its turn, with a context that ends with its share of the time or with
// ctx; when search was interrupted it is called again. The error is that of ctx, when it ended
// before the search began.
func (p *Pool) Run(ctx context.Context, h Haste, search func(context.Context)) error {
	t := &ticket{Haste: h, due: p.now().Add(h.Within)}
	for {
		p.join(t)
		select {
		case share := <-t.ready:
			p.search(ctx, t, share, search)
		case <-ctx.Done():
			p.leave(t)
			return ctx.Err()
		}
		if !t.stopped || ctx.Err() != nil {
			return nil
		}
	}
}

// search calls search for its share of time.
func (p *Pool) search(ctx context.Context, t *ticket, share time.Duration,
	search func(context.Context)) {
	defer p.leave(t)
	ctx, cancel := context.WithTimeout(ctx, share)
	defer cancel()
	p.mu.Lock()
	t.cancel = cancel
	if t.stopped {
		cancel()
	}
	p.mu.Unlock()
	search(ctx)
}

// join lets t wait for its turn.
func (p *Pool) join(t *ticket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.ready, t.cancel, t.stopped = make(chan time.Duration, 1), nil, false
	at, _ := slices.BinarySearchFunc(p.waiting, t, func(a, b *ticket) int {
		return cmp.Or(a.due.Compare(b.due), -1) // after those due at the same time
	})
	p.waiting = slices.Insert(p.waiting, at, t)
	p.next()
}

// leave takes t, which waited or ran, out.
func (p *Pool) leave(t *ticket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	gone := func(u *ticket) bool { return u == t }
	p.waiting = slices.DeleteFunc(p.waiting, gone)
	p.running = slices.DeleteFunc(p.running, gone)
	p.next()
}

// next lets those run for whom there is room, or makes room.
func (p *Pool) next() {
	for len(p.running) < p.size && len(p.waiting) > 0 {
		t := p.waiting[0]
		share := p.share()
		p.waiting = p.waiting[1:]
		p.running = append(p.running, t)
		t.ready <- share
	}
	p.interrupt()
}

// share returns how long the first that waits may search, so that each who waits has as long and is
// done when it is due.
func (p *Pool) share() time.Duration {
	share, now := p.waiting[0].Most, p.now()
	for i, t := range p.waiting {
		rounds := (i + p.size) / p.size
		share = min(share, t.due.Sub(now)/time.Duration(rounds))
	}
	return max(share, leastShare)
}

// interrupt stops the search that is due last and yields, if one that waits is due before it.
func (p *Pool) interrupt() {
	if len(p.waiting) == 0 {
		return
	}
	var last *ticket
	for _, t := range p.running {
		if t.stopped {
			return // one makes room already
		}
		if t.Yields && t.due.After(p.waiting[0].due) && (last == nil || t.due.After(last.due)) {
			last = t
		}
	}
	if last == nil {
		return
	}
	last.stopped = true
	if last.cancel != nil {
		last.cancel()
	}
}
