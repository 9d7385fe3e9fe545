package worker

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// Lister lists the matches of players; a play.Store is one.
type Lister interface {
	// Open is that of a play.Reader.
	Open(context.Context, match.PlayerID) ([]play.Summary, error)
}

// Digest tells players once a week which matches wait for them, if any do, and after a vacation what it held back.
func Digest(m play.Messenger, l Lister, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobDigest, AtOnce: remindAtOnce, Begin: about(log, digester{m, l, now, log}.begin)}
}

type digester struct {
	messenger play.Messenger
	list      Lister
	now       func() time.Time
	log       *slog.Logger
}

func (g digester) begin(ctx context.Context, tx play.Tx, job play.Job, id match.PlayerID) (Task, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, play.ErrNotFound) { // they were forgotten
		return nil, tx.Done(ctx, job)
	}
	if err != nil {
		return nil, err
	}
	d, next, err := play.NextDigest(ctx, tx, &p, g.now())
	switch {
	case err != nil:
		return nil, err
	case d != nil:
		return func(ctx context.Context) Record { return g.digest(ctx, job, *d) }, nil
	}
	return nil, await(ctx, tx, job, next)
}

// await has job wait for a time; zero: it is done.
func await(ctx context.Context, tx play.Tx, job play.Job, next time.Time) error {
	if next.IsZero() {
		return tx.Done(ctx, job)
	}
	job.Due, job.Attempts = next, 0
	return tx.Return(ctx, job)
}

func (g digester) digest(ctx context.Context, job play.Job, d play.Digest) Record {
	err := g.send(ctx, &d)
	switch {
	case ctx.Err() != nil:
		return giveBack(job)
	case err != nil && !isRefused(err):
		next := postponed(job, g.now(), outageDelay)
		g.log.WarnContext(ctx, "digest postponed", "player", d.To.ID, "err", err)
		return giveBack(next)
	}
	return func(ctx context.Context, tx play.Tx) error {
		next, err := play.Digested(ctx, tx, d, err != nil, g.now())
		if err != nil {
			return err
		}
		return await(ctx, tx, job, next)
	}
}

// send sends d with what it lists; nothing when that is nothing.
func (g digester) send(ctx context.Context, d *play.Digest) error {
	if err := g.fill(ctx, d); err != nil || len(d.Waiting) == 0 {
		return err
	}
	slices.SortStableFunc(d.Waiting, play.ByDeadline)
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return safely.Do(func() error { return g.messenger.Digest(ctx, *d) })
}

// fill lists in d what a vacation held back, or else all that waits for its player.
func (g digester) fill(ctx context.Context, d *play.Digest) error {
	open, err := g.list.Open(ctx, d.To.ID)
	d.Open = open
	for _, n := range d.Back {
		d.Waiting = append(d.Waiting, n.Match.Summary())
	}
	if len(d.Back) > 0 {
		return err
	}
	for _, m := range open {
		if m.Waits(d.To.ID) {
			d.Waiting = append(d.Waiting, m)
		}
	}
	d.Others = len(open) - len(d.Waiting)
	return err
}
