package worker

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// A job is leased for long enough that a store may be slow or away for a moment, and not for so long that the
// jobs of a process that died wait for it: news that it may have sent are sent again as long as Discord knows them.
const (
	lease      = 30 * time.Second
	renewEvery = 10 * time.Second
)

// hold prolongs the lease of a job until release is called, and no longer than doing the job may take. When
// others may have it, it calls lose.
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

// renew prolongs the lease of a job again and again; false: it is lost. True: ctx has ended.
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
