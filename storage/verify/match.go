package verify

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// task names a job.
type task struct {
	kind    play.JobKind
	subject string
}

// checkMatches replays every match, and looks for jobs that are missing and for those that belong to nothing.
func checkMatches(ctx context.Context, c sqlstore.Conn, r *report) error {
	jobs, err := collect(ctx, c, "SELECT kind, subject FROM jobs", func(from sqlstore.Scanner) (t task, err error) {
		err = from.Scan(&t.kind, &t.subject)
		return t, err
	})
	if err != nil {
		return err
	}
	known, err := collect(ctx, c, "SELECT id FROM matches", sqlstore.ScanOne[match.ID])
	if err != nil {
		return err
	}
	counted := map[rated.Standing]rated.Standing{}
	for m, err := range sqlstore.Matches(ctx, c) {
		if fault, ok := errors.AsType[*sqlstore.RowError](err); ok {
			r.add("a match cannot be read: %v", fault)
			continue
		}
		if err != nil {
			return err
		}
		for _, s := range rated.StandingsOf(m.Venue.Guild, &m.Match) {
			count(counted, s)
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
	return checkStandings(ctx, c, r, counted)
}

// collect returns the set of what a statement selects.
func collect[T comparable](ctx context.Context, c sqlstore.Conn, statement string,
	scan func(sqlstore.Scanner) (T, error)) (map[T]bool, error) {
	all := map[T]bool{}
	for v, err := range sqlstore.Rows(ctx, c, statement, scan) {
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
		all = append(all, task{play.JobFlag, play.Subject(play.JobFlag, m.ID)})
	}
	if m.AwaitsRobot() {
		all = append(all, task{play.JobRobot, play.Subject(play.JobRobot, m.ID)})
	}
	return all
}

// belongs reports whether what a job is about can be there.
func belongs(t task, known map[match.ID]bool) bool {
	id, ok := play.SubjectID[string](t.kind, t.subject)
	switch t.kind.About() {
	case 0:
		return false
	case play.AboutMatch:
		return known[match.ID(id)]
	case play.AboutPost:
		_, ok = play.ParsePost(id)
	}
	return ok
}
