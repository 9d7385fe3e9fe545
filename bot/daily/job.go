package daily

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/worker"
)

// maxAtOnce is how many servers get their puzzles at the same time; many choose the same hour.
const maxAtOnce = 4

// Job posts servers' puzzles of the day. A run of the job makes one call: first for the result of the last puzzle, and
// in the next run for the new puzzle.
func Job(h play.DailyPoster, deck *Deck, log *slog.Logger) worker.Kind {
	return worker.Kind{Name: play.JobDaily, AtOnce: maxAtOnce, Begin: worker.About(log, poster{h, deck, log}.begin)}
}

type poster struct {
	herald play.DailyPoster
	deck   *Deck
	log    *slog.Logger
}

func (p poster) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (worker.Task, error) {
	n, at, err := Begin(ctx, tx, p.deck, server)
	switch {
	case err != nil:
		return nil, err
	case n == nil:
		return nil, worker.Reschedule(ctx, tx, job, at)
	}
	return worker.Posting{Job: job, Log: p.log.With("server", server),
		Send: func(ctx context.Context) (play.Post, error) { return p.herald.ShowDaily(ctx, *n) },
		Record: func(ctx context.Context, tx play.Tx, posted play.Posted) (time.Time, error) {
			return RecordPost(ctx, tx, *n, posted)
		}}.Do, nil
}
