package worker

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// Lister lists the matches of players; a play.Store is one.
type Lister interface {
	// Open is play.Lookup.Open.
	Open(context.Context, match.PlayerID) ([]play.Summary, error)
}

// Digest sends players a weekly list of the matches that wait for them, and after a vacation the news it held back.
func Digest(m play.Messenger, l Lister, log *slog.Logger) Kind {
	return Kind{Name: play.JobDigest, AtOnce: remindAtOnce, Begin: About(log, digester{m, l, log}.begin)}
}

type digester struct {
	messenger play.Messenger
	list      Lister
	log       *slog.Logger
}

func (g digester) begin(ctx context.Context, tx play.Tx, job play.Job, id match.PlayerID) (Task, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, play.ErrNotFound) { // their data was deleted
		return nil, tx.Done(ctx, job)
	}
	if err != nil {
		return nil, err
	}
	d, next, err := play.NextDigest(ctx, tx, &p)
	switch {
	case err != nil:
		return nil, err
	case d == nil:
		return nil, Reschedule(ctx, tx, job, next)
	}
	return Posting{Job: job, Log: g.log.With("player", id),
		Send: func(ctx context.Context) (play.Post, error) { return play.Post{}, g.send(ctx, d) },
		Record: func(ctx context.Context, tx play.Tx, sent play.Posted) (time.Time, error) {
			return play.RecordDigest(ctx, tx, *d, sent.Refused != nil)
		}}.Do, nil
}

// send lists the matches of d and sends it, unless there is nothing to list.
func (g digester) send(ctx context.Context, d *play.Digest) error {
	if err := g.fill(ctx, d); err != nil || len(d.Waiting) == 0 {
		return err
	}
	slices.SortStableFunc(d.Waiting, play.ByDeadline)
	return g.messenger.Digest(ctx, *d)
}

// fill lists in d the matches whose news a vacation held back, or else all that wait for the player.
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
