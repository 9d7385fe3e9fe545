package league

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/season"
	"madbot/bot/play/worker"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// Job does what leagues need, step by step. All fields except Analyst are required.
type Job struct {
	Poster  Poster
	Members Members
	Analyst play.Analyst // nil: nothing is proven
	NewID   func() match.ID
	Log     *slog.Logger
}

// Poster posts about leagues.
type Poster interface {
	// ShowLeague posts n, or edits its post, and returns the post. Errors are as for play.Announcer.Announce.
	ShowLeague(ctx context.Context, n News) (play.Post, error)
	// OpenLeague creates a thread under the post of n, or finds it, and returns its id. Errors are those of
	// play.Threads.OpenThread.
	OpenLeague(ctx context.Context, n News) (string, error)
	// TellLeague sends t to its player in a direct message. Errors are as for play.Messenger.Notify.
	TellLeague(ctx context.Context, server string, t season.Tell) error
}

// Members knows the members of servers.
type Members interface {
	// IsMember reports whether a player is on a server; also true if Discord does not say.
	IsMember(ctx context.Context, server string, p match.PlayerID) (bool, error)
}

// jobLimit leaves time to look up every player of a league.
const jobLimit = 10 * time.Minute

// Kind returns the job's worker.Kind.
func (j Job) Kind() worker.Kind {
	return worker.Kind{Name: play.JobLeague, AtOnce: 1, Limit: jobLimit, Begin: worker.About(j.Log, j.begin)}
}

func (j Job) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (worker.Task, error) {
	s, err := Next(ctx, tx, server)
	switch {
	case err != nil:
		return nil, err
	case s.Advance:
		return func(context.Context) worker.Record {
			return record(job, func(ctx context.Context, tx play.Tx) error { return Advance(ctx, tx, server, j.NewID) })
		}, nil
	case s.Judge != nil:
		return func(ctx context.Context) worker.Record { return j.judge(ctx, job, s.Judge) }, nil
	case s.News != nil:
		return j.posting(job, *s.News).Do, nil
	case s.Open != nil:
		return func(ctx context.Context) worker.Record { return j.openThread(ctx, job, *s.Open) }, nil
	case s.Tell != nil:
		return func(ctx context.Context) worker.Record { return j.tell(ctx, job, server, *s.Tell) }, nil
	case s.Check != nil:
		return func(ctx context.Context) worker.Record { return j.check(ctx, job, server, s.Check) }, nil
	}
	return nil, worker.Reschedule(ctx, tx, job, s.At)
}

// record returns the Record of a step, after which the job is due again.
func record(job play.Job, step func(context.Context, play.Tx) error) worker.Record {
	return func(ctx context.Context, tx play.Tx) error {
		if err := step(ctx, tx); err != nil {
			return err
		}
		return worker.Reschedule(ctx, tx, job, tx.Now())
	}
}

// judge searches a match that is open at the end of its season.
func (j Job) judge(ctx context.Context, job play.Job, m *play.Match) worker.Record {
	outlook := Outlook{Worth: 0.5}
	if j.Analyst != nil && !m.Game.Outcome().Over() {
		hint, err := safely.Get(func() (play.Hint, error) { return j.Analyst.Hint(ctx, gate.AskVerdict(&m.Match)) })
		switch {
		case ctx.Err() != nil:
			return worker.GiveBack(job)
		case err != nil:
			j.Log.WarnContext(ctx, "league match not searched; nobody is ahead", "match", m.ID, "err", err)
		default:
			outlook = Outlook{hint.Candidates[0].Worth, hint.Candidates[0].Proof}
		}
	}
	return record(job, func(ctx context.Context, tx play.Tx) error { return RecordJudgement(ctx, tx, m, outlook) })
}

// tell sends t. It skips players who accept no direct messages.
func (j Job) tell(ctx context.Context, job play.Job, server string, t season.Tell) worker.Record {
	err := j.Poster.TellLeague(ctx, server, t)
	if err != nil && !errors.Is(err, play.ErrClosed) && !errors.Is(err, play.ErrGone) {
		return worker.Retry(ctx, j.Log.With("server", server), job,
			worker.Failure{Err: err, Message: "player of a league not told; will retry", Longest: worker.OutageDelay})
	}
	return record(job, func(ctx context.Context, tx play.Tx) error { return RecordTell(ctx, tx, server, t) })
}

func (j Job) posting(job play.Job, n News) worker.Posting {
	return worker.Posting{Job: job, Log: j.Log.With("server", n.Server),
		Send: func(ctx context.Context) (play.Post, error) { return j.Poster.ShowLeague(ctx, n) },
		Record: func(ctx context.Context, tx play.Tx, posted play.Posted) (time.Time, error) {
			return tx.Now(), RecordPost(ctx, tx, n, posted)
		}}
}

// openThread creates the thread of a group. If threads cannot be created, the matches stay in the channel.
func (j Job) openThread(ctx context.Context, job play.Job, n News) worker.Record {
	var thread string
	var fault play.ThreadFault
	if n.Post.Message != "" {
		var retry worker.Record
		thread, fault, retry = worker.OpenThread(ctx, j.Log.With("server", n.Server), job,
			func(ctx context.Context) (string, error) { return j.Poster.OpenLeague(ctx, n) })
		if retry != nil {
			return retry
		}
	}
	return record(job, func(ctx context.Context, tx play.Tx) error {
		if thread != "" || fault != "" { // otherwise the reason is unknown
			if err := play.NoteThread(ctx, tx, n.Server, fault); err != nil {
				return err
			}
		}
		return RecordThread(ctx, tx, n, thread)
	})
}

// check looks up which of the players are still on the server.
func (j Job) check(ctx context.Context, job play.Job, server string, players []match.PlayerID) worker.Record {
	var gone []match.PlayerID
	for _, p := range players {
		here, err := safely.Get(func() (bool, error) { return j.Members.IsMember(ctx, server, p) })
		switch {
		case err != nil:
			return worker.Retry(ctx, j.Log.With("server", server), job,
				worker.Failure{Err: err, Message: "members of a league not checked; will retry", Longest: worker.OutageDelay})
		case !here:
			gone = append(gone, p)
		}
	}
	return record(job, func(ctx context.Context, tx play.Tx) error { return RecordMembers(ctx, tx, server, gone) })
}
