package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

const (
	retireAtOnce = 4
	// maxRetires is how often the removal of a post is tried, which takes about a day. One left
	// standing does no harm: its buttons answer with the present board.
	maxRetires = 32
)

// Retire removes posts that could not be removed when another replaced them.
func Retire(a play.Announcer, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobRetire, AtOnce: retireAtOnce, Begin: remover{a, now, log}.begin}
}

type remover struct {
	announcer play.Announcer
	now       func() time.Time
	log       *slog.Logger
}

func (r remover) begin(ctx context.Context, tx play.Tx, job play.Job) (Task, error) {
	post, ok := play.ParsePost(job.Subject)
	if !ok {
		r.log.ErrorContext(ctx, "not a post", "subject", job.Subject)
		return nil, tx.Done(ctx, job)
	}
	return func(ctx context.Context) Record { return r.remove(ctx, job, post) }, nil
}

func (r remover) remove(ctx context.Context, job play.Job, post play.Post) Record {
	return tidied(ctx, job, retire(ctx, r.announcer, post, callLimit), r.now(), r.log)
}

// tidied records how a job got on that leaves no harm where it is not done: it is tried again, as often as
// maxRetires.
func tidied(ctx context.Context, job play.Job, err error, now time.Time, log *slog.Logger) Record {
	switch {
	case err == nil || errors.Is(err, play.ErrGone):
		return done(job)
	case ctx.Err() != nil:
		return giveBack(job)
	}
	next := postponed(job, now, refusalDelay)
	if next.Attempts >= maxRetires {
		log.WarnContext(ctx, "job given up", "kind", job.Kind, "subject", job.Subject, "err", err)
		return done(job)
	}
	log.WarnContext(ctx, "job postponed", "kind", job.Kind, "subject", job.Subject, "until", next.Due, "err", err)
	return giveBack(next)
}

func retire(ctx context.Context, a play.Announcer, p play.Post, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := safely.Do(func() error { return a.Retire(ctx, p) })
	return err
}

func done(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error { return tx.Done(ctx, job) }
}
