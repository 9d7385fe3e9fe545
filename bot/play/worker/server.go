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
	// serverLimit is for what follows when the bot has left a server; what is left then follows when the job is claimed
	// again.
	serverLimit = 10 * time.Minute
)

// Server looks whether the bot is still on servers, and does what follows when it is not.
func Server(p Presence, s play.Store, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobServer, AtOnce: serverAtOnce, Limit: serverLimit,
		Begin: about(log, watcher{p, s, now, log}.begin)}
}

type watcher struct {
	presence Presence
	store    play.Store
	now      func() time.Time
	log      *slog.Logger
}

func (w watcher) begin(_ context.Context, _ play.Tx, job play.Job, server string) (Task, error) {
	return func(ctx context.Context) Record { return w.look(ctx, job, server) }, nil
}

func (w watcher) look(ctx context.Context, job play.Job, server string) Record {
	is, err := w.ask(ctx, server)
	if err == nil && is {
		return func(ctx context.Context, tx play.Tx) error {
			next, err := Stays(ctx, tx, server, w.now())
			if err != nil {
				return err
			}
			return await(ctx, tx, job, next)
		}
	}
	var next time.Time
	if err == nil {
		w.log.InfoContext(ctx, "the bot is not on a server", "server", server)
		next, err = safely.Get(func() (time.Time, error) { return Goes(ctx, w.store, server, w.now()) })
	}
	switch {
	case ctx.Err() != nil:
		return giveBack(job)
	case err != nil:
		again := postponed(job, w.now(), outageDelay)
		w.log.WarnContext(ctx, "look at a server postponed", "server", server, "until", again.Due, "err", err)
		return giveBack(again)
	case next.IsZero():
		return gone(job)
	}
	return func(ctx context.Context, tx play.Tx) error { return await(ctx, tx, job, next) }
}

func (w watcher) ask(ctx context.Context, server string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return safely.Get(func() (bool, error) { return w.presence.IsOn(ctx, server) })
}
