package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
)

// Kind says how to do jobs of one kind.
type Kind struct {
	Name   play.JobKind
	AtOnce int // jobs of this kind done at the same time, at most
	// Limit is how long one job may take; 0: a minute.
	Limit time.Duration
	// Waits reports whether to leave jobs of this kind alone for now; when that changes, call Wake. A nil Waits never
	// does.
	Waits func() bool
	Begin Begin
}

// Begin reads what a job needs and records that it begins, in the unit of work that claims the job. It returns the Task
// that does the rest, or nil if it has done or rescheduled the job itself. After an error the job is retried.
type Begin func(context.Context, play.Tx, play.Job) (Task, error)

// Task does a job outside any unit of work, for example by calling Discord, and returns how to record the outcome.
type Task func(context.Context) Record

// Record records the outcome of a job in a unit of work of its own. It ends the claim: by Done, GiveBack, Retry or
// Reschedule.
type Record func(context.Context, play.Tx) error

// About returns a Begin for jobs whose subject names one thing, such as a match or a server. It parses the id. A job
// with an invalid id is logged and dropped.
func About[ID ~string](log *slog.Logger, begin func(context.Context, play.Tx, play.Job, ID) (Task, error)) Begin {
	return func(ctx context.Context, tx play.Tx, job play.Job) (Task, error) {
		id, ok := play.SubjectID[ID](job.Kind, job.Subject)
		if !ok {
			log.ErrorContext(ctx, "job dropped: its subject is invalid", "kind", job.Kind, "subject", job.Subject)
			return nil, tx.Done(ctx, job)
		}
		return begin(ctx, tx, job, id)
	}
}
