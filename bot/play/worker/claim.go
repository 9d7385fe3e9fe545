package worker

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// claimed is a job claimed by this worker. A nil task means that nothing is left to do.
type claimed struct {
	play.Job
	task   Task
	limit  time.Duration
	failed error // why it could not be begun
}

// claimDue claims up to AtOnce due jobs of each kind, and begins them.
func (w *Worker) claimDue(ctx context.Context, kinds []Kind, now time.Time) ([]claimed, error) {
	var all []claimed
	err := w.deps.Store.Do(ctx, func(tx play.Tx) error {
		all = nil
		for _, k := range kinds {
			jobs, err := tx.Claim(ctx, play.Claim{Kind: k.Name, Now: now, Until: now.Add(lease),
				Limit: k.AtOnce})
			if err != nil {
				return err
			}
			for _, job := range jobs {
				begun, err := w.begin(ctx, tx, k, job)
				if err != nil {
					return err
				}
				all = append(all, begun)
			}
		}
		return nil
	})
	for _, c := range all {
		if err == nil && c.failed != nil { // only now, because the unit of work may be repeated
			w.report(withCause(ctx, c.Job), c.Job, c.failed)
		}
	}
	return all, err
}

// begin begins a job. If that fails, it reschedules the job without undoing the rest of the unit of work.
func (w *Worker) begin(ctx context.Context, tx play.Tx, k Kind, job play.Job) (claimed, error) {
	ctx = withCause(ctx, job)
	var task Task
	failed := tx.Part(ctx, func() (err error) {
		task, err = safely.Get(func() (Task, error) { return k.Begin(ctx, tx, job) })
		return err
	})
	if failed != nil {
		return claimed{Job: job, failed: failed}, retry(job, LocalDelay)(ctx, tx)
	}
	return claimed{Job: job, task: task, limit: cmp.Or(k.Limit, taskLimit)}, nil
}

// withCause adds the cause of job to ctx: the cause it was scheduled with, or else its own subject. For a job about a
// player it is only the kind, because later jobs store it.
func withCause(ctx context.Context, job play.Job) context.Context {
	own := job.Subject
	if job.Kind.About() == play.AboutPlayer {
		own = string(job.Kind)
	}
	return play.WithCause(ctx, cmp.Or(job.Cause, own))
}

// report logs a job that failed because of a defect or a local problem.
func (w *Worker) report(ctx context.Context, job play.Job, err error) {
	w.deps.Log.ErrorContext(ctx, "job failed", "kind", job.Kind, "subject", job.Subject,
		"retry_in", delay(job.Attempts, LocalDelay), "err", err)
}

// start runs a job in its own goroutine.
func (w *Worker) start(ctx context.Context, j claimed) {
	if j.task == nil {
		return
	}
	ctx = withCause(ctx, j.Job)
	w.count(j.Kind, 1)
	w.tasks.Go(func() {
		defer w.Wake()
		defer w.count(j.Kind, -1)
		w.do(ctx, j)
	})
}

func (w *Worker) setClaiming(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.claiming = on
}

func (w *Worker) count(k play.JobKind, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy[k] += n
}

// do runs a job and records its outcome, renewing its lease meanwhile. The outcome is recorded even if ctx has ended,
// so that the job is not repeated. It gives up after recordLimit, because a job that cannot be recorded would block its
// kind forever.
func (w *Worker) do(ctx context.Context, j claimed) {
	limited, cancel := context.WithTimeout(ctx, j.limit)
	defer w.hold(ctx, j, cancel)()
	record, err := safely.Get(func() (Record, error) { return j.task(limited), nil })
	cancel()
	if err != nil {
		w.report(ctx, j.Job, err)
		record = retry(j.Job, LocalDelay)
	}
	recording := context.WithoutCancel(ctx)
	_, err = backoff.Retry(ctx, func() (struct{}, error) {
		err := safely.Do(func() error {
			return w.deps.Store.Do(recording, func(tx play.Tx) error { return record(recording, tx) })
		})
		if errors.Is(err, play.ErrLeaseLost) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(newBackOff(LocalDelay)), backoff.WithMaxElapsedTime(recordLimit),
		backoff.WithNotify(func(err error, wait time.Duration) {
			w.deps.Log.ErrorContext(ctx, "end of a job not recorded", "kind", j.Kind,
				"subject", j.Subject, "retry_in", wait, "err", err)
		}))
	if err != nil {
		w.deps.Log.ErrorContext(ctx, "end of a job given up", "kind", j.Kind,
			"subject", j.Subject, "err", err)
	}
}
