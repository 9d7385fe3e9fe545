package playtest

import (
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// Review implements play.Store.
func (s *Memory) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Review, error) { return tx.Review(ctx, id) })
}

// Review implements play.ReviewStore.
func (tx *memoryTx) Review(_ context.Context, id match.ID) (play.Review, error) {
	r := tx.memory.reviews[id]
	r.Match, r.Found = id, slices.Clone(r.Found)
	return r, nil
}

// SaveReview implements play.ReviewStore.
func (tx *memoryTx) SaveReview(_ context.Context, r play.Review) error {
	if _, ok := tx.memory.matches[r.Match]; !ok {
		return play.ErrNotFound
	}
	r.Found = slices.Clone(r.Found)
	put(tx, tx.memory.reviews, r.Match, r)
	return nil
}

// ReviewLoad implements play.ReviewStore.
func (tx *memoryTx) ReviewLoad(_ context.Context, p match.PlayerID, since time.Time) (l play.ReviewLoad, err error) {
	for _, r := range tx.memory.reviews {
		if r.IsUnderWay() {
			l.All++
			if r.Asker == p {
				l.Own++
			}
		}
		if r.Asker == p && !r.Asked.Before(since) {
			l.Asked++
		}
	}
	return l, nil
}
