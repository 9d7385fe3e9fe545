package sqlstore

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

const ratingColumns = "player, n, match, at, change"

// annulled is the condition of an event that annulled or reinstated a match, in the form that the index on such events
// needs.
const annulled = "kind IN (41, 44)"

var ratings = relate("rating_changes", "", ratingColumns, func(c *rated.Change) []any {
	return []any{&c.Player, &c.N, &c.Match, instant{&c.At}, document{&c.Step}}
})

// RatingChanges implements rated.Reader.
func (r Reader) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return ratings.list(ctx, r.on(ratingName(p)).andShared(ratingsName), "WHERE player = ?1 ORDER BY n DESC LIMIT ?2", p, limit)
}

// RatedIn implements play.Reader.
func (r Reader) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	return ratings.list(ctx, r.conn, "WHERE match = ?1", id)
}

// RatingHistory returns all rating changes, ordered by player and number.
func RatingHistory(ctx context.Context, c Conn) iter.Seq2[rated.Change, error] {
	return ratings.all(ctx, c, "ORDER BY player, n")
}

// AllRatingChanges implements rated.Store.
func (t Tx) AllRatingChanges(ctx context.Context) ([]rated.Change, error) {
	return ratings.list(ctx, t.on(ratingsName), "ORDER BY player, n")
}

// AddRatingChange implements rated.Store.
func (t Tx) AddRatingChange(ctx context.Context, c rated.Change) error {
	return ratings.save(ctx, t.on(ratingName(c.Player)).andShared(ratingsName), c)
}

// RenameRatings implements play.Players. It locks the player because annulling a match does.
func (t Tx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	return exec(ctx, t.on(ratingName(p), playerName(p)), []any{p, former}, "UPDATE rating_changes SET player = ?2 WHERE player = ?1",
		"UPDATE events SET player = ?2 WHERE player = ?1 AND "+annulled)
}

const standingColumns = "server, season, player, matches, halves"

var addStanding = standings.put + ` ON CONFLICT (server, season, player)
	DO UPDATE SET matches = standings.matches + excluded.matches, halves = standings.halves + excluded.halves`

const (
	// selectTotals selects what players have scored on the server ?1 since the season ?2, except players who hide it. Each
	// player is looked up separately: otherwise PostgreSQL would read all players to join them.
	selectTotals = `FROM (
		SELECT player, CAST(sum(matches) AS BIGINT) AS matches, CAST(sum(halves) AS BIGINT) AS halves FROM standings
		WHERE server = ?1 AND ?2 IN ('', season) AND player NOT LIKE 'former-%' GROUP BY player HAVING sum(matches) >= ?3
	) AS total WHERE (SELECT settings ->> 'unranked' FROM players WHERE id = total.player) IS NULL`

	selectRows = "SELECT total.player, total.matches, total.halves, 0 " + selectTotals

	// selectRatedRows selects players with a public rating, with its points; 0 means that it is not shown yet.
	selectRatedRows = `SELECT total.player, total.matches, total.halves, coalesce((
			SELECT CASE WHEN CAST(change ->> 'games' AS INTEGER) >= ?4
				THEN CAST(change -> 'after' ->> 'Points' AS DOUBLE PRECISION) END
			FROM rating_changes WHERE player = total.player ORDER BY n DESC LIMIT 1), 0) ` + selectTotals + `
		AND (SELECT settings ->> 'rating' FROM players WHERE id = total.player) IS NULL`
)

var standings = relate("standings", "", standingColumns, func(s *rated.Standing) []any {
	return []any{&s.Server, &s.Season, &s.Player, &s.Matches, &s.Halves}
})

// AddStanding implements rated.Standings.
func (t Tx) AddStanding(ctx context.Context, s rated.Standing) error {
	err := exec(ctx, t.on(standingName(s.Player)), standings.fields(&s), addStanding)
	if err != nil || s.Matches >= 0 {
		return err
	}
	return exec(ctx, t.conn, []any{s.Server, s.Season, s.Player},
		"DELETE FROM standings WHERE server = ?1 AND season = ?2 AND player = ?3 AND matches = 0")
}

// Standings implements play.Reader.
func (r Reader) Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error) {
	statement, args := selectRows, []any{server, season, rated.Ranked}
	if byRating {
		statement, args = selectRatedRows, append(args, rated.Shown)
	}
	list, err := All(ctx, r.conn, statement, func(from Scanner) (row rated.Row, err error) {
		err = from.Scan(&row.Player, &row.Matches, &row.Halves, &row.Points)
		return row, err
	}, args...)
	if err != nil {
		return nil, fmt.Errorf("standings on server %s: %w", server, err)
	}
	if byRating {
		list = slices.DeleteFunc(list, func(row rated.Row) bool { return row.Points == 0 })
	}
	return list, nil
}

// AllStandings returns all standings.
func AllStandings(ctx context.Context, c Conn) iter.Seq2[rated.Standing, error] {
	return standings.all(ctx, c, "")
}
