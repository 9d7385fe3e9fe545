package analysis

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// flights has each hint searched once for everybody who asks for it meanwhile. It is safe for concurrent use.
type flights struct {
	mu  sync.Mutex
	all map[question]*flight
}

// flight is one search for a hint.
type flight struct {
	askers int // who wait for it
	cancel context.CancelFunc
	done   chan struct{} // closed when hint and err are set
	hint   play.Hint
	err    error
}

// do returns what search finds about q, or what a search that is under way does. A search goes on as long as
// somebody waits for it. When the ctx of the last who does ends, they get what was found by then, and those
// who went before them the error of their own ctx.
func (s *flights) do(ctx context.Context, q question,
	search func(context.Context) (play.Hint, error)) (play.Hint, error) {
	f := s.join(ctx, q, search)
	select {
	case <-f.done:
	case <-ctx.Done():
		if !s.leave(q, f) && !f.isDone() {
			return play.Hint{}, ctx.Err()
		}
		<-f.done
	}
	if errors.Is(f.err, context.Canceled) {
		return f.hint, cmp.Or(ctx.Err(), f.err)
	}
	return f.hint, f.err
}

func (f *flight) isDone() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// join counts one more who waits for an answer to q, and begins the search when they are the first.
func (s *flights) join(ctx context.Context, q question,
	search func(context.Context) (play.Hint, error)) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.all[q]
	if f == nil {
		f = &flight{done: make(chan struct{})}
		ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
		s.all[q] = f
		go s.run(ctx, q, f, search)
	}
	f.askers++
	return f
}

// run searches, and turns a panic into an error for all who wait.
func (s *flights) run(ctx context.Context, q question, f *flight,
	search func(context.Context) (play.Hint, error)) {
	defer close(f.done)
	defer s.forget(q, f)
	defer f.cancel()
	f.hint, f.err = safely.Get(func() (play.Hint, error) { return search(ctx) })
}

// leave counts one less and reports whether they were the last; the search ends then, and is not joined any more.
func (s *flights) leave(q question, f *flight) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.askers--
	if f.askers > 0 {
		return false
	}
	f.cancel()
	s.forgetLocked(q, f)
	return true
}

func (s *flights) forget(q question, f *flight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetLocked(q, f)
}

// forgetLocked removes f, unless another search has taken its place.
func (s *flights) forgetLocked(q question, f *flight) {
	if s.all[q] == f {
		delete(s.all, q)
	}
}
