package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/daily"
	"madbot/bot/play"
)

// dailyAtOnce is how many servers are shown their puzzles at once: many have chosen the same hour.
const dailyAtOnce = 4

// Daily shows servers their puzzles of the day, one call at a time: how the last one went, then the next one.
func Daily(h play.Herald, deck *daily.Deck, log *slog.Logger) Kind {
	return Kind{Name: play.JobDaily, AtOnce: dailyAtOnce, Begin: About(log, herald{h, deck, log}.begin)}
}

type herald struct {
	herald play.Herald
	deck   *daily.Deck
	log    *slog.Logger
}

func (h herald) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (Task, error) {
	n, at, err := daily.Begin(ctx, tx, h.deck, server, tx.Now())
	switch {
	case err != nil:
		return nil, err
	case n == nil:
		return nil, Reschedule(ctx, tx, job, at)
	}
	return Posting{Job: job, Log: h.log.With("server", server),
		Send: func(ctx context.Context) (play.Post, error) { return h.herald.ShowDaily(ctx, *n) },
		Record: func(ctx context.Context, tx play.Tx, shown play.Posted) (time.Time, error) {
			return daily.Shown(ctx, tx, *n, shown, tx.Now())
		}}.Do, nil
}
