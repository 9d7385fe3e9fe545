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
// rated.MinTurns turns has two, and corrections if it was annulled, and if it was reinstated; all others have none.
const wronglyRated = `SELECT id FROM (SELECT id, past,
		rated AND winner <> 0 AND CAST(coalesce(past ->> 'max_ply', '0') AS INTEGER) >= 4 AS counts,
		(SELECT count(*) FROM rating_changes WHERE match = id AND ` + isResult + `) AS results,
		(SELECT count(DISTINCT change ->> 'why') FROM rating_changes WHERE match = id AND NOT ` + isResult + `) AS corrections
	FROM matches) AS m WHERE results <> CASE WHEN counts THEN 2 ELSE 0 END OR corrections <> CASE WHEN NOT counts THEN 0
	WHEN past ->> 'reinstated' IS NOT NULL THEN 2 WHEN past ->> 'annulled' IS NOT NULL THEN 1 ELSE 0 END ORDER BY id`

const isResult = "change ->> 'why' NOT IN ('annulled', 'reinstated')"

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

// checkRatings checks that each rating change follows from the player's last one and from the opponent's rating, and
// that corrections leave everybody with the rating that the results which count give.
func checkRatings(ctx context.Context, c Conn, r *report) error {
	pending := map[match.ID][2]rated.Change{} // a player's change and the one before it, until the opponent's is read
	var all []rated.Change
	err := eachRow(r, RatingHistory(ctx, c), func(change rated.Change) {
		var before rated.Change
		if n := len(all); n > 0 && all[n-1].Player == change.Player {
			before = all[n-1]
		}
		all = append(all, change)
		if change.Why.IsUndo() {
			if !change.Corrects(before) {
				r.add("rating of %s in match %s: it does not correct the last one", change.Player, change.Match)
			}
			return
		}
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
	for _, p := range rated.Wrong(all) {
		r.add("rating of %s: it is not what the results that count give", p)
	}
	return err
}
