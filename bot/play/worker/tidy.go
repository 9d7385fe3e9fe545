package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

// tidyLimit is how long one attempt may take. The next attempt continues with the rest.
const tidyLimit = 10 * time.Minute

// Tidy removes outdated data every day.
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
	if err != nil {
		return Retry(ctx, c.log, job, Failure{err, "outdated data not removed; will retry", LocalDelay})
	}
	return func(ctx context.Context, tx play.Tx) error { return Reschedule(ctx, tx, job, now.Add(TidyPeriod)) }
}
