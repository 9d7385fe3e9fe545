package worker

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// remindAtOnce is how many players are notified at the same time.
const remindAtOnce = 8

// Remind sends players the notices of a match: reminders that it is still their turn, and news that came in their quiet
// hours or that they want in direct messages.
func Remind(m play.Messenger, log *slog.Logger) Kind {
	return Kind{Name: play.JobRemind, AtOnce: remindAtOnce, Begin: About(log, reminder{m, log}.begin)}
}

type reminder struct {
	messenger play.Messenger
	log       *slog.Logger
}

func (r reminder) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	n, next, err := play.NextNotice(ctx, tx, &m)
	switch {
	case err != nil:
		return nil, err
	case n == nil:
		return nil, Reschedule(ctx, tx, job, next)
	}
	return r.posting(job, *n).Do, nil
}

// posting sends n, to the channel if the player accepts no direct messages, and then looks for the next notice.
func (r reminder) posting(job play.Job, n play.Notice) Posting {
	noDirect := false // the player accepts no direct messages
	log := r.log.With("match", n.Match.ID, "player", n.To.ID)
	return Posting{Job: job, Log: log,
		Send: func(ctx context.Context) (play.Post, error) {
			post, err := r.notify(ctx, n)
			if noDirect = n.Direct && isRefused(err); noDirect {
				log.InfoContext(ctx, "direct message refused", "err", err)
				n.Direct = false
				post, err = r.notify(ctx, n)
			}
			return post, err
		},
		Record: func(ctx context.Context, tx play.Tx, sent play.Posted) (time.Time, error) {
			if noDirect && n.To.Settings.Direct {
				if err := play.RecordDMsRefused(ctx, tx, n.To.ID); err != nil {
					return time.Time{}, err
				}
			}
			if sent.Refused != nil {
				err := cmp.Or(play.RecordNoticeFailed(ctx, tx, n), play.ServerRefused(ctx, tx, n.Match.Venue))
				return tx.Now(), err
			}
			return tx.Now(), play.RecordNoticeSent(ctx, tx, n, sent.Post)
		}}
}

// notify sends n within half the time of a call, because there may be two.
func (r reminder) notify(ctx context.Context, n play.Notice) (play.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, CallLimit/2)
	defer cancel()
	return safely.Get(func() (play.Post, error) { return r.messenger.Notify(ctx, n) })
}
