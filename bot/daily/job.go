package daily

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/worker"
)

// dailyAtOnce is how many servers are shown their puzzles at once: many have chosen the same hour.
const dailyAtOnce = 4

// Job shows servers their puzzles of the day, one call at a time: how the last one went, then the next one.
func Job(h play.Herald, deck *Deck, log *slog.Logger) worker.Kind {
	return worker.Kind{Name: play.JobDaily, AtOnce: dailyAtOnce, Begin: worker.About(log, herald{h, deck, log}.begin)}
}

type herald struct {
	herald play.Herald
	deck   *Deck
	log    *slog.Logger
}

func (h herald) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (worker.Task, error) {
	n, at, err := Begin(ctx, tx, h.deck, server, tx.Now())
	switch {
	case err != nil:
		return nil, err
	case n == nil:
		return nil, worker.Reschedule(ctx, tx, job, at)
	}
	return worker.Posting{Job: job, Log: h.log.With("server", server),
		Send: func(ctx context.Context) (play.Post, error) { return h.herald.ShowDaily(ctx, *n) },
		Record: func(ctx context.Context, tx play.Tx, shown play.Posted) (time.Time, error) {
			return Shown(ctx, tx, *n, shown, tx.Now())
		}}.Do, nil
}
