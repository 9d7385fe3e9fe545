package worker

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

const (
	archiveAtOnce = 4
	// archiveDelay is how long the thread of a match stays open after its end, for what there is to say.
	archiveDelay = time.Hour
	// maxOpens is how often a thread is tried to be made, in some seconds, before the match is shown in its
	// channel: people wait for it.
	maxOpens = 4
)

// open makes a thread for m, in which it is announced by the same job then; where there can be none, it is
// announced in its channel.
func (n notifier) open(ctx context.Context, job play.Job, m play.Match) Record {
	thread, err := n.opened(ctx, m)
	again, fault := unopened(ctx, job, n.now(), n.log.With("match", m.ID), err)
	if again != nil {
		return again
	}
	thread = cmp.Or(thread, m.Venue.Channel)
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, m.ID)
		if err != nil {
			return err
		}
		d.Thread = thread
		if err := tx.SaveDelivery(ctx, m.ID, d); err != nil {
			return err
		}
		if err := play.NoteThread(ctx, tx, m.Venue.Guild, fault); err != nil {
			return err
		}
		job.Attempts = 0
		return tx.Return(ctx, job)
	}
}

func (n notifier) opened(ctx context.Context, m play.Match) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return made(safely.Get(func() (string, error) { return n.threads.OpenThread(ctx, m) }))
}

// made is a thread that was made; of one that was not there is no id.
func made(thread string, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return thread, nil
}

// unopened says what follows from how it went to make a thread: again has it tried again; nil when it was made, or
// there is to be none, and fault is what is told of that.
func unopened(ctx context.Context, job play.Job, now time.Time, log *slog.Logger, err error) (again Record,
	fault play.ThreadFault) {
	if err == nil {
		return nil, ""
	}
	if ctx.Err() != nil {
		return giveBack(job), ""
	}
	log.WarnContext(ctx, "no thread", "err", err)
	fault, final := threadFault(err)
	if next := postponed(job, now, outageDelay); !final && next.Attempts < maxOpens {
		return giveBack(next), ""
	}
	return nil, fault
}

// threadFault says what is told of a thread that could not be made, and whether trying again is no use.
func threadFault(err error) (why play.ThreadFault, final bool) {
	switch {
	case errors.Is(err, play.ErrClosed):
		return play.ThreadRights, true
	case errors.Is(err, play.ErrFull):
		return play.ThreadsFull, true
	}
	return "", errors.Is(err, play.ErrGone)
}

// leave records that the thread of a match did not take its news, which are announced in the channel at
// once; nothing there leads to the thread any more.
func (n notifier) leave(ctx context.Context, t notice, why error) Record {
	n.log.WarnContext(ctx, "thread left", "match", t.m.ID, "thread", t.m.Thread, "err", why)
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, t.m.ID)
		if err != nil {
			return err
		}
		d.Refused(t.m.Thread)
		if err := tx.SaveDelivery(ctx, t.m.ID, d); err != nil {
			return err
		}
		if err := tx.Schedule(ctx, play.JobRetire, t.m.Starter().String(), n.now()); err != nil {
			return err
		}
		if fault, _ := threadFault(why); fault != "" {
			if err := play.NoteThread(ctx, tx, t.m.Venue.Guild, fault); err != nil {
				return err
			}
		}
		next := t.job
		next.Attempts = 0
		return tx.Return(ctx, next)
	}
}

// archiveLater makes the job due that archives the thread of a match, if news said that it is over and it has one.
func (n notifier) archiveLater(ctx context.Context, tx play.Tx, t *notice) error {
	if t.m.Status.IsOpen() || t.m.OwnThread() == "" || len(t.news) == 0 {
		return nil
	}
	return tx.Schedule(ctx, play.JobArchive, play.Subject(play.JobArchive, t.m.ID), n.now().Add(archiveDelay))
}

// Archive archives the threads of matches that are over.
func Archive(t play.Threads, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobArchive, AtOnce: archiveAtOnce, Begin: about(log, archivist{t, now, log}.begin)}
}

type archivist struct {
	threads play.Threads
	now     func() time.Time
	log     *slog.Logger
}

func (a archivist) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case m.OwnThread() == "":
		return nil, tx.Done(ctx, job)
	}
	return func(ctx context.Context) Record { return a.archive(ctx, job, m) }, nil
}

// archive archives the thread of m. One that stays open does no harm: Discord archives it in time.
func (a archivist) archive(ctx context.Context, job play.Job, m play.Match) Record {
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := safely.Do(func() error { return a.threads.CloseThread(limited, m) })
	return tidied(ctx, job, err, a.now(), a.log)
}
