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
	tellAtOnce = 16
	callLimit  = 30 * time.Second // with one call of the Announcer
	quickLimit = 2 * time.Second  // for removing the old post before the news count as told
	// tellFor is for how long news of a match that is over are tried to be posted where that is refused.
	tellFor = 30 * 24 * time.Hour
)

// Tell announces matches. Several are announced at once, so that a channel that hangs does not keep
// the others waiting.
func Tell(a play.Announcer, threads play.Threads, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobTell, AtOnce: tellAtOnce, Begin: notifier{a, threads, now, log}.begin}
}

type notifier struct {
	announcer play.Announcer
	threads   play.Threads
	now       func() time.Time
	log       *slog.Logger
}

// notice is an announcement under way.
type notice struct {
	job  play.Job
	m    play.Match
	news []match.Event
	ping []match.PlayerID
	edit play.Post // as in a play.Announcement
	// since is from when on it may have been made; zero: it is new.
	since time.Time
}

// begin notes what is about to be announced, so that after a crash the same is announced, which
// Discord recognises.
func (n notifier) begin(ctx context.Context, tx play.Tx, job play.Job) (Task, error) {
	m, err := tx.Match(ctx, match.ID(job.Subject))
	if err != nil {
		return nil, err
	}
	fresh := m.Delivery.Begin(m.Seq)
	news, err := tx.Events(ctx, m.ID, m.Told, m.Sending)
	if err != nil {
		return nil, err
	}
	if wants, err := play.WantsThread(ctx, tx, &m, news); err != nil || wants {
		return func(ctx context.Context) Record { return n.open(ctx, job, m) }, err
	}
	ping, silent, err := play.Address(ctx, tx, &m, news, n.now())
	if err != nil {
		return nil, err
	}
	m.Count(n.now())
	t := notice{job: job, m: m, news: news, ping: ping}
	if silent && (fresh || m.Edits) { // else another post may be on its way
		t.edit = m.Edited()
	}
	if !fresh {
		t.since, err = n.since(ctx, tx, &m)
	}
	if edits := t.edit != (play.Post{}); err == nil && (fresh || edits != m.Edits) {
		m.Edits = edits
		err = tx.SaveDelivery(ctx, m.ID, m.Delivery)
	}
	return func(ctx context.Context) Record { return n.tell(ctx, t) }, err
}

// since returns from when on what is under way of m may have been announced.
func (n notifier) since(ctx context.Context, tx play.Tx, m *play.Match) (since time.Time, err error) {
	last, err := tx.Events(ctx, m.ID, m.Sending-1, m.Sending)
	for _, e := range last {
		since = e.At
	}
	return since, err
}

func (n notifier) tell(ctx context.Context, t notice) Record {
	post, err := n.announce(ctx, t)
	switch {
	case err == nil:
		return n.told(t, post, n.replace(ctx, t.m.Replaced(), post))
	case ctx.Err() != nil:
		return giveBack(t.job)
	}
	return n.failed(ctx, t, err)
}

func (n notifier) announce(ctx context.Context, t notice) (play.Post, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return safely.Get(func() (play.Post, error) {
		return n.announcer.Announce(ctx,
			play.Announcement{Match: t.m, News: t.news, Ping: t.ping, Edit: t.edit, Since: t.since})
	})
}

// replace removes the post old, which post replaces, and returns what is left to be removed later.
func (n notifier) replace(ctx context.Context, old, post play.Post) (left play.Post) {
	if old == (play.Post{}) || post == (play.Post{}) || old == post {
		return play.Post{}
	}
	if err := retire(ctx, n.announcer, old, quickLimit); err == nil || errors.Is(err, play.ErrGone) {
		return play.Post{}
	}
	return old
}

// told records that the news were announced by post, and that left is still to be removed.
func (n notifier) told(t notice, post, left play.Post) Record {
	return func(ctx context.Context, tx play.Tx) error {
		d, err := tx.Delivery(ctx, t.m.ID)
		switch {
		case err != nil:
			return err
		case d.Serial != t.m.Serial || d.Sending == 0:
			return n.overtaken(ctx, tx, d, post)
		}
		d.Announced(post)
		if err := tx.SaveDelivery(ctx, t.m.ID, d); err != nil {
			return err
		}
		if err := play.Addressed(ctx, tx, &t.m, t.ping, n.now()); err != nil {
			return err
		}
		if err := n.archiveLater(ctx, tx, &t); err != nil {
			return err
		}
		if left != (play.Post{}) {
			due := n.now().Add(firstDelay)
			if err := tx.Schedule(ctx, play.JobRetire, left.String(), due); err != nil {
				return err
			}
		}
		if d.Told < t.m.Seq { // it was what a process that was killed had begun to send
			rest := t.job
			rest.Attempts = 0
			return tx.Return(ctx, rest)
		}
		return tx.Done(ctx, t.job)
	}
}

// overtaken has post removed unless it is what stands: while it was made, others had the job, made the
// announcement and recorded that.
func (n notifier) overtaken(ctx context.Context, tx play.Tx, d play.Delivery, post play.Post) error {
	if post == (play.Post{}) || post == d.Post {
		return play.ErrLeaseLost
	}
	return tx.Schedule(ctx, play.JobRetire, post.String(), n.now())
}

// failed records that the news were not announced, or that nobody knows whether they were, and
// when they are announced again.
func (n notifier) failed(ctx context.Context, t notice, why error) Record {
	next, refused := n.postponed(t.job, why)
	if refused && t.m.OwnThread() != "" {
		return n.leave(ctx, t, why)
	}
	if ended := t.m.Ended; refused && !ended.IsZero() && n.now().Sub(ended) > tellFor {
		n.log.InfoContext(ctx, "news given up", "match", t.m.ID, "err", why)
		t.ping = nil
		return n.told(t, play.Post{}, play.Post{})
	}
	n.log.WarnContext(ctx, "news postponed", "match", t.m.ID, "until", next.Due, "err", why)
	if !refused {
		return giveBack(next)
	}
	return func(ctx context.Context, tx play.Tx) error {
		if moved, err := play.ShowInLeague(ctx, tx, &t.m); err != nil || moved {
			again := t.job
			again.Attempts = 0
			return cmp.Or(err, tx.Return(ctx, again))
		}
		if err := n.refused(ctx, tx, t, why); err != nil {
			return err
		}
		return tx.Return(ctx, next)
	}
}

// refused records that the news were refused: who was to be told by them is told otherwise.
func (n notifier) refused(ctx context.Context, tx play.Tx, t notice, why error) error {
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
	if err := play.ServerRefused(ctx, tx, d.Venue, n.now()); err != nil {
		return err
	}
	if err := play.Refused(ctx, tx, &t.m, t.ping, n.now()); err != nil {
		return err
	}
	return n.withholdRest(ctx, tx, t.m.ID)
}

// withholdRest has people not be told of what happened after the announcement of a match under way, if one is: what
// refuses that refuses this too.
func (n notifier) withholdRest(ctx context.Context, tx play.Tx, id match.ID) error {
	m, err := tx.Match(ctx, id)
	if err != nil || m.Sending == 0 || m.Sending == m.Seq {
		return err
	}
	rest, err := tx.Events(ctx, id, m.Sending, m.Seq)
	if err != nil {
		return err
	}
	ids, _, err := play.Address(ctx, tx, &m, rest, n.now())
	if err != nil {
		return err
	}
	return play.Refused(ctx, tx, &m, ids, n.now())
}

// postponed returns job as it is to be tried again, and whether the channel refused the news, so
// that nothing was sent.
func (n notifier) postponed(job play.Job, why error) (next play.Job, refused bool) {
	now := n.now()
	switch {
	case errors.Is(why, play.ErrGone):
		next = postponed(job, now, refusalDelay)
		next.Due = now.Add(goneDelay)
		return next, true
	case errors.Is(why, play.ErrClosed):
		return postponed(job, now, refusalDelay), true
	}
	return postponed(job, now, outageDelay), false
}
