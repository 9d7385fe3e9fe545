package worker

import (
	"context"
	"log/slog"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// Block ends the matches and challenges of players whom the operator has blocked.
func Block(s play.Store, log *slog.Logger) Kind {
	return Kind{Name: play.JobBlock, AtOnce: 1, Begin: About(log, blocker{s, log}.begin)}
}

type blocker struct {
	store play.Store
	log   *slog.Logger
}

func (b blocker) begin(_ context.Context, _ play.Tx, job play.Job, p match.PlayerID) (Task, error) {
	return func(ctx context.Context) Record {
		err := safely.Do(func() error { return play.StopMatchesOf(ctx, b.store, p) })
		if err != nil {
			return Retry(ctx, b.log, job, Failure{err, "matches of a blocked player not ended; will retry", LocalDelay})
		}
		return doneIfThere(job)
	}, nil
}
