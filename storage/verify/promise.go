package verify

import (
	"context"
	"fmt"
	"strings"

	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// promise is something that holds for all rows of a table.
type promise struct {
	of     string // what is named, "match" for one
	broken string // what is wrong where it does not hold
	find   string // selects the names of those for which it does not hold
}

// The numbers that statements count on.
const (
	ofMatch  = " WHERE match = m.id"
	turns    = "(SELECT count(*) FROM turns" + ofMatch + ")"
	lastSeq  = "(SELECT coalesce(max(seq), 0) FROM events" + ofMatch + ")"
	backRows = "(SELECT count(*) FROM taken_back" + ofMatch + ")"
)

// events counts the events of a kind in a match m.
func events(k match.EventKind, more string) string {
	return fmt.Sprintf("(SELECT count(*) FROM events%s AND kind = %d%s)", ofMatch, k, more)
}

// matches selects the matches m for which a condition holds.
func matches(condition string) string {
	return "SELECT id FROM matches AS m WHERE " + condition + " ORDER BY id"
}

// checkPromises looks for rows that break one of the promises.
func checkPromises(ctx context.Context, c sqlstore.Conn, r *report) error {
	for _, p := range promises() {
		for name, err := range sqlstore.Rows(ctx, c, p.find, sqlstore.ScanOne[string]) {
			if err != nil {
				return fmt.Errorf("%s: %w", p.broken, err)
			}
			if !r.add("%s %s: %s", p.of, name, p.broken) {
				return nil
			}
		}
	}
	return nil
}

// promises returns all promises that a statement can check.
func promises() []promise {
	var all []promise
	for _, list := range [][]promise{references(), history(), state(), counters(), telling()} {
		all = append(all, list...)
	}
	return all
}

// references are that what is referred to is there.
func references() (all []promise) {
	for _, table := range []string{"deliveries", "turns", "events", "seats", "reviews", "rating_changes", "league_pairs"} {
		all = append(all, promise{"match", "it is not there, and has " + table, `SELECT DISTINCT match FROM ` + table +
			` AS o WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = o.match) ORDER BY match`})
	}
	return append(all,
		promise{"match", "its review is under way, and has no job", `SELECT match FROM reviews WHERE made IS NULL
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'review/' || match) ORDER BY match`},
		promise{"league", "nothing goes on with it", `SELECT server FROM leagues WHERE CAST(state ->> 'phase' AS TEXT) IN ('1', '2')
			AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = 'league/' || server) ORDER BY server`},
		promise{"match", "its ratings are not two, or it is not rated", unrated},
		promise{"match", "it has no delivery", matches("NOT EXISTS (SELECT 1 FROM deliveries" + ofMatch + ")")},
		promise{"match", "turns were taken back by no such event", fmt.Sprintf(`SELECT DISTINCT match
			FROM taken_back AS b WHERE NOT EXISTS (SELECT 1 FROM events
			WHERE match = b.match AND seq = b.seq AND kind = %d) ORDER BY match`, match.TakenBack)})
}

// history is what happened, without gaps.
func history() []promise {
	return []promise{
		{"match", "its number of events is not that of its last event",
			matches("seq <> " + lastSeq)},
		{"match", "events are missing",
			matches("seq <> (SELECT count(*) FROM events" + ofMatch + ")")},
		{"match", "it did not change last when its last event happened",
			matches("changed <> (SELECT at FROM events" + ofMatch + " AND events.seq = m.seq)")},
		{"match", "its turns are not numbered from 1 on",
			matches(turns + " <> (SELECT coalesce(max(ply), 0) FROM turns" + ofMatch + ")")},
		{"match", "its turns are not those that its events tell of",
			matches(turns + " + " + backRows + " <> " + events(match.Played, ""))},
		{"match", "what was taken back is not numbered on from what was left", fmt.Sprintf(`SELECT DISTINCT e.match
			FROM events AS e WHERE kind = %d AND ply + (SELECT count(*) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) <> (SELECT coalesce(max(ply), -1) FROM taken_back AS b
				WHERE b.match = e.match AND b.seq = e.seq) ORDER BY match`, match.TakenBack)},
	}
}

// state is that the columns of a match fit each other.
func state() []promise {
	return []promise{
		{"match", "it has a beginning as its status has not, or none",
			matches("(started IS NULL) <> (status NOT IN (2, 3))")},
		{"match", "it has an end as its status has not, or none",
			matches("(ended IS NULL) <> (status IN (1, 2))")},
		{"match", "its sides are not those of its two people", matches(`CASE WHEN started IS NULL
			THEN red <> '' OR blue <> ''
			ELSE NOT (red = challenger AND blue = opponent OR red = opponent AND blue = challenger) END`)},
		{"match", "it has an outcome as its status has not, or none",
			matches("(reason <> 0) <> (status = 3) OR winner <> 0 AND status <> 3")},
		{"match", "somebody else ended it", matches("ended_by NOT IN ('', challenger, opponent)")},
		{"match", "the operator ended it, or it parted, and somebody did, or it counts",
			matches("past ->> 'stopped' IS NOT NULL AND (ended_by <> '' OR reason <> 6)")},
		{"match", "the operator ended it, or it parted, and no event tells of that, or it does alone",
			matches("(past ->> 'stopped' IS NOT NULL) <> (" +
				events(match.Stopped, "") + " > 0)")},
		{"match", "it was annulled, and no event tells of that, or it does alone",
			matches("(past ->> 'annulled' IS NOT NULL) <> (" + events(match.Annulled, "") + " = 1)")},
		{"match", "it is not the turn of the player to move", matches("to_move <> CASE WHEN status <> 2 THEN '' WHEN " +
			turns + " % 2 = CASE WHEN substr(origin, 39, 1) = 'b' THEN 1 ELSE 0 END THEN red ELSE blue END")},
		{"match", "it is for practice, and not against the robot without a clock",
			matches("practice AND (level = 0 OR pace_turn > 0)")},
		{"match", "an offer is open in a match that is not being played", matches(`status <> 2 AND
			(offer_by <> 0 OR takeback_by <> 0 OR time_by <> 0 OR pause_by <> 0)`)},
		{"match", "it has a clock as its terms have not, or none",
			matches("(clock_began IS NULL) <> (started IS NULL) OR clock_from IS NULL AND pace_turn > 0 AND started IS NOT NULL")},
		{"match", "a turn runs without a clock, and nobody summoned its side",
			matches("clock_from IS NOT NULL AND pace_turn = 0 AND " + events(match.Summoned, "") + " = 0")},
	}
}

// counters are that what is counted adds up.
func counters() (all []promise) {
	all = append(all, promise{"match", "its takebacks are not those that its events tell of",
		matches("undone <> " + backRows + " + " + events(match.TakenBack, ""))})
	for _, side := range []string{"red", "blue"} {
		all = append(all,
			promise{"match", "the hints of " + side + " are not those that its events tell of", matches(side +
				"_hints <> " + events(match.Hinted, " AND player = m."+side))},
			promise{"match", side + " had more hints than agreed",
				matches(fmt.Sprintf("%[1]s_hints > hints AND hints > 0 OR %[1]s_hints > 0 AND hints < 0", side))})
	}
	return all
}

// telling is that nothing is told before it happened, and that what is not told yet will be.
func telling() []promise {
	silent := fmt.Sprintf("%d, %d, %d", match.Hinted, match.Credited, match.TimeHeld) // see match.EventKind.IsNews
	const delivery = "SELECT match FROM deliveries AS d JOIN matches AS m ON m.id = d.match WHERE "
	return []promise{
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
