package sqlstore

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

type jobName struct {
	kind    play.JobKind
	subject string
}

// checkMatches replays every match and compares the stored standings with the results. It finds matches that lack a job
// they need, and jobs whose match does not exist.
func checkMatches(ctx context.Context, c Conn, r *report) error {
	jobs, err := selectSet(ctx, c, "SELECT kind, subject FROM jobs", func(from Scanner) (j jobName, err error) {
		err = from.Scan(&j.kind, &j.subject)
		return j, err
	})
	if err != nil {
		return err
	}
	matches, err := selectSet(ctx, c, "SELECT id FROM matches", ScanOne[match.ID])
	if err != nil {
		return err
	}
	totals := map[rated.Standing]rated.Standing{}
	err = eachRow(r, Matches(ctx, c), func(m play.Match) {
		for _, s := range rated.StandingsOf(m.Venue.Guild, &m.Match) {
			addStandingTo(totals, s)
		}
		for _, j := range neededJobs(&m.Match) {
			if !jobs[j] {
				r.add("match %s: it has no job %s", m.ID, j.kind)
			}
		}
	})
	if err != nil {
		return err
	}
	for j := range jobs {
		if !isAboutSomething(j, matches) {
			r.add("job %s of %s: it belongs to nothing", j.kind, j.subject)
		}
	}
	return checkStandings(ctx, c, r, totals)
}

func selectSet[T comparable](ctx context.Context, c Conn, statement string, scan func(Scanner) (T, error)) (
	map[T]bool, error) {
	set := map[T]bool{}
	for v, err := range Rows(ctx, c, statement, scan) {
		if err != nil {
			return nil, err
		}
		set[v] = true
	}
	return set, nil
}

// neededJobs returns the jobs without which m would be stuck.
func neededJobs(m *match.Match) (all []jobName) {
	if m.Status.IsOpen() && !play.FlagDue(m, time.Time{}).IsZero() {
		all = append(all, jobName{play.JobFlag, play.Subject(play.JobFlag, m.ID)})
	}
	if m.AwaitsRobot() {
		all = append(all, jobName{play.JobRobot, play.Subject(play.JobRobot, m.ID)})
	}
	return all
}

// isAboutSomething reports whether the kind and subject of a job are valid, and its match, if any, exists.
func isAboutSomething(j jobName, matches map[match.ID]bool) bool {
	id, ok := play.SubjectID[string](j.kind, j.subject)
	switch j.kind.About() {
	case 0:
		return false
	case play.AboutMatch:
		return matches[match.ID(id)]
	case play.AboutPost:
		_, ok = play.ParsePost(id)
	}
	return ok
}

// wronglyRated selects matches with the wrong number of rating changes: a rated match with a result and at least
// rated.MinTurns turns has two, four if it was annulled, or six if it was reinstated; all others have none.
const wronglyRated = `SELECT id FROM matches AS m WHERE (SELECT count(*) FROM rating_changes WHERE match = m.id) <>
	CASE WHEN NOT rated OR winner = 0 OR CAST(coalesce(past ->> 'max_ply', '0') AS INTEGER) < 4 THEN 0
	WHEN past ->> 'reinstated' IS NOT NULL THEN 6
	WHEN past ->> 'annulled' IS NULL THEN 2 ELSE 4 END ORDER BY id`

func addStandingTo(totals map[rated.Standing]rated.Standing, s rated.Standing) {
	key := rated.Standing{Server: s.Server, Season: s.Season, Player: s.Player}
	total := totals[key]
	s.Matches, s.Halves = s.Matches+total.Matches, s.Halves+total.Halves
	totals[key] = s
}

// checkStandings compares the stored standings with totals.
func checkStandings(ctx context.Context, c Conn, r *report, totals map[rated.Standing]rated.Standing) error {
	for s, err := range AllStandings(ctx, c) {
		if err != nil {
			return err
		}
		s.Matches, s.Halves = -s.Matches, -s.Halves
		addStandingTo(totals, s)
	}
	for key, left := range totals {
		if left != key {
			r.add("standing of %s on server %s in %s: %d matches and %d half points are missing", key.Player, key.Server,
				key.Season, left.Matches, left.Halves)
		}
	}
	return nil
}

// checkRatings checks that each rating change follows from the player's last one and from the opponent's rating.
func checkRatings(ctx context.Context, c Conn, r *report) error {
	pending := map[match.ID][2]rated.Change{} // a player's change and the one before it, until the opponent's is read
	own := map[match.ID]rated.Change{}        // changes of the current player, by match
	var last rated.Change
	return eachRow(r, RatingHistory(ctx, c), func(change rated.Change) {
		if last.Player != change.Player {
			last = rated.Change{}
			clear(own)
		}
		before := last
		if last = change; change.Why.IsUndo() {
			if !change.Undoes(own[change.Match], before) {
				r.add("rating of %s in match %s: it does not undo what the match did", change.Player, change.Match)
			}
			own[change.Match] = change
			return
		}
		own[change.Match] = change
		other, ok := pending[change.Match]
		if !ok {
			pending[change.Match] = [2]rated.Change{change, before}
			return
		}
		delete(pending, change.Match)
		for _, pair := range [][3]rated.Change{{other[0], other[1], change}, {change, before, other[0]}} {
			if !pair[0].Follows(pair[1], pair[2]) {
				r.add("rating of %s in match %s: it does not follow", pair[0].Player, pair[0].Match)
			}
		}
	})
}
