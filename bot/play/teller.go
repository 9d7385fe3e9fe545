package play

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"madbot/rules/match"
)

// TellerDeps is what a Teller needs. All are required.
type TellerDeps struct {
	Store     Store
	Announcer Announcer
	Now       func() time.Time
	Log       *slog.Logger
}

// Teller tells people what happened: it drains the outbox through the Announcer.
type Teller struct {
	deps    TellerDeps
	wake    chan struct{}
	retries map[match.Post]retry // of retired posts; only Run's goroutine touches it
}

// NewTeller returns a Teller that does nothing before Run.
func NewTeller(d TellerDeps) *Teller {
	return &Teller{deps: d, wake: make(chan struct{}, 1), retries: map[match.Post]retry{}}
}

// Wake says that there is news. It never blocks, and may be called at any time, from any
// goroutine.
func (t *Teller) Wake() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// Run tells what is due until ctx ends, and returns then. What the Announcer or the Store cannot
// do now is tried again, less and less often. Only one Run may be going on one store.
func (t *Teller) Run(ctx context.Context) {
	failures := 0
	for ctx.Err() == nil {
		next, err := t.round(ctx)
		if err != nil && ctx.Err() == nil {
			t.deps.Log.ErrorContext(ctx, "tell", "err", err)
			next = t.deps.Now().Add(delay(failures))
			failures++
		} else {
			failures = 0
		}
		t.sleep(ctx, next)
	}
}

// round tells one batch, removes what was replaced, and returns when to come again; zero: not
// before somebody calls Wake.
func (t *Teller) round(ctx context.Context) (next time.Time, err error) {
	defer recovered(&err)
	if err := t.tellDue(ctx); err != nil {
		return time.Time{}, err
	}
	next, err = t.retireAll(ctx)
	if err != nil {
		return time.Time{}, err
	}
	due, ok, err := t.deps.Store.NextNotice(ctx)
	if ok {
		next = earliest(next, due)
	}
	return next, err
}

// sleep waits for the time next, unless it is zero, for Wake, or for the end of ctx.
func (t *Teller) sleep(ctx context.Context, next time.Time) {
	var alarm <-chan time.Time
	if !next.IsZero() {
		timer := time.NewTimer(next.Sub(t.deps.Now()))
		defer timer.Stop()
		alarm = timer.C
	}
	select {
	case <-ctx.Done():
	case <-t.wake:
	case <-alarm:
	}
}

// recovered turns a panic into an error, so that one match that cannot be shown does not silence
// the others. It must be deferred itself.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
	}
}
