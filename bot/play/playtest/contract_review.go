package playtest

import (
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// testReviews: a review is read back equal; those under way are counted, and those that somebody had made.
func testReviews(f fixture) {
	for _, id := range []match.ID{"m", "n", "o"} {
		f.start(id, terms(), 0)
	}
	begun := play.Review{Match: "m", Asker: alice, Asked: at(1), All: 30, Version: "7"}
	further, made := begun, begun
	further.Done = 11
	made.Done, made.Made, made.Found = 30, at(2), []byte(`[{"Best":1,"Score":-3}]`)
	failed := made
	failed.Found = nil
	for _, r := range []play.Review{begun, further, made, failed, begun} {
		f.do(func(tx play.Tx) error {
			require.NoError(f, tx.SaveReview(f.Context(), r))
			got, err := tx.Review(f.Context(), "m")
			require.Equal(f, r, got)
			return err
		})
		got, err := f.Review(f.Context(), "m")
		require.NoError(f, err)
		require.Equal(f, r, got)
	}
	none, err := f.Review(f.Context(), "n")
	require.NoError(f, err)
	assert.Equal(f, play.Review{Match: "n"}, none)
	f.do(func(tx play.Tx) error {
		require.NoError(f, tx.SaveReview(f.Context(), play.Review{Match: "n", Asker: bob, Asked: at(3)}))
		return tx.SaveReview(f.Context(), play.Review{Match: "o", Asker: bob, Asked: at(4), Made: at(5)})
	})
	f.do(func(tx play.Tx) error {
		load, err := tx.ReviewLoad(f.Context(), bob, at(4))
		assert.Equal(f, play.ReviewLoad{All: 2, Own: 1, Asked: 1}, load)
		return err
	})
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveReview(f.Context(), play.Review{Match: "nothere", Asker: bob, Asked: at(3)})
	}))
}
