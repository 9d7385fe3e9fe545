package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"madbot/rules/match"
)

type invariant struct {
	about  string // names the rows, for example "match"
	broken string // describes the violation
	find   string // the statement that selects the names of violating rows
}

// Parts of statements about a match m.
const (
	ofMatch        = " WHERE match = m.id"
	countTurns     = "(SELECT count(*) FROM turns" + ofMatch + ")"
	maxSeq         = "(SELECT coalesce(max(seq), 0) FROM events" + ofMatch + ")"
	countTakenBack = "(SELECT count(*) FROM taken_back" + ofMatch + ")"
)

// countEvents is an expression: the number of events of kind k in a match m that also meet condition.
func countEvents(k match.EventKind, condition string) string {
	return fmt.Sprintf("(SELECT count(*) FROM events%s AND kind = %d%s)", ofMatch, k, condition)
}

// matchesWhere is a statement that selects the matches m that meet condition.
func matchesWhere(condition string) string {
	return "SELECT id FROM matches AS m WHERE " + condition + " ORDER BY id"
}

func checkInvariants(ctx context.Context, c Conn, r *report) error {
	for _, i := range invariants() {
		for name, err := range Rows(ctx, c, i.find, ScanOne[string]) {
			if err != nil {
				return fmt.Errorf("%s: %w", i.broken, err)
			}
			if !r.add("%s %s: %s", i.about, name, i.broken) {
				return nil
			}
		}
	}
	return nil
}

func invariants() []invariant {
	return slices.Concat(referenceInvariants(), historyInvariants(), stateInvariants(), counterInvariants(),
		deliveryInvariants())
}

// Invariants returns the text of each invariant, so that a test can check that every violation is found.
func Invariants() (texts []string) {
	for _, i := range invariants() {
		texts = append(texts, i.broken)
	}
	return texts
}

// referenceInvariants check that what a row refers to exists.
func referenceInvariants() (all []invariant) {
	for _, table := range []string{"deliveries", "turns", "events", "seats", "reviews", "rating_changes", "league_pairs"} {
		all = append(all, invariant{"match", "it does not exist but has rows in " + table, `SELECT DISTINCT match FROM ` + table +
			` AS o WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = o.match) ORDER BY match`})
	}
	return append(all,
		invariant{"match", "its review is under way without a job", `SELECT match FROM reviews WHERE made IS NULL
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'review/' || match) ORDER BY match`},
		invariant{"league", "its season has no job", `SELECT server FROM leagues WHERE CAST(state ->> 'phase' AS TEXT) IN ('1', '2')
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'league/' || server) ORDER BY server`},
		invariant{"match", "it has the wrong number of rating changes", wronglyRated},
		invariant{"match", "it has no delivery", matchesWhere("NOT EXISTS (SELECT 1 FROM deliveries" + ofMatch + ")")},
		invariant{"match", "turns were taken back without a takeback event", fmt.Sprintf(`SELECT DISTINCT match
			FROM taken_back AS b WHERE NOT EXISTS (SELECT 1 FROM events
			WHERE match = b.match AND seq = b.seq AND kind = %d) ORDER BY match`, match.TakenBack)})
}

// historyInvariants check that events and turns have no gaps and agree with each other.
func historyInvariants() []invariant {
	return []invariant{
		{"match", "its seq is not that of its last event",
			matchesWhere("seq <> " + maxSeq)},
		{"match", "events are missing",
			matchesWhere("seq <> (SELECT count(*) FROM events" + ofMatch + ")")},
		{"match", "its last change is not at the time of its last event",
			matchesWhere("changed <> (SELECT at FROM events" + ofMatch + " AND events.seq = m.seq)")},
		{"match", "its turns are not numbered from 1 without gaps",
			matchesWhere(countTurns + " <> (SELECT coalesce(max(ply), 0) FROM turns" + ofMatch + ")")},
		{"match", "its turns do not match its events",
			matchesWhere(countTurns + " + " + countTakenBack + " <> " + countEvents(match.Played, ""))},
		{"match", "the turns taken back do not continue the remaining ones", fmt.Sprintf(`SELECT DISTINCT e.match
			FROM events AS e WHERE kind = %d AND ply + (SELECT count(*) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) <> (SELECT coalesce(max(ply), -1) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) ORDER BY match`, match.TakenBack)},
	}
}

// stateInvariants check that the columns of a match agree with each other.
func stateInvariants() []invariant {
	return []invariant{
		{"match", "its start does not fit its status",
			matchesWhere("(started IS NULL) <> (status NOT IN (2, 3))")},
		{"match", "its end does not fit its status",
			matchesWhere("(ended IS NULL) <> (status IN (1, 2))")},
		{"match", "its sides are not its two players", matchesWhere(`CASE WHEN started IS NULL
			THEN red <> '' OR blue <> ''
			ELSE NOT (red = challenger AND blue = opponent OR red = opponent AND blue = challenger) END`)},
		{"match", "its outcome does not fit its status",
			matchesWhere("(reason <> 0) <> (status = 3) OR winner <> 0 AND status <> 3")},
		{"match", "it was ended by somebody who is not playing", matchesWhere("ended_by NOT IN ('', challenger, opponent)")},
		{"match", "it was stopped, but has somebody who ended it or a result that counts",
			matchesWhere("past ->> 'stopped' IS NOT NULL AND (ended_by <> '' OR reason <> 6)")},
		{"match", "it is marked as stopped without the event, or the reverse",
			matchesWhere("(past ->> 'stopped' IS NOT NULL) <> (" +
				countEvents(match.Stopped, "") + " > 0)")},
		{"match", "it is marked as annulled without the event, or the reverse",
			matchesWhere("(past ->> 'annulled' IS NOT NULL) <> (" + countEvents(match.Annulled, "") + " - " +
				countEvents(match.Reinstated, "") + " = 1)")},
		{"match", "to_move is not the player whose turn it is", matchesWhere("to_move <> CASE WHEN status <> 2 THEN '' WHEN " +
			countTurns + " % 2 = CASE WHEN substr(origin, 39, 1) = 'b' THEN 1 ELSE 0 END THEN red ELSE blue END")},
		{"match", "it is practice, but not against the robot without a clock",
			matchesWhere("practice AND (level = 0 OR pace_turn > 0)")},
		{"match", "an offer is open in a match that is not being played", matchesWhere(`status <> 2 AND
			(offer_by <> 0 OR takeback_by <> 0 OR time_by <> 0 OR pause_by <> 0 OR calloff_by <> 0)`)},
		{"match", "its clock does not fit its terms",
			matchesWhere("(clock_began IS NULL) <> (started IS NULL) OR clock_from IS NULL AND pace_turn > 0 AND started IS NOT NULL")},
		{"match", "its clock is suspended since no time, or is not and has one",
			matchesWhere("(suspension = 0) <> (suspended IS NULL)")},
		{"match", "its clock runs, but it has none and nobody was summoned",
			matchesWhere("clock_from IS NOT NULL AND pace_turn = 0 AND " + countEvents(match.Summoned, "") + " = 0")},
	}
}

// counterInvariants check that counters add up.
func counterInvariants() (all []invariant) {
	all = append(all, invariant{"match", "its takebacks do not match its events",
		matchesWhere("undone <> " + countTakenBack + " + " + countEvents(match.TakenBack, ""))})
	for _, side := range []string{"red", "blue"} {
		all = append(all,
			invariant{"match", "the hints of " + side + " do not match its events", matchesWhere(side +
				"_hints <> " + countEvents(match.Hinted, " AND player = m."+side))},
			invariant{"match", side + " had more hints than agreed",
				matchesWhere(fmt.Sprintf("%[1]s_hints > hints AND hints > 0 OR %[1]s_hints > 0 AND hints < 0", side))})
	}
	return all
}

// deliveryInvariants check that nothing is announced twice, before it happened or without a board message, and that a
// job exists for each event not yet announced and for each player being deleted.
func deliveryInvariants() []invariant {
	silent := fmt.Sprintf("%d, %d, %d, %d", match.Hinted, match.Credited, match.TimeHeld, match.Suspended) // see match.EventKind.IsNews
	const delivery = "SELECT match FROM deliveries AS d JOIN matches AS m ON m.id = d.match WHERE "
	return []invariant{
		{"match", "more was announced than happened", delivery + "told > seq OR sending > seq ORDER BY match"},
		{"match", "what is being announced was announced before", delivery + "sending <> 0 AND sending < told ORDER BY match"},
		{"match", "news was announced without a board message",
			delivery + "serial = 0 AND (told > 0 OR sending > 0) ORDER BY match"},
		{"player", "deleting them has no job", `SELECT id FROM players WHERE progress ->> 'former' <> '' AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'forget/' || id) ORDER BY id`},
		{"match", "its news has no job", strings.Join([]string{delivery, "NOT practice AND ",
			"(sending <> 0 OR EXISTS (SELECT 1 FROM events", ofMatch,
			" AND events.seq > d.told AND kind NOT IN (", silent, "))) AND NOT EXISTS (SELECT 1 FROM jobs",
			" WHERE subject = 'tell/' || m.id) ORDER BY match"}, "")},
	}
}
