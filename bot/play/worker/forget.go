package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// forgetLimit is how long one attempt to forget a player may take. The next attempt continues with the rest.
const forgetLimit = 10 * time.Minute

// Forget deletes the data of players who asked for it.
func Forget(s play.Store, log *slog.Logger) Kind {
	return Kind{Name: play.JobForget, AtOnce: 1, Limit: forgetLimit, Begin: About(log, forgetter{s, log}.begin)}
}

type forgetter struct {
	store play.Store
	log   *slog.Logger
}

func (f forgetter) begin(ctx context.Context, tx play.Tx, job play.Job, id match.PlayerID) (Task, error) {
	p, err := tx.Player(ctx, id)
	switch {
	case errors.Is(err, play.ErrNotFound), err == nil && p.Progress.Former == "":
		return nil, tx.Done(ctx, job)
	case err != nil:
		return nil, err
	}
	return func(ctx context.Context) Record { return f.forget(ctx, job, id) }, nil
}

// forget forgets a player, which also removes the jobs about them.
func (f forgetter) forget(ctx context.Context, job play.Job, id match.PlayerID) Record {
	err := safely.Do(func() error { return play.ContinueForgetting(ctx, f.store, id) })
	if err != nil {
		return Retry(ctx, f.log, job, Failure{err, "player not forgotten; will retry", LocalDelay})
	}
	return doneIfThere(job)
}

// doneIfThere is Done for a job that may have been deleted together with its subject.
func doneIfThere(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error {
		if err := tx.Done(ctx, job); !errors.Is(err, play.ErrLeaseLost) {
			return err
		}
		return nil
	}
}
