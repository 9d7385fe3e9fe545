package sqlstore

import (
	"context"
	"fmt"
	"iter"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// ratingColumns are the columns of a change of a rating.
const ratingColumns = "player, n, match, at, change"

// annulled selects the events by which matches were annulled, of which there is an index.
const annulled = "kind = 41"

const selectRatings = "SELECT " + ratingColumns + " FROM rating_changes "

// ratingFields returns what c has in ratingColumns.
func ratingFields(c *rated.Change) []any {
	return []any{&c.Player, &c.N, &c.Match, instant{&c.At}, document{&c.Step}}
}

// scanRating reads a row of ratingColumns.
func scanRating(from Scanner) (c rated.Change, err error) {
	err = from.Scan(ratingFields(&c)...)
	return c, err
}

// RatingChanges implements rated.Reader.
func (r Reader) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	list, err := All(ctx, r.conn, selectRatings+"WHERE player = ?1 ORDER BY n DESC LIMIT ?2", scanRating, p, limit)
	if err != nil {
		return nil, fmt.Errorf("rating of %s: %w", p, err)
	}
	return list, nil
}

// RatedIn implements play.Reader.
func (r Reader) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	list, err := All(ctx, r.conn, selectRatings+"WHERE match = ?1", scanRating, id)
	if err != nil {
		return nil, fmt.Errorf("ratings in match %s: %w", id, err)
	}
	return list, nil
}

// RatingHistory is all changes of ratings, those of each player in order.
func RatingHistory(ctx context.Context, c Conn) iter.Seq2[rated.Change, error] {
	return Rows(ctx, c, selectRatings+"ORDER BY player, n", scanRating)
}

// AddRatingChange implements rated.Store.
func (t Tx) AddRatingChange(ctx context.Context, c rated.Change) error {
	if _, err := t.conn.ExecContext(ctx, insert("rating_changes", ratingColumns, 1), ratingFields(&c)...); err != nil {
		return fmt.Errorf("rate %s in match %s: %w", c.Player, c.Match, err)
	}
	return nil
}

// RenameRatings implements play.Ratings.
func (t Tx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	_, err := t.conn.ExecContext(ctx, "UPDATE rating_changes SET player = ?2 WHERE player = ?1", p, former)
	if err == nil {
		_, err = t.conn.ExecContext(ctx, "UPDATE events SET player = ?2 WHERE player = ?1 AND "+annulled, p, former)
	}
	if err != nil {
		return fmt.Errorf("rename ratings of a player: %w", err)
	}
	return nil
}
