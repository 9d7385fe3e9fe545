package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"madbot/rules/match"
)

// invariant is something that must hold for all rows of a table.
type invariant struct {
	about  string // what the rows are, for example "match"
	broken string // what is wrong with a row that breaks it
	find   string // selects the names of the rows that break it
}

// Parts of statements about a match m.
const (
	ofMatch        = " WHERE match = m.id"
	countTurns     = "(SELECT count(*) FROM turns" + ofMatch + ")"
	maxSeq         = "(SELECT coalesce(max(seq), 0) FROM events" + ofMatch + ")"
	countTakenBack = "(SELECT count(*) FROM taken_back" + ofMatch + ")"
)

// countEvents counts the events of kind k in a match m that meet another condition.
func countEvents(k match.EventKind, condition string) string {
	return fmt.Sprintf("(SELECT count(*) FROM events%s AND kind = %d%s)", ofMatch, k, condition)
}

// matchesWhere selects the matches m that meet a condition.
func matchesWhere(condition string) string {
	return "SELECT id FROM matches AS m WHERE " + condition + " ORDER BY id"
}

// checkInvariants finds the rows that break an invariant.
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

// invariants returns all invariants.
func invariants() []invariant {
	return slices.Concat(referenceInvariants(), historyInvariants(), stateInvariants(), counterInvariants(),
		deliveryInvariants())
}

// Invariants returns what Check says of rows that break an invariant, one text for each, for tests.
func Invariants() (texts []string) {
	for _, i := range invariants() {
		texts = append(texts, i.broken)
	}
	return texts
}

// referenceInvariants say that what a row refers to exists.
func referenceInvariants() (all []invariant) {
	for _, table := range []string{"deliveries", "turns", "events", "seats", "reviews", "rating_changes", "league_pairs"} {
		all = append(all, invariant{"match", "it is not there, and has " + table, `SELECT DISTINCT match FROM ` + table +
			` AS o WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = o.match) ORDER BY match`})
	}
	return append(all,
		invariant{"match", "its review is under way, and has no job", `SELECT match FROM reviews WHERE made IS NULL
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'review/' || match) ORDER BY match`},
		invariant{"league", "nothing goes on with it", `SELECT server FROM leagues WHERE CAST(state ->> 'phase' AS TEXT) IN ('1', '2')
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'league/' || server) ORDER BY server`},
		invariant{"match", "its ratings are not two, or it is not rated", wronglyRated},
		invariant{"match", "it has no delivery", matchesWhere("NOT EXISTS (SELECT 1 FROM deliveries" + ofMatch + ")")},
		invariant{"match", "turns were taken back by no such event", fmt.Sprintf(`SELECT DISTINCT match
			FROM taken_back AS b WHERE NOT EXISTS (SELECT 1 FROM events
			WHERE match = b.match AND seq = b.seq AND kind = %d) ORDER BY match`, match.TakenBack)})
}

// historyInvariants say that events and turns have no gaps and fit each other.
func historyInvariants() []invariant {
	return []invariant{
		{"match", "its number of events is not that of its last event",
			matchesWhere("seq <> " + maxSeq)},
		{"match", "events are missing",
			matchesWhere("seq <> (SELECT count(*) FROM events" + ofMatch + ")")},
		{"match", "it did not change last when its last event happened",
			matchesWhere("changed <> (SELECT at FROM events" + ofMatch + " AND events.seq = m.seq)")},
		{"match", "its turns are not numbered from 1 on",
			matchesWhere(countTurns + " <> (SELECT coalesce(max(ply), 0) FROM turns" + ofMatch + ")")},
		{"match", "its turns are not those that its events tell of",
			matchesWhere(countTurns + " + " + countTakenBack + " <> " + countEvents(match.Played, ""))},
		{"match", "what was taken back is not numbered on from what was left", fmt.Sprintf(`SELECT DISTINCT e.match
			FROM events AS e WHERE kind = %d AND ply + (SELECT count(*) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) <> (SELECT coalesce(max(ply), -1) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) ORDER BY match`, match.TakenBack)},
	}
}

// stateInvariants say that the columns of a match fit each other.
func stateInvariants() []invariant {
	return []invariant{
		{"match", "it has a beginning as its status has not, or none",
			matchesWhere("(started IS NULL) <> (status NOT IN (2, 3))")},
		{"match", "it has an end as its status has not, or none",
			matchesWhere("(ended IS NULL) <> (status IN (1, 2))")},
		{"match", "its sides are not those of its two people", matchesWhere(`CASE WHEN started IS NULL
			THEN red <> '' OR blue <> ''
			ELSE NOT (red = challenger AND blue = opponent OR red = opponent AND blue = challenger) END`)},
		{"match", "it has an outcome as its status has not, or none",
			matchesWhere("(reason <> 0) <> (status = 3) OR winner <> 0 AND status <> 3")},
		{"match", "somebody else ended it", matchesWhere("ended_by NOT IN ('', challenger, opponent)")},
		{"match", "the operator ended it, or it parted, and somebody did, or it counts",
			matchesWhere("past ->> 'stopped' IS NOT NULL AND (ended_by <> '' OR reason <> 6)")},
		{"match", "the operator ended it, or it parted, and no event tells of that, or it does alone",
			matchesWhere("(past ->> 'stopped' IS NOT NULL) <> (" +
				countEvents(match.Stopped, "") + " > 0)")},
		{"match", "it was annulled, and no event tells of that, or it does alone",
			matchesWhere("(past ->> 'annulled' IS NOT NULL) <> (" + countEvents(match.Annulled, "") + " = 1)")},
		{"match", "it is not the turn of the player to move", matchesWhere("to_move <> CASE WHEN status <> 2 THEN '' WHEN " +
			countTurns + " % 2 = CASE WHEN substr(origin, 39, 1) = 'b' THEN 1 ELSE 0 END THEN red ELSE blue END")},
		{"match", "it is for practice, and not against the robot without a clock",
			matchesWhere("practice AND (level = 0 OR pace_turn > 0)")},
		{"match", "an offer is open in a match that is not being played", matchesWhere(`status <> 2 AND
			(offer_by <> 0 OR takeback_by <> 0 OR time_by <> 0 OR pause_by <> 0)`)},
		{"match", "it has a clock as its terms have not, or none",
			matchesWhere("(clock_began IS NULL) <> (started IS NULL) OR clock_from IS NULL AND pace_turn > 0 AND started IS NOT NULL")},
		{"match", "a turn runs without a clock, and nobody summoned its side",
			matchesWhere("clock_from IS NOT NULL AND pace_turn = 0 AND " + countEvents(match.Summoned, "") + " = 0")},
	}
}

// counterInvariants say that counters add up.
func counterInvariants() (all []invariant) {
	all = append(all, invariant{"match", "its takebacks are not those that its events tell of",
		matchesWhere("undone <> " + countTakenBack + " + " + countEvents(match.TakenBack, ""))})
	for _, side := range []string{"red", "blue"} {
		all = append(all,
			invariant{"match", "the hints of " + side + " are not those that its events tell of", matchesWhere(side +
				"_hints <> " + countEvents(match.Hinted, " AND player = m."+side))},
			invariant{"match", side + " had more hints than agreed",
				matchesWhere(fmt.Sprintf("%[1]s_hints > hints AND hints > 0 OR %[1]s_hints > 0 AND hints < 0", side))})
	}
	return all
}

// deliveryInvariants say that nothing is announced before it happened, and that jobs exist for what is not announced.
func deliveryInvariants() []invariant {
	silent := fmt.Sprintf("%d, %d, %d", match.Hinted, match.Credited, match.TimeHeld) // see match.EventKind.IsNews
	const delivery = "SELECT match FROM deliveries AS d JOIN matches AS m ON m.id = d.match WHERE "
	return []invariant{
		{"match", "more of it was told than happened", delivery + "told > seq OR sending > seq ORDER BY match"},
		{"match", "what is being told was told before", delivery + "sending <> 0 AND sending < told ORDER BY match"},
		{"match", "it was told without an announcement",
			delivery + "serial = 0 AND (told > 0 OR sending > 0) ORDER BY match"},
		{"player", "nothing goes on forgetting them", `SELECT id FROM players WHERE progress ->> 'former' <> '' AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'forget/' || id) ORDER BY id`},
		{"match", "nothing will tell its news", strings.Join([]string{delivery, "NOT practice AND ",
			"(sending <> 0 OR EXISTS (SELECT 1 FROM events", ofMatch,
			" AND events.seq > d.told AND kind NOT IN (", silent, "))) AND NOT EXISTS (SELECT 1 FROM jobs",
			" WHERE subject = 'tell/' || m.id) ORDER BY match"}, "")},
	}
}
