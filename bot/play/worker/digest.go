package worker

import (
	"context"
	"fmt"
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

// Digest tells players once a week which matches wait for them, if any do.
func Digest(m play.Messenger, l Lister, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobDigest, AtOnce: remindAtOnce, Begin: digester{m, l, now, log}.begin}
}

type digester struct {
	messenger play.Messenger
	list      Lister
	now       func() time.Time
	log       *slog.Logger
}

func (g digester) begin(ctx context.Context, tx play.Tx, job play.Job) (Task, error) {
	id, ok := play.SubjectID[match.PlayerID](job.Kind, job.Subject)
	if !ok {
		g.log.ErrorContext(ctx, "not a player with a digest", "subject", job.Subject)
		return nil, tx.Done(ctx, job)
	}
	p, err := tx.Player(ctx, id)
	if err != nil {
		return nil, err
	}
	if !p.Settings.Digest {
		return nil, tx.Done(ctx, job)
	}
	if until := p.QuietUntil(g.now()); !until.IsZero() { // it is late already
		job.Due = until
		return nil, tx.Return(ctx, job)
	}
	d := play.Digest{To: p, Key: fmt.Sprintf("%s-%d", p.ID, g.now().Unix()/secondsOfDay%maxDays)}
	return func(ctx context.Context) Record { return g.digest(ctx, job, d) }, nil
}

const (
	secondsOfDay = 24 * 60 * 60
	maxDays      = 1000 // what a key has room for
)

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
		if err != nil {
			if err := play.Undigested(ctx, tx, d); err != nil {
				return err
			}
		}
		job.Due, job.Attempts = d.To.DigestDue(g.now()), 0
		return tx.Return(ctx, job)
	}
}

// send sends d with what waits for its player; nothing when nothing does.
func (g digester) send(ctx context.Context, d *play.Digest) error {
	open, err := g.list.Open(ctx, d.To.ID)
	if err != nil {
		return err
	}
	for _, m := range open {
		if m.Waits(d.To.ID) {
			d.Waiting = append(d.Waiting, m)
		}
	}
	d.Open = open
	if d.Others = len(open) - len(d.Waiting); len(d.Waiting) == 0 {
		return nil
	}
	slices.SortStableFunc(d.Waiting, play.ByDeadline)
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err = safely.Do(func() error { return g.messenger.Digest(ctx, *d) })
	return err
}
