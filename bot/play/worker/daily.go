package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/safely"
)

// dailyAtOnce is how many servers are shown their puzzles at once: many have chosen the same hour.
const dailyAtOnce = 4

// Daily shows servers their puzzles of the day, one call at a time: how the last one went, then the next one.
func Daily(h play.Herald, deck *daily.Deck, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobDaily, AtOnce: dailyAtOnce, Begin: about(log, herald{h, deck, now, log}.begin)}
}

type herald struct {
	herald play.Herald
	deck   *daily.Deck
	now    func() time.Time
	log    *slog.Logger
}

func (h herald) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (Task, error) {
	n, at, err := daily.Begin(ctx, tx, h.deck, server, play.Stamp(h.now()))
	switch {
	case err != nil:
		return nil, err
	case n != nil:
		return func(ctx context.Context) Record { return h.show(ctx, job, *n) }, nil
	}
	return nil, await(ctx, tx, job, at)
}

// show shows n, and records how that went.
func (h herald) show(ctx context.Context, job play.Job, n play.DailyNews) Record {
	post, err := h.call(ctx, n)
	switch {
	case ctx.Err() != nil:
		return giveBack(job)
	case err != nil && !isRefused(err):
		next := postponed(job, h.now(), outageDelay)
		h.log.WarnContext(ctx, "puzzle of the day postponed", "server", n.Server, "until", next.Due, "err", err)
		return giveBack(next)
	case err != nil:
		h.log.WarnContext(ctx, "puzzle of the day refused", "server", n.Server, "err", err)
	}
	how := daily.Showing{Post: post, Refused: err}
	return func(ctx context.Context, tx play.Tx) error {
		at, err := daily.Shown(ctx, tx, n, how, h.now())
		if err != nil {
			return err
		}
		return await(ctx, tx, job, at)
	}
}

func (h herald) call(ctx context.Context, n play.DailyNews) (play.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return safely.Get(func() (play.Post, error) { return h.herald.ShowDaily(ctx, n) })
}
