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
	// serverLimit limits one check, including the changes of matches that follow. The next one does the rest.
	serverLimit = 10 * time.Minute
)

// Server checks whether the bot is still on servers. It suspends matches on servers that it cannot use, and resumes
// them once it can.
func Server(p Presence, s play.Store, log *slog.Logger) Kind {
	return Kind{Name: play.JobServer, AtOnce: serverAtOnce, Limit: serverLimit,
		Begin: About(log, watcher{p, s, log}.begin)}
}

type watcher struct {
	presence Presence
	store    play.Store
	log      *slog.Logger
}

func (w watcher) begin(_ context.Context, _ play.Tx, job play.Job, server string) (Task, error) {
	return func(ctx context.Context) Record { return w.check(ctx, job, server) }, nil
}

// check checks whether the bot is on the server and handles the result.
func (w watcher) check(ctx context.Context, job play.Job, server string) Record {
	is, err := Call(ctx, func(ctx context.Context) (bool, error) { return w.presence.IsOn(ctx, server) })
	var next time.Time
	if err == nil {
		then := HandlePresence
		if !is {
			w.log.InfoContext(ctx, "the bot is not on a server", "server", server)
			then = HandleAbsence
		}
		next, err = safely.Get(func() (time.Time, error) { return then(ctx, w.store, server) })
	}
	if err == nil && is {
		err = safely.Do(func() error { return w.forgetDeletedRole(ctx, server) })
	}
	switch {
	case err != nil:
		return Retry(ctx, w.log.With("server", server), job, Failure{err, "server not checked; will retry", OutageDelay})
	case next.IsZero():
		return doneIfThere(job)
	}
	return func(ctx context.Context, tx play.Tx) error { return Reschedule(ctx, tx, job, next) }
}

// forgetDeletedRole forgets the role of the server's games managers if it no longer exists.
func (w watcher) forgetDeletedRole(ctx context.Context, server string) error {
	known, err := w.store.Server(ctx, server)
	role := known.Settings.Managers
	if err != nil || role == "" {
		return err
	}
	exists, err := Call(ctx, func(ctx context.Context) (bool, error) { return w.presence.HasRole(ctx, server, role) })
	if err != nil || exists {
		return err
	}
	return play.ForgetManagerRole(ctx, w.store, server, role)
}
