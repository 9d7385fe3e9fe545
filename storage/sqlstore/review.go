package sqlstore

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

const reviewColumns = "match, asker, asked, done, total, made, version, found"

var reviews = relate("reviews", "match", reviewColumns, func(r *play.Review) []any {
	return []any{&r.Match, &r.Asker, instant{&r.Asked}, &r.Done, &r.All, instant{&r.Made}, &r.Version, raw{&r.Found}}
})

// Review implements play.Lookup.
func (r Reader) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return reviews.one(ctx, r.on(matchName(id)), play.Review{Match: id}, "WHERE match = ?1", id)
}

// SaveReview implements play.Matches.
func (t Tx) SaveReview(ctx context.Context, r play.Review) error {
	return reviews.save(ctx, t.on(matchName(r.Match)).andShared(reviewsName), r)
}

// selectReviewLoad counts with partial indexes, because few reviews are in progress.
const selectReviewLoad = `SELECT
	(SELECT count(*) FROM reviews WHERE made IS NULL),
	(SELECT count(*) FROM reviews WHERE made IS NULL AND asker = ?1),
	(SELECT count(*) FROM reviews WHERE asker = ?1 AND asked >= ?2)`

// ReviewLoad implements play.Matches.
func (t Tx) ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (play.ReviewLoad, error) {
	return One(ctx, t.on(reviewsName), selectReviewLoad, func(from Scanner) (l play.ReviewLoad, err error) {
		err = from.Scan(&l.All, &l.Own, &l.Asked)
		return l, err
	}, p, instant{&since})
}
