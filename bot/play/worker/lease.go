package worker

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// The lease is long enough to survive a slow or briefly unreachable store, and short enough that the jobs of a crashed
// process are retried while Discord can still recognise a repeated message.
const (
	lease      = 30 * time.Second
	renewEvery = 10 * time.Second
)

// hold renews the lease of a job until release is called, but no longer than the job may take. If the lease is lost, it
// calls lose.
func (w *Worker) hold(ctx context.Context, job claimed, lose func()) (release func()) {
	holding, cancel := context.WithTimeout(context.WithoutCancel(ctx), job.limit)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		held, err := safely.Get(func() (bool, error) { return w.renew(holding, job.Job), nil })
		if held {
			return
		}
		w.deps.Log.WarnContext(ctx, "lease of a job lost", "kind", job.Kind, "subject", job.Subject, "err", err)
		lose()
	}()
	return func() { cancel(); <-ended }
}

// renew renews the lease of a job until ctx ends, and then returns true. It returns false if the lease was lost.
func (w *Worker) renew(ctx context.Context, job play.Job) bool {
	tick := time.Tick(renewEvery)
	for until := job.Lease; ; {
		select {
		case <-ctx.Done():
			return true
		case <-tick:
		}
		now := w.deps.Now()
		err := safely.Do(func() error {
			return w.deps.Store.Do(ctx, func(tx play.Tx) error { return tx.Renew(ctx, job, now.Add(lease)) })
		})
		switch {
		case ctx.Err() != nil:
			return true
		case err == nil:
			until = now.Add(lease)
		case errors.Is(err, play.ErrLeaseLost) || !w.deps.Now().Before(until):
			return false
		}
	}
}
