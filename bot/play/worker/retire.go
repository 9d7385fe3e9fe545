package worker

import (
	"context"
	"errors"
	"log/slog"

	"madbot/bot/play"
)

const (
	retireAtOnce = 4
	// maxCleanups is how often a cleanup is tried, which takes about a day. Skipping one is harmless: the buttons of an
	// old post show the current board.
	maxCleanups = 32
)

// Retire deletes replaced posts whose deletion failed earlier.
func Retire(a play.Announcer, log *slog.Logger) Kind {
	return Kind{Name: play.JobRetire, AtOnce: retireAtOnce, Begin: About(log, remover{a, log}.begin)}
}

type remover struct {
	announcer play.Announcer
	log       *slog.Logger
}

func (r remover) begin(ctx context.Context, tx play.Tx, job play.Job, id string) (Task, error) {
	post, ok := play.ParsePost(id)
	if !ok {
		r.log.ErrorContext(ctx, "job dropped: its subject is no post", "subject", job.Subject)
		return nil, tx.Done(ctx, job)
	}
	return func(ctx context.Context) Record {
		err := call(ctx, func(ctx context.Context) error { return r.announcer.Retire(ctx, post) })
		return recordCleanup(ctx, r.log, job, err)
	}, nil
}

// recordCleanup records the outcome of a cleanup job, which is retried up to maxCleanups times and is safe to skip.
func recordCleanup(ctx context.Context, log *slog.Logger, job play.Job, err error) Record {
	log = log.With("kind", job.Kind, "subject", job.Subject)
	switch {
	case err == nil || errors.Is(err, play.ErrGone):
		return Done(job)
	case ctx.Err() == nil && job.Attempts+1 >= maxCleanups:
		log.WarnContext(ctx, "cleanup given up", "err", err)
		return Done(job)
	}
	return Retry(ctx, log, job, Failure{err, "cleanup failed; will retry", RefusalDelay})
}
