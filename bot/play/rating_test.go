package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rating"
)

// TestTimeReason: of what somebody loses on time within seven days the first counts.
func TestTimeReason(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 9, 0, 0, 0, 0, time.UTC)
	lost := func(why RatingReason, s rating.Score, ago time.Duration) []RatingChange {
		return []RatingChange{{At: now, RatingStep: RatingStep{Why: RatedPlayed}},
			{At: now.Add(-ago), RatingStep: RatingStep{Why: why, Score: s}}}
	}
	assert.Equal(t, RatedTime, timeReason(nil, now))
	assert.Equal(t, RatedSpared, timeReason(lost(RatedTime, rating.Defeat, forgiven-time.Second), now))
	assert.Equal(t, RatedTime, timeReason(lost(RatedTime, rating.Defeat, forgiven), now))
	assert.Equal(t, RatedTime, timeReason(lost(RatedTime, rating.Victory, time.Hour), now), "the other lost")
	assert.Equal(t, RatedTime, timeReason(lost(RatedSpared, rating.Defeat, time.Hour), now), "that counted for nothing")
	assert.Equal(t, RatedTime, timeReason(lost(RatedPlayed, rating.Defeat, time.Hour), now))
}

// TestScoreOf: a semi-victory is three quarters of a game.
func TestScoreOf(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[rules.Outcome][2]rating.Score{
		{Winner: rules.Red, Reason: rules.Resignation}: {rating.Victory, rating.Defeat},
		{Winner: rules.Blue, Reason: rules.TimeLoss}:   {rating.Defeat, rating.Victory},
		{Winner: rules.Red, Reason: rules.Stall}:       {rating.SemiVictory, rating.SemiDefeat},
		{Winner: rules.Blue, Reason: rules.Agreement}:  {rating.SemiDefeat, rating.SemiVictory},
	} {
		assert.Equal(t, want, [2]rating.Score{scoreOf(outcome, rules.Red), scoreOf(outcome, rules.Blue)}, outcome)
	}
}
