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

// forgetLimit is for forgetting somebody; what is left then is forgotten when the job is claimed again.
const forgetLimit = 10 * time.Minute

// Forget forgets players.
func Forget(s play.Store, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobForget, AtOnce: 1, Limit: forgetLimit, Begin: about(log, forgetter{s, now, log}.begin)}
}

type forgetter struct {
	store play.Store
	now   func() time.Time
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

// forget forgets a player, and their job with them.
func (f forgetter) forget(ctx context.Context, job play.Job, id match.PlayerID) Record {
	err := safely.Do(func() error { return play.Forgetting(ctx, f.store, id, f.now) })
	switch {
	case err == nil:
		return gone(job)
	case ctx.Err() != nil:
		return giveBack(job)
	}
	next := postponed(job, f.now(), localDelay)
	f.log.ErrorContext(ctx, "forgetting postponed", "until", next.Due, "err", err)
	return giveBack(next)
}

// gone records that job is done, which went with its player if that was now.
func gone(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error {
		if err := tx.Done(ctx, job); !errors.Is(err, play.ErrLeaseLost) {
			return err
		}
		return nil
	}
}
