package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// reviewColumns are the columns of a review.
const reviewColumns = "match, asker, asked, done, total, made, version, found"

const selectReviews = "SELECT " + reviewColumns + " FROM reviews "

var saveReview = upsert("reviews", "match", reviewColumns)

// reviewFields returns what r has in reviewColumns.
func reviewFields(r *play.Review) []any {
	return []any{&r.Match, &r.Asker, instant{&r.Asked}, &r.Done, &r.All, instant{&r.Made}, &r.Version,
		raw{&r.Found}}
}

// scanReview reads a row of reviewColumns.
func scanReview(from Scanner) (r play.Review, err error) {
	err = from.Scan(reviewFields(&r)...)
	return r, err
}

// Review implements play.Reader and play.ReviewStore.
func (r Reader) Review(ctx context.Context, id match.ID) (play.Review, error) {
	found, err := scanReview(r.conn.QueryRowContext(ctx, selectReviews+"WHERE match = ?1", id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return play.Review{Match: id}, nil
	case err != nil:
		return play.Review{}, fmt.Errorf("load review of match %s: %w", id, err)
	}
	return found, nil
}

// Reviews are all reviews, in the order of their matches.
func Reviews(ctx context.Context, c Conn) iter.Seq2[play.Review, error] {
	return Rows(ctx, c, selectReviews+"ORDER BY match", scanReview)
}

// SaveReview implements play.ReviewStore.
func (t Tx) SaveReview(ctx context.Context, r play.Review) error {
	if _, err := t.conn.ExecContext(ctx, saveReview, reviewFields(&r)...); err != nil {
		return fmt.Errorf("save review of match %s: %w", r.Match, err)
	}
	return nil
}

// selectReviewLoad counts by indexes of their own: few reviews are under way.
const selectReviewLoad = `SELECT
	(SELECT count(*) FROM reviews WHERE made IS NULL),
	(SELECT count(*) FROM reviews WHERE made IS NULL AND asker = ?1),
	(SELECT count(*) FROM reviews WHERE asker = ?1 AND asked >= ?2)`

// ReviewLoad implements play.ReviewStore.
func (t Tx) ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (l play.ReviewLoad, err error) {
	err = t.conn.QueryRowContext(ctx, selectReviewLoad, p, instant{&since}).Scan(&l.All, &l.Own, &l.Asked)
	if err != nil {
		return play.ReviewLoad{}, fmt.Errorf("count reviews: %w", err)
	}
	return l, nil
}
