package play

import (
	"context"
	"log/slog"
	"time"
)

// pulse is a loop of rounds: at its start, when somebody calls Wake, at the time that the round
// before asked for and, after an error, less and less often.
type pulse struct {
	name string // for the log
	now  func() time.Time
	log  *slog.Logger
	wake chan struct{}
}

func newPulse(name string, now func() time.Time, log *slog.Logger) pulse {
	return pulse{name: name, now: now, log: log, wake: make(chan struct{}, 1)}
}

// Wake asks for a round. It never blocks, and may be called at any time, from any goroutine.
func (p *pulse) Wake() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// run goes through rounds until ctx ends. A round returns when it wants the next; zero: not before
// somebody calls Wake.
func (p *pulse) run(ctx context.Context, round func(context.Context) (time.Time, error)) {
	failures := 0
	for ctx.Err() == nil {
		next, err := safely(func() (time.Time, error) { return round(ctx) })
		if err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, p.name, "err", err)
			next = p.now().Add(delay(failures, homeDelay))
			failures++
		} else {
			failures = 0
		}
		p.sleep(ctx, next)
	}
}

// sleep waits for the time next, unless it is zero, for Wake, or for the end of ctx.
func (p *pulse) sleep(ctx context.Context, next time.Time) {
	var alarm <-chan time.Time
	if !next.IsZero() {
		timer := time.NewTimer(next.Sub(p.now()))
		defer timer.Stop()
		alarm = timer.C
	}
	select {
	case <-ctx.Done():
	case <-p.wake:
	case <-alarm:
	}
}
