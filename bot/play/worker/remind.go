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

// remindAtOnce is how many players are told at once.
const remindAtOnce = 8

// Remind tells players of a match what was not announced to them: that it still is their turn, and what
// came in their quiet hours or is to come in direct messages.
func Remind(m play.Messenger, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobRemind, AtOnce: remindAtOnce, Begin: about(log, reminder{m, now, log}.begin)}
}

type reminder struct {
	messenger play.Messenger
	now       func() time.Time
	log       *slog.Logger
}

func (r reminder) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	n, next, err := play.NextNotice(ctx, tx, &m, r.now())
	switch {
	case err != nil:
		return nil, err
	case n != nil:
		return func(ctx context.Context) Record { return r.remind(ctx, job, *n) }, nil
	case next.IsZero():
		return nil, tx.Done(ctx, job)
	}
	job.Due, job.Attempts = next, 0
	return nil, tx.Return(ctx, job)
}

func (r reminder) remind(ctx context.Context, job play.Job, n play.Notice) Record {
	post, err := r.notify(ctx, n)
	shut := n.Direct && isRefused(err)
	if shut {
		r.log.InfoContext(ctx, "direct message refused", "match", n.Match.ID, "player", n.To.ID, "err", err)
		n.Direct = false
		post, err = r.notify(ctx, n)
	}
	switch {
	case ctx.Err() != nil:
		return giveBack(job)
	case err != nil && !isRefused(err):
		next := postponed(job, r.now(), outageDelay)
		r.log.WarnContext(ctx, "notice postponed", "match", n.Match.ID, "until", next.Due, "err", err)
		return giveBack(next)
	case err != nil:
		r.log.WarnContext(ctx, "notice refused", "match", n.Match.ID, "player", n.To.ID, "err", err)
	}
	return r.recorded(job, n, outcome{post, err != nil, shut})
}

// outcome is how a notice got on.
type outcome struct {
	post    play.Post
	refused bool // nobody took it
	shut    bool // the player takes no direct messages
}

// recorded records how n got on, and looks again at once: there may be more to tell.
func (r reminder) recorded(job play.Job, n play.Notice, o outcome) Record {
	return func(ctx context.Context, tx play.Tx) error {
		if o.shut && n.To.Settings.Direct {
			if err := play.ShutOut(ctx, tx, n.To.ID); err != nil {
				return err
			}
		}
		record := func() error { return play.Noticed(ctx, tx, n, o.post, r.now()) }
		if o.refused {
			record = func() error { return play.Unnoticed(ctx, tx, n, r.now()) }
		}
		if err := record(); err != nil {
			return err
		}
		job.Due, job.Attempts = r.now(), 0
		return tx.Return(ctx, job)
	}
}

func (r reminder) notify(ctx context.Context, n play.Notice) (play.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit/2) // there may be two calls
	defer cancel()
	return safely.Get(func() (play.Post, error) { return r.messenger.Notify(ctx, n) })
}

// isRefused reports whether err says that trying again is no use for now.
func isRefused(err error) bool { return errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed) }
