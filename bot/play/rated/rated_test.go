package rated

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
	lost := func(why Reason, s rating.Score, ago time.Duration) []Change {
		return []Change{{At: now, Step: Step{Why: Played}},
			{At: now.Add(-ago), Step: Step{Why: why, Score: s}}}
	}
	assert.False(t, hasLostOnTime(nil, now))
	assert.True(t, hasLostOnTime(lost(Time, rating.Defeat, forgiven-time.Second), now))
	assert.False(t, hasLostOnTime(lost(Time, rating.Defeat, forgiven), now))
	assert.False(t, hasLostOnTime(lost(Time, rating.Victory, time.Hour), now), "the other lost")
	assert.False(t, hasLostOnTime(lost(Spared, rating.Defeat, time.Hour), now), "that counted for nothing")
	assert.False(t, hasLostOnTime(lost(Played, rating.Defeat, time.Hour), now))
	undone := append([]Change{{Match: "m", Step: Step{Why: Annulled}}}, lost(Time, rating.Defeat, time.Hour)...)
	assert.True(t, hasLostOnTime(undone, now), "another was annulled")
	undone[2].Match = "m"
	assert.False(t, hasLostOnTime(undone, now), "it doesn't count any more")
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
