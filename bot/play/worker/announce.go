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
	announceAtOnce = 16
	quickLimit     = 2 * time.Second // for removing the old board before the new one counts as announced
	// announceFor is how long announcing the end of a match is retried while the channel refuses it.
	announceFor = 30 * 24 * time.Hour
	// goneDelay is the wait if retrying is useless: only another event can help.
	goneDelay = 30 * 24 * time.Hour
	// blockedDelay is how long an announcement on a server that the operator has blocked waits.
	blockedDelay = time.Hour
)

// Announce posts the boards of matches, several at the same time, so that a slow channel does not delay the others.
func Announce(a play.Announcer, threads play.Threads, log *slog.Logger) Kind {
	return Kind{Name: play.JobTell, AtOnce: announceAtOnce, Begin: About(log, announcing{a, threads, log}.begin)}
}

type announcing struct {
	announcer play.Announcer
	threads   play.Threads
	log       *slog.Logger
}

type announcement struct {
	job  play.Job
	m    play.Match
	news []match.Event
	ping []match.PlayerID
	edit play.Post // as in a play.Announcement
	// since is when an earlier attempt may have posted it; zero if this is the first attempt.
	since time.Time
}

// begin records what is about to be announced. After a crash the same announcement is repeated, and Discord recognises
// it.
func (a announcing) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	m, err := tx.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	if blocked, err := play.IsBlocked(ctx, tx, m.Venue.Guild); err != nil || blocked {
		return nil, cmp.Or(err, Reschedule(ctx, tx, job, tx.Now().Add(blockedDelay)))
	}
	fresh := m.Delivery.Begin(m.Seq)
	news, err := tx.Events(ctx, m.ID, m.Told, m.Sending)
	if err != nil {
		return nil, err
	}
	if wants, err := play.WantsThread(ctx, tx, &m, news); err != nil || wants {
		return func(ctx context.Context) Record { return a.openThread(ctx, job, m) }, err
	}
	ping, silent, err := play.Address(ctx, tx, &m, news)
	if err != nil {
		return nil, err
	}
	m.AdvanceClock(tx.Now())
	t := announcement{job: job, m: m, news: news, ping: ping}
	if silent && (fresh || m.Edits) { // else a new post may already be on its way
		t.edit = m.Edited()
	}
	if !fresh {
		t.since, err = firstAttempt(ctx, tx, &m)
	}
	if edits := t.edit != (play.Post{}); err == nil && (fresh || edits != m.Edits) {
		m.Edits = edits
		err = tx.SaveDelivery(ctx, m.ID, m.Delivery)
	}
	return func(ctx context.Context) Record { return a.announce(ctx, t) }, err
}

// firstAttempt returns the earliest time at which the announcement in progress may have been posted.
func firstAttempt(ctx context.Context, tx play.Tx, m *play.Match) (since time.Time, err error) {
	last, err := tx.Events(ctx, m.ID, m.Sending-1, m.Sending)
	for _, e := range last {
		since = e.At
	}
	return since, err
}

func (a announcing) announce(ctx context.Context, t announcement) Record {
	post, err := Call(ctx, func(ctx context.Context) (play.Post, error) {
		return a.announcer.Announce(ctx,
			play.Announcement{Match: t.m, News: t.news, Ping: t.ping, Edit: t.edit, Since: t.since})
	})
	switch {
	case err == nil:
		return announced(t, post, a.removeOld(ctx, t.m.Replaced(), post))
	case ctx.Err() == nil && isRefused(err):
		return a.refused(ctx, t, err)
	}
	return Retry(ctx, a.log.With("match", t.m.ID), t.job, Failure{err, "board not posted; will retry", OutageDelay})
}

// removeOld deletes the post that was replaced. It returns that post if it has to be deleted later.
func (a announcing) removeOld(ctx context.Context, old, post play.Post) (left play.Post) {
	if old == (play.Post{}) || post == (play.Post{}) || old == post {
		return play.Post{}
	}
	ctx, cancel := context.WithTimeout(ctx, quickLimit)
	defer cancel()
	err := safely.Do(func() error { return a.announcer.Retire(ctx, old) })
	if err == nil || errors.Is(err, play.ErrGone) {
		return play.Post{}
	}
	return old
}

// announced records that t was posted, and that the post left still has to be deleted.
func announced(t announcement, post, left play.Post) Record {
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, t.m.ID)
		switch {
		case err != nil:
			return err
		case d.Serial != t.m.Serial || d.Sending == 0: // another worker had the job and recorded its announcement
			return play.Posted{Post: post}.RemoveUnless(ctx, tx, d.Post)
		}
		if d.NeedsForumPost() && post != (play.Post{}) {
			if err := play.NoteThread(ctx, tx, d.Venue.Guild, ""); err != nil {
				return err
			}
		}
		d.Announced(post)
		if err := tx.SaveDelivery(ctx, t.m.ID, d); err != nil {
			return err
		}
		if err := play.RecordMentioned(ctx, tx, &t.m, t.ping); err != nil {
			return err
		}
		err = cmp.Or(scheduleArchive(ctx, tx, &t), play.ServerAnswered(ctx, tx, t.m.Venue),
			play.ScheduleBanner(ctx, tx, t.m.ID))
		if err != nil {
			return err
		}
		if left != (play.Post{}) {
			if err := play.RetirePost(ctx, tx, left, tx.Now().Add(firstDelay)); err != nil {
				return err
			}
		}
		if d.Told < t.m.Seq { // t is what a killed process began; more has happened since
			rest := t.job
			rest.Attempts = 0
			return tx.Return(ctx, rest)
		}
		return tx.Done(ctx, t.job)
	}
}

// refused handles an announcement that the channel or thread refused. It moves the match from the thread to the
// channel, or to the league's channel. If neither is possible, the players get notices, and the announcement is
// retried. For a match that ended more than announceFor ago, it is given up.
func (a announcing) refused(ctx context.Context, t announcement, why error) Record {
	rightsInForum := t.m.Venue.Forum && errors.Is(why, play.ErrClosed) // a new post would be refused, too
	if t.m.OwnThread() != "" && !rightsInForum {
		return a.leaveThread(ctx, t, why)
	}
	return func(ctx context.Context, tx play.Tx) error {
		if ended := t.m.Ended; !ended.IsZero() && tx.Now().Sub(ended) > announceFor {
			a.log.InfoContext(ctx, "announcement of a finished match given up", "match", t.m.ID, "err", why)
			t.ping = nil
			return announced(t, play.Post{}, play.Post{})(ctx, tx)
		}
		if moved, err := play.MoveToLeagueChannel(ctx, tx, &t.m); err != nil || moved {
			again := t.job
			again.Attempts = 0
			return cmp.Or(err, tx.Return(ctx, again))
		}
		if err := recordRefusal(ctx, tx, t, why); err != nil {
			return err
		}
		next := t.job
		next.Due = tx.Now().Add(delay(t.job.Attempts, RefusalDelay))
		if errors.Is(why, play.ErrGone) {
			next.Due = tx.Now().Add(goneDelay)
		}
		next.Attempts++
		a.log.WarnContext(ctx, "board refused; will retry", "match", t.m.ID, "until", next.Due, "err", why)
		return tx.Return(ctx, next)
	}
}

// recordRefusal records that the channel or thread refused t. The players to notify get notices instead.
func recordRefusal(ctx context.Context, tx play.Tx, t announcement, why error) error {
	d, err := tx.Delivery(ctx, t.m.ID)
	if err != nil {
		return err
	}
	if t.since.IsZero() || errors.Is(why, play.ErrGone) {
		d.Refused(t.m.Shown())
	} else {
		d.Shut(t.m.Shown())
	}
	if err := tx.SaveDelivery(ctx, t.m.ID, d); err != nil {
		return err
	}
	if err := play.ServerRefused(ctx, tx, d.Venue); err != nil {
		return err
	}
	if t.m.Venue.Forum {
		if err := play.NoteThread(ctx, tx, d.Venue.Guild, forumFault(why)); err != nil {
			return err
		}
	}
	if err := play.RecordNotMentioned(ctx, tx, &t.m, t.ping); err != nil {
		return err
	}
	return withholdRest(ctx, tx, t.m.ID)
}

// withholdRest records that later events of a match cannot be announced either.
func withholdRest(ctx context.Context, tx play.Tx, id match.ID) error {
	m, err := tx.Match(ctx, id)
	if err != nil || m.Sending == 0 || m.Sending == m.Seq {
		return err
	}
	rest, err := tx.Events(ctx, id, m.Sending, m.Seq)
	if err != nil {
		return err
	}
	ids, _, err := play.Address(ctx, tx, &m, rest)
	if err != nil {
		return err
	}
	return play.RecordNotMentioned(ctx, tx, &m, ids)
}
