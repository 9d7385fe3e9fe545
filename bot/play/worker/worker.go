// Package worker claims due jobs, runs them and records their outcomes. One loop serves all kinds of jobs; a Kind is a
// small value.
package worker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

const (
	taskLimit   = time.Minute     // the default of Kind.Limit
	recordLimit = 2 * time.Minute // for recording the outcome of a job
	missDelay   = time.Second     // the wait after another process was faster to claim the jobs
)

// Deps are the dependencies of a Worker. All are required except Poll.
type Deps struct {
	Store play.Store
	// Poll is how often to look for jobs scheduled by other processes; 0 means there are none.
	Poll  time.Duration
	Kinds []Kind
	Now   func() time.Time
	Log   *slog.Logger
}

// Worker runs jobs of several kinds concurrently. It does nothing before Run.
type Worker struct {
	deps Deps
	wake chan struct{}
	why  atomic.Pointer[error] // the result of the last round; nil: there was no round

	mu       sync.Mutex
	claiming bool                 // jobs are being claimed
	busy     map[play.JobKind]int // jobs being done
	tasks    sync.WaitGroup
}

// New returns a Worker.
func New(d Deps) *Worker {
	return &Worker{deps: d, wake: make(chan struct{}, 1), busy: map[play.JobKind]int{}}
}

// Wake tells the worker that jobs may have become due. It never blocks, and is safe for concurrent use.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run runs due jobs until ctx ends, and returns when the outcomes of started jobs are recorded. After each error in a
// row it waits longer before the next round.
func (w *Worker) Run(ctx context.Context) {
	defer w.tasks.Wait()
	pause := newBackOff(LocalDelay)
	for ctx.Err() == nil {
		next, err := safely.Get(func() (time.Time, error) { return w.round(ctx) })
		w.why.Store(&err)
		if err == nil {
			pause.Reset()
		} else if ctx.Err() == nil {
			w.deps.Log.ErrorContext(ctx, "jobs not claimed", "err", err)
			next = w.deps.Now().Add(pause.NextBackOff())
		}
		w.sleep(ctx, next)
	}
}

// Idle reports whether no jobs are being claimed or run.
func (w *Worker) Idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.busy {
		if n > 0 {
			return false
		}
	}
	return !w.claiming
}

// CheckClaims returns nil if jobs can be claimed, judging by the last round and a test query; otherwise the reason.
func (w *Worker) CheckClaims(ctx context.Context) (err error) {
	if why := w.why.Load(); why != nil {
		err = *why
	}
	if err == nil {
		_, _, err = w.deps.Store.NextJob(ctx, names(w.deps.Kinds), w.deps.Now())
	}
	if err != nil {
		return fmt.Errorf("jobs not claimed: %w", err)
	}
	return nil
}

// sleep waits for the time next (unless it is zero), for Wake, or for the end of ctx, but no longer than Poll.
func (w *Worker) sleep(ctx context.Context, next time.Time) {
	if poll := w.deps.Poll; poll > 0 {
		if latest := w.deps.Now().Add(poll); next.IsZero() || next.After(latest) {
			next = latest
		}
	}
	var alarm <-chan time.Time
	if !next.IsZero() {
		alarm = time.After(next.Sub(w.deps.Now()))
	}
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-alarm:
	}
}

// round starts as many due jobs as there is room for, and returns when to look again; zero means at the next Wake.
func (w *Worker) round(ctx context.Context) (time.Time, error) {
	free := w.free()
	if len(free) == 0 {
		return time.Time{}, nil // a job that ends calls Wake
	}
	w.setClaiming(true)
	defer w.setClaiming(false)
	now := w.deps.Now()
	next, ready, err := w.deps.Store.NextJob(ctx, names(free), now)
	if err != nil || len(ready) == 0 {
		return next, err
	}
	free = slices.DeleteFunc(free, func(k Kind) bool { return !slices.Contains(ready, k.Name) })
	n, err := w.take(ctx, free, now)
	switch {
	case err != nil:
		return time.Time{}, err
	case n == 0:
		return now.Add(missDelay), nil
	}
	return now, nil
}

// take claims jobs, starts them, and returns how many.
func (w *Worker) take(ctx context.Context, free []Kind, now time.Time) (int, error) {
	jobs, err := w.claimDue(ctx, free, now)
	if err != nil {
		return 0, err
	}
	for _, j := range jobs {
		w.start(ctx, j)
	}
	return len(jobs), nil
}

// free returns the kinds with room for more jobs, with AtOnce reduced to the room left.
func (w *Worker) free() []Kind {
	w.mu.Lock()
	defer w.mu.Unlock()
	var free []Kind
	for _, k := range w.deps.Kinds {
		if k.AtOnce -= w.busy[k.Name]; k.AtOnce > 0 && (k.Waits == nil || !k.Waits()) {
			free = append(free, k)
		}
	}
	return free
}

func names(kinds []Kind) []play.JobKind {
	list := make([]play.JobKind, len(kinds))
	for i, k := range kinds {
		list[i] = k.Name
	}
	return list
}
