package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// tidyLimit is for tidying up; what is left then goes when the job is claimed again.
const tidyLimit = 10 * time.Minute

// Tidy removes each day what is of no use any more.
func Tidy(s play.Store, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobTidy, AtOnce: 1, Limit: tidyLimit, Begin: cleaner{s, now, log}.begin}
}

type cleaner struct {
	store play.Store
	now   func() time.Time
	log   *slog.Logger
}

func (c cleaner) begin(_ context.Context, _ play.Tx, job play.Job) (Task, error) {
	return func(ctx context.Context) Record { return c.tidy(ctx, job) }, nil
}

func (c cleaner) tidy(ctx context.Context, job play.Job) Record {
	now := c.now()
	err := safely.Do(func() error { return RemoveOutdated(ctx, c.store, now) })
	switch {
	case ctx.Err() != nil:
		return giveBack(job)
	case err != nil:
		next := postponed(job, c.now(), localDelay)
		c.log.ErrorContext(ctx, "tidying up postponed", "until", next.Due, "err", err)
		return giveBack(next)
	}
	return func(ctx context.Context, tx play.Tx) error { return await(ctx, tx, job, now.Add(TidyPeriod)) }
}
