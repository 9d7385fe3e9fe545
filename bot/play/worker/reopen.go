package worker

import (
	"cmp"
	"context"
	"log/slog"

	"madbot/bot/play"
	"madbot/rules/match"
)

// Reopen makes open challenges again whose takers left before their first turn. newID returns a new random id.
func Reopen(newID func() match.ID, log *slog.Logger) Kind {
	begin := func(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
		return nil, cmp.Or(play.Reopen(ctx, tx, id, newID()), tx.Done(ctx, job))
	}
	return Kind{Name: play.JobReopen, AtOnce: 1, Begin: About(log, begin)}
}
