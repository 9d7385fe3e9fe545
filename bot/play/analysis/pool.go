package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// minShare is the minimum time of a search, no matter how many are waiting.
const minShare = 40 * time.Millisecond

// pool limits how many searches run concurrently. Waiting searches start in the order of their due times, and each gets
// a share of the time so that all can finish on time. A search that yields is interrupted for one that is due earlier,
// and starts again later. It is safe for concurrent use.
//
// A lone search may use all cores, and gives back all but one when there is another request.
type pool struct {
	size  int
	cores int
	now   func() time.Time

	mu      sync.Mutex
	waiting []*request // by due time
	running []*request
}

type request struct {
	budget      Budget
	due         time.Time
	ready       chan grant         // receives the grant when the search may start
	crowded     chan struct{}      // closed when this attempt must reduce to one core; nil if it uses one
	cancel      context.CancelFunc // of this attempt
	interrupted bool               // this attempt was cancelled for a request that is due earlier
}

type grant struct {
	share   time.Duration
	threads int
	crowded <-chan struct{} // closed when it must reduce to one thread; nil if it has one
}

// newPool returns a pool that runs size searches concurrently, at least one. A lone search may use the given number
// of cores.
func newPool(size, cores int, now func() time.Time) *pool {
	return &pool{size: max(size, 1), cores: cores, now: now}
}

// run calls search when its turn comes, with a context that ends with its share of the time (unless the budget is
// Single) or with ctx. After an interruption it calls search again. It returns ctx's error if ctx ended while the
// search was waiting.
func (p *pool) run(ctx context.Context, b Budget, search func(context.Context, grant)) error {
	r := &request{budget: b, due: p.now().Add(b.Total)}
	for {
		err := p.attempt(ctx, r, search)
		if !r.interrupted || ctx.Err() != nil {
			return err
		}
	}
}

// attempt waits until r may start, and calls search once.
func (p *pool) attempt(ctx context.Context, r *request, search func(context.Context, grant)) error {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	p.join(r)
	defer p.leave(r)
	select {
	case g := <-r.ready:
		if !r.budget.Single {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, g.share)
			defer cancel()
		}
		search(ctx, g)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool) join(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.ready, r.crowded, r.interrupted = make(chan grant, 1), nil, false
	at, _ := slices.BinarySearchFunc(p.waiting, r, func(a, b *request) int {
		return cmp.Or(a.due.Compare(b.due), -1) // after others with the same due time
	})
	p.waiting = slices.Insert(p.waiting, at, r)
	p.startLocked()
}

func (p *pool) leave(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := func(other *request) bool { return other == r }
	p.waiting = slices.DeleteFunc(p.waiting, same)
	p.running = slices.DeleteFunc(p.running, same)
	p.startLocked()
}

// startLocked starts waiting searches while there is room, or makes room.
func (p *pool) startLocked() {
	for len(p.running) < p.size && len(p.waiting) > 0 {
		r, share := p.waiting[0], p.shareLocked()
		p.waiting = p.waiting[1:]
		p.running = append(p.running, r)
		r.ready <- p.grantLocked(r, share)
	}
	p.crowdLocked()
	p.interruptLocked()
}

// grantLocked returns the grant of r, which is about to start.
func (p *pool) grantLocked(r *request, share time.Duration) grant {
	if !p.aloneLocked() || p.cores < 2 || r.budget.Single {
		return grant{share: share, threads: 1}
	}
	r.crowded = make(chan struct{})
	return grant{share, p.cores, r.crowded}
}

func (p *pool) aloneLocked() bool { return len(p.running)+len(p.waiting) <= 1 }

// crowdLocked takes back the extra cores of a search that is no longer alone.
func (p *pool) crowdLocked() {
	if p.aloneLocked() {
		return
	}
	for _, r := range p.running {
		if r.crowded != nil {
			close(r.crowded)
			r.crowded = nil
		}
	}
}

// shareLocked returns how long the first waiting search may run so that all waiting ones can finish on time.
func (p *pool) shareLocked() time.Duration {
	share, now := p.waiting[0].budget.Search, p.now()
	for i, r := range p.waiting {
		rounds := (i + p.size) / p.size
		share = min(share, r.due.Sub(now)/time.Duration(rounds))
	}
	return max(share, minShare)
}

// interruptLocked makes room for the first waiting search by interrupting the yielding search that is due last, if that
// is due later.
func (p *pool) interruptLocked() {
	if len(p.waiting) == 0 {
		return
	}
	var last *request
	for _, r := range p.running {
		if r.budget.Yields && r.due.After(p.waiting[0].due) && (last == nil || r.due.After(last.due)) {
			last = r
		}
	}
	if last != nil {
		last.interrupted = true
		last.cancel()
	}
}

func (p *pool) load() (waiting, running int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting), len(p.running)
}
