package sqlstore

import (
	"context"
	"iter"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// ratingColumns are the columns of a change of a rating.
const ratingColumns = "player, n, match, at, change"

// annulled selects the events by which matches were annulled, of which there is an index.
const annulled = "kind = 41"

var ratings = relate("rating_changes", "", ratingColumns, func(c *rated.Change) []any {
	return []any{&c.Player, &c.N, &c.Match, instant{&c.At}, document{&c.Step}}
})

// RatingChanges implements rated.Reader.
func (r Reader) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return ratings.list(ctx, r.on(ratingName(p)), "WHERE player = ?1 ORDER BY n DESC LIMIT ?2", p, limit)
}

// RatedIn implements play.Reader.
func (r Reader) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	return ratings.list(ctx, r.conn, "WHERE match = ?1", id)
}

// RatingHistory is all changes of ratings, those of each player in order.
func RatingHistory(ctx context.Context, c Conn) iter.Seq2[rated.Change, error] {
	return ratings.all(ctx, c, "ORDER BY player, n")
}

// AddRatingChange implements rated.Store.
func (t Tx) AddRatingChange(ctx context.Context, c rated.Change) error {
	return ratings.save(ctx, t.on(ratingName(c.Player)), c)
}

// RenameRatings implements play.Players. Who annuls a match has the lock of the player.
func (t Tx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	return exec(ctx, t.on(ratingName(p), playerName(p)), []any{p, former}, "UPDATE rating_changes SET player = ?2 WHERE player = ?1",
		"UPDATE events SET player = ?2 WHERE player = ?1 AND "+annulled)
}
