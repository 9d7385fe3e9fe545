package worker

import (
	"context"
	"log/slog"
	"time"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/safely"
	"madbot/rules/match"
)

// Leagues goes on with the leagues of servers, a step at a time: it begins and ends seasons, and shows how they stand.
// All fields are required but Analyst.
type Leagues struct {
	Poster  league.Poster
	Members league.Members
	Analyst play.Analyst // nil: nothing is proven
	NewID   func() match.ID
	Log     *slog.Logger
}

// leagueLimit is for looking for all people of a league.
const leagueLimit = 10 * time.Minute

// Kind returns how its jobs are done.
func (l Leagues) Kind() Kind {
	return Kind{Name: play.JobLeague, AtOnce: 1, Limit: leagueLimit, Begin: About(l.Log, l.begin)}
}

func (l Leagues) begin(ctx context.Context, tx play.Tx, job play.Job, server string) (Task, error) {
	s, err := league.Next(ctx, tx, server, tx.Now())
	switch {
	case err != nil:
		return nil, err
	case s.Advance:
		return func(context.Context) Record {
			return l.again(job, func(ctx context.Context, tx play.Tx, now time.Time) error {
				return league.Advance(ctx, tx, server, now, l.NewID)
			})
		}, nil
	case s.Judge != nil:
		return func(ctx context.Context) Record { return l.judge(ctx, job, s.Judge) }, nil
	case s.News != nil:
		return func(ctx context.Context) Record { return l.show(ctx, job, *s.News) }, nil
	case s.Open != nil:
		return func(ctx context.Context) Record { return l.open(ctx, job, *s.Open) }, nil
	case s.Call != nil:
		return func(ctx context.Context) Record { return l.call(ctx, job, server, s.Call) }, nil
	}
	return nil, Reschedule(ctx, tx, job, s.At)
}

// again records a step, after which the next one is done.
func (l Leagues) again(job play.Job, step func(context.Context, play.Tx, time.Time) error) Record {
	return func(ctx context.Context, tx play.Tx) error {
		if err := step(ctx, tx, tx.Now()); err != nil {
			return err
		}
		return Reschedule(ctx, tx, job, tx.Now())
	}
}

// judge looks for what is proven of a match, and has the season count it so.
func (l Leagues) judge(ctx context.Context, job play.Job, m *play.Match) Record {
	proof := play.Unproven
	if game := m.Game.Clone(); l.Analyst != nil && !game.Outcome().Over() {
		hint, err := safely.Get(func() (play.Hint, error) { return l.Analyst.Hint(ctx, &game) })
		switch {
		case ctx.Err() != nil:
			return GiveBack(job)
		case err != nil:
			l.Log.WarnContext(ctx, "match of a league not searched", "match", m.ID, "err", err)
		default:
			proof = hint.Candidates[0].Proof
		}
	}
	return l.again(job, func(ctx context.Context, tx play.Tx, _ time.Time) error {
		return league.Judged(ctx, tx, m, proof)
	})
}

// call looks for people on a server.
func (l Leagues) call(ctx context.Context, job play.Job, server string, people []match.PlayerID) Record {
	var gone []match.PlayerID
	for _, p := range people {
		here, err := safely.Get(func() (bool, error) { return l.Members.IsMember(ctx, server, p) })
		switch {
		case err != nil:
			return Retry(ctx, l.Log.With("server", server), job,
				Failure{err, "members of a league not checked; will retry", OutageDelay})
		case !here:
			gone = append(gone, p)
		}
	}
	return l.again(job, func(ctx context.Context, tx play.Tx, now time.Time) error {
		return league.Called(ctx, tx, server, gone, now)
	})
}

// show posts n, or edits the post that stands.
func (l Leagues) show(ctx context.Context, job play.Job, n league.News) Record {
	return Posting{Job: job, Log: l.Log.With("server", n.Server),
		Send: func(ctx context.Context) (play.Post, error) { return l.Poster.ShowLeague(ctx, n) },
		Record: func(ctx context.Context, tx play.Tx, shown play.Posted) (time.Time, error) {
			return tx.Now(), league.Shown(ctx, tx, n, shown, tx.Now())
		}}.Do(ctx)
}

// open creates the group's thread and moves its matches there. If threads cannot be created, the matches stay in the
// channel.
func (l Leagues) open(ctx context.Context, job play.Job, n league.News) Record {
	var thread string
	var fault play.ThreadFault
	if n.Post.Message != "" {
		var again Record
		thread, fault, again = OpenThread(ctx, l.Log.With("server", n.Server), job,
			func(ctx context.Context) (string, error) { return l.Poster.OpenLeague(ctx, n) })
		if again != nil {
			return again
		}
	}
	return l.again(job, func(ctx context.Context, tx play.Tx, now time.Time) error {
		if thread != "" || fault != "" { // else it is not known what keeps it from one
			if err := play.NoteThread(ctx, tx, n.Server, fault); err != nil {
				return err
			}
		}
		return league.Opened(ctx, tx, n, thread, now)
	})
}
