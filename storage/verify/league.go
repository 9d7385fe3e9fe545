package verify

import (
	"cmp"
	"context"
	"errors"

	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// counted is a match of a season, and who has its seats.
type counted struct {
	match        match.ID
	result       league.Result
	judged, left bool
	seats, sides [2]match.PlayerID // Red's and Blue's
	outcome      rules.Outcome
	annulled     bool
}

// selectCounted reads matches of seasons.
const selectCounted = `SELECT p.match, p.result, p.judged, coalesce(r.gone, false) OR coalesce(b.gone, false),
		coalesce(r.player, ''), coalesce(b.player, ''), m.red, m.blue, m.winner, m.reason,
		m.past ->> 'annulled' IS NOT NULL
	FROM league_pairs AS p JOIN matches AS m ON m.id = p.match
	LEFT JOIN league_entries AS r ON r.server = p.server AND r.season = p.season AND r.grp = p.grp AND r.seat = p.red
	LEFT JOIN league_entries AS b ON b.server = p.server AND b.season = p.season AND b.grp = p.grp AND b.seat = p.blue
	ORDER BY p.match`

// scanCounted reads a row of selectCounted.
func scanCounted(from sqlstore.Scanner) (c counted, err error) {
	err = from.Scan(&c.match, &c.result, &c.judged, &c.left, &c.seats[0], &c.seats[1], &c.sides[0], &c.sides[1],
		&c.outcome.Winner, &c.outcome.Reason, &c.annulled)
	return c, err
}

// checkLeagues checks that the matches of seasons are between those who have their seats, and count as they ended.
func checkLeagues(ctx context.Context, c sqlstore.Conn, r *report) error {
	former := map[match.PlayerID]match.PlayerID{} // of those who are being forgotten, in one place after the other
	for p, err := range sqlstore.Players(ctx, c) {
		if _, ok := errors.AsType[*sqlstore.RowError](err); err != nil && !ok {
			return err
		}
		former[p.ID] = p.Progress.Former
	}
	name := func(p match.PlayerID) match.PlayerID { return cmp.Or(former[p], p) }
	return each(r, sqlstore.Rows(ctx, c, selectCounted, scanCounted), func(m counted) {
		for i, p := range m.seats {
			if name(p) != name(m.sides[i]) {
				r.add("match %s: it is not of those who have its seats in the league", m.match)
			}
		}
		void := m.annulled && m.result == league.Void
		if is := season.ResultOf(m.outcome); !void && !m.judged && m.result != is && (!m.left || m.result != league.Open) {
			r.add("match %s: the league counts it as it did not end", m.match)
		}
	})
}
