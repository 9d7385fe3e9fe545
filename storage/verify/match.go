package verify

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/query"
	"madbot/storage/row"
)

// task names a job.
type task struct {
	kind    play.JobKind
	subject string
}

// checkMatches replays every match, and looks for jobs that are missing and for those that belong to nothing.
func checkMatches(ctx context.Context, c query.Conn, r *report) error {
	jobs, err := collect(ctx, c, "SELECT kind, subject FROM jobs", func(from row.Scanner) (t task, err error) {
		err = from.Scan(&t.kind, &t.subject)
		return t, err
	})
	if err != nil {
		return err
	}
	known, err := collect(ctx, c, "SELECT id FROM matches", func(from row.Scanner) (id match.ID, err error) {
		err = from.Scan(&id)
		return id, err
	})
	if err != nil {
		return err
	}
	for m, err := range query.Matches(ctx, c) {
		if fault, ok := errors.AsType[*query.RowError](err); ok {
			r.add("a match cannot be read: %v", fault)
			continue
		}
		if err != nil {
			return err
		}
		for _, t := range needed(&m.Match) {
			if !jobs[t] {
				r.add("match %s: it has no job %s", m.ID, t.kind)
			}
		}
	}
	for t := range jobs {
		if !belongs(t, known) {
			r.add("job %s of %s: it belongs to nothing", t.kind, t.subject)
		}
	}
	return nil
}

// collect returns the set of what a statement selects.
func collect[T comparable](ctx context.Context, c query.Conn, statement string,
	scan func(row.Scanner) (T, error)) (map[T]bool, error) {
	all := map[T]bool{}
	for v, err := range query.Rows(ctx, c, statement, scan) {
		if err != nil {
			return nil, err
		}
		all[v] = true
	}
	return all, nil
}

// needed returns the jobs without which m would stand still.
func needed(m *match.Match) (all []task) {
	if m.Status.IsOpen() && !play.FlagDue(m, time.Time{}).IsZero() {
		all = append(all, task{play.JobFlag, play.FlagSubject(m.ID)})
	}
	if m.AwaitsRobot() {
		all = append(all, task{play.JobRobot, play.RobotSubject(m.ID)})
	}
	return all
}

// belongs reports whether what a job is about can be there.
func belongs(t task, known map[match.ID]bool) bool {
	of := func(id match.ID, ok bool) bool { return ok && known[id] }
	switch t.kind {
	case play.JobTell:
		return known[match.ID(t.subject)]
	case play.JobFlag:
		return of(play.ParseFlagSubject(t.subject))
	case play.JobRobot:
		return of(play.ParseRobotSubject(t.subject))
	case play.JobRemind:
		return of(play.ParseRemindSubject(t.subject))
	case play.JobArchive:
		return of(play.ParseThreadSubject(t.subject))
	case play.JobDigest:
		_, ok := play.ParseDigestSubject(t.subject)
		return ok
	case play.JobRetire:
		_, ok := play.ParsePost(t.subject)
		return ok
	}
	return false
}
