package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/play"
)

// firstDelay is the wait before the second attempt. It doubles with each further attempt.
const firstDelay = 2 * time.Second

// The longest waits between two attempts, by the cause of the failure.
const (
	LocalDelay   = time.Minute     // something on this machine, such as a full disk, or in this program
	OutageDelay  = 5 * time.Minute // Discord, or the way to it
	RefusalDelay = time.Hour       // the bot's permissions
)

// Done returns the Record of a job that is done.
func Done(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error { return tx.Done(ctx, job) }
}

// GiveBack returns the Record of an interrupted job: its due time stays the same, and the attempt does not count.
func GiveBack(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error { return tx.Return(ctx, job) }
}

// Reschedule makes a claimed job due at a time and resets its attempts. A zero time means that the job is done.
func Reschedule(ctx context.Context, tx play.Tx, job play.Job, at time.Time) error {
	if at.IsZero() {
		return tx.Done(ctx, job)
	}
	job.Due, job.Attempts = at, 0
	return tx.Return(ctx, job)
}

// Failure is the reason to retry a job.
type Failure struct {
	Err     error
	Message string        // for the log, such as "board not posted; will retry"
	Longest time.Duration // the longest wait before the next attempt, such as OutageDelay
}

// Retry logs a failure and returns the Record by which the job is retried. If ctx was cancelled, the job was only
// interrupted: it is given back, and nothing is logged.
func Retry(ctx context.Context, log *slog.Logger, job play.Job, f Failure) Record {
	if errors.Is(ctx.Err(), context.Canceled) {
		return GiveBack(job)
	}
	level := slog.LevelWarn
	if f.Longest == LocalDelay {
		level = slog.LevelError
	}
	log.Log(ctx, level, f.Message, "retry_in", delay(job.Attempts, f.Longest), "err", f.Err)
	return retry(job, f.Longest)
}

func retry(job play.Job, longest time.Duration) Record {
	return func(ctx context.Context, tx play.Tx) error {
		job.Due = tx.Now().Add(delay(job.Attempts, longest))
		job.Attempts++
		return tx.Return(ctx, job)
	}
}

func newBackOff(longest time.Duration) *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: firstDelay, Multiplier: 2,
		MaxInterval: longest}
}

// delay returns how long to wait after the given number of earlier failures, at most longest.
func delay(failures int, longest time.Duration) time.Duration {
	pause := newBackOff(longest)
	for range failures {
		if pause.NextBackOff() == longest {
			return longest
		}
	}
	return pause.NextBackOff()
}
