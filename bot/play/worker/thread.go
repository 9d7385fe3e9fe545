package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

const (
	archiveAtOnce = 4
	// archiveDelay is how long the thread of a match stays open for comments after the match ended.
	archiveDelay = time.Hour
	// maxOpens is how often creating a thread is tried, within seconds, before its match is shown in the channel, because
	// people are waiting.
	maxOpens = 4
)

// OpenThread creates a thread by calling open. It returns the thread, or "" if none can be created, and the reason if
// Discord gave one. A non-nil retry means that the attempt failed; it records that.
func OpenThread(ctx context.Context, log *slog.Logger, job play.Job,
	open func(context.Context) (string, error)) (thread string, fault play.ThreadFault, retry Record) {
	thread, err := Call(ctx, open)
	if err == nil {
		return thread, "", nil
	}
	fault, final := threadFault(err)
	if ctx.Err() != nil || !final && job.Attempts+1 < maxOpens {
		return "", "", Retry(ctx, log, job, Failure{err, "thread not created; will retry", OutageDelay})
	}
	log.WarnContext(ctx, "thread not created", "err", err)
	return "", fault, nil
}

// forumFault returns the reason to report for a post that could not be created in a forum.
func forumFault(err error) play.ThreadFault {
	switch {
	case errors.Is(err, play.ErrFull):
		return play.ThreadsFull
	case errors.Is(err, play.ErrUnfit):
		return play.ForumTag
	case errors.Is(err, play.ErrClosed):
		return play.ForumRights
	}
	return ""
}

// threadFault returns the reason to report for a thread that could not be created, and whether retrying is useless.
func threadFault(err error) (why play.ThreadFault, final bool) {
	switch {
	case errors.Is(err, play.ErrClosed):
		return play.ThreadRights, true
	case errors.Is(err, play.ErrFull):
		return play.ThreadsFull, true
	case errors.Is(err, play.ErrUnfit):
		return play.ThreadsUnfit, true
	}
	return "", errors.Is(err, play.ErrGone)
}

// openThread creates a thread for m. Then the same job announces m there, or in the channel if there can be no thread.
func (a announcing) openThread(ctx context.Context, job play.Job, m play.Match) Record {
	thread, fault, retry := OpenThread(ctx, a.log.With("match", m.ID), job,
		func(ctx context.Context) (string, error) { return a.threads.OpenThread(ctx, m) })
	if retry != nil {
		return retry
	}
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, m.ID)
		if err != nil {
			return err
		}
		if d.Thread = thread; thread == "" {
			d.Thread = m.Venue.Channel
		}
		if err := tx.SaveDelivery(ctx, m.ID, d); err != nil {
			return err
		}
		if thread != "" || fault != "" { // otherwise the reason is unknown
			if err := play.NoteThread(ctx, tx, m.Venue.Guild, fault); err != nil {
				return err
			}
		}
		job.Attempts = 0
		return tx.Return(ctx, job)
	}
}

// leaveThread records that the thread of a match refused its board, which is then announced in the channel, or in a new
// post in the forum. It deletes the message in the channel that leads to the thread.
func (a announcing) leaveThread(ctx context.Context, t announcement, why error) Record {
	a.log.WarnContext(ctx, "thread refused the board; using the channel", "match", t.m.ID, "thread", t.m.Thread, "err", why)
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, t.m.ID)
		if err != nil {
			return err
		}
		d.LeaveThread(t.m.Thread)
		if err := tx.SaveDelivery(ctx, t.m.ID, d); err != nil {
			return err
		}
		if !t.m.Venue.Forum {
			if err := play.RetirePost(ctx, tx, t.m.Starter(), tx.Now()); err != nil {
				return err
			}
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

// scheduleArchive schedules the archiving of the match's thread if it has one and t announced the end of the match.
func scheduleArchive(ctx context.Context, tx play.Tx, t *announcement) error {
	if t.m.Status.IsOpen() || t.m.OwnThread() == "" || len(t.news) == 0 {
		return nil
	}
	return tx.Schedule(ctx, play.JobArchive, play.Subject(play.JobArchive, t.m.ID), tx.Now().Add(archiveDelay))
}

// Archive archives the threads of finished matches.
func Archive(t play.Threads, log *slog.Logger) Kind {
	return Kind{Name: play.JobArchive, AtOnce: archiveAtOnce, Begin: About(log, archivist{t, log}.begin)}
}

type archivist struct {
	threads play.Threads
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
	return func(ctx context.Context) Record {
		err := call(ctx, func(ctx context.Context) error { return a.threads.CloseThread(ctx, m) })
		return recordCleanup(ctx, a.log, job, err) // Discord archives a thread by itself in time
	}, nil
}
