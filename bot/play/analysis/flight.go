package analysis

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// flights lets concurrent requests for the same hint share one search. It is safe for concurrent use.
type flights struct {
	mu  sync.Mutex
	all map[question]*flight
}

type flight struct {
	askers int // the number of waiting callers
	cancel context.CancelFunc
	done   chan struct{} // closed when hint and err are set
	hint   play.Hint
	err    error
}

// do returns the result of search for q, or of a search for q that is already running. A search runs while a caller
// waits for it. When the last caller's ctx ends, that caller gets what was found so far; callers that left earlier get
// the error of their own ctx.
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

// join adds a caller who waits for the answer to q. The first caller's join starts the search.
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

// run searches, and turns a panic into an error for all callers.
func (s *flights) run(ctx context.Context, q question, f *flight,
	search func(context.Context) (play.Hint, error)) {
	defer close(f.done)
	defer s.forget(q, f)
	defer f.cancel()
	f.hint, f.err = safely.Get(func() (play.Hint, error) { return search(ctx) })
}

// leave removes a caller and reports whether it was the last. Then the search ends and cannot be joined any more.
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

// forgetLocked removes f unless another search has replaced it.
func (s *flights) forgetLocked(q question, f *flight) {
	if s.all[q] == f {
		delete(s.all, q)
	}
}
