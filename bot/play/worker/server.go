package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
)

const (
	serverAtOnce = 2
	// serverLimit is how long one attempt at HandleAbsence may take. The next attempt continues with the rest.
	serverLimit = 10 * time.Minute
)

// Server checks whether the bot is still on its servers, and calls HandleAbsence if it is not.
func Server(p Presence, s play.Store, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobServer, AtOnce: serverAtOnce, Limit: serverLimit,
		Begin: About(log, watcher{p, s, now, log}.begin)}
}

type watcher struct {
	presence Presence
	store    play.Store
	now      func() time.Time
	log      *slog.Logger
}

func (w watcher) begin(_ context.Context, _ play.Tx, job play.Job, server string) (Task, error) {
	return func(ctx context.Context) Record { return w.check(ctx, job, server) }, nil
}

func (w watcher) check(ctx context.Context, job play.Job, server string) Record {
	is, err := Call(ctx, func(ctx context.Context) (bool, error) { return w.presence.IsOn(ctx, server) })
	if err == nil && is {
		return func(ctx context.Context, tx play.Tx) error {
			next, err := RecordPresent(ctx, tx, server)
			if err != nil {
				return err
			}
			return Reschedule(ctx, tx, job, next)
		}
	}
	var next time.Time
	if err == nil {
		w.log.InfoContext(ctx, "bot is not on the server", "server", server)
		next, err = safely.Get(func() (time.Time, error) { return HandleAbsence(ctx, w.store, server, w.now()) })
	}
	switch {
	case err != nil:
		return Retry(ctx, w.log.With("server", server), job, Failure{err, "server not checked; will retry", OutageDelay})
	case next.IsZero():
		return doneIfThere(job)
	}
	return func(ctx context.Context, tx play.Tx) error { return Reschedule(ctx, tx, job, next) }
}
