package people

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/rating"
)

// TestRating_Corrected: a correction of the rating is mentioned if it is seen in whole points.
func TestRating_Corrected(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	h := &Handlers{Service: play.New(play.Deps{Now: func() time.Time { return now }})}
	for by, lines := range map[float64]int{0.4: 1, -0.4: 1, 0.6: 2, -12: 2} {
		last := rated.Change{N: 9, At: now, Step: rated.Step{Before: rating.Rating{Points: 1500, Deviation: 90},
			After: rating.Rating{Points: 1500 + by, Deviation: 90}, Why: rated.Annulled, Games: rated.Shown}}
		assert.Len(t, h.rating(i18ntest.English(), []rated.Change{last}), lines, by)
		last.Why = rated.Played
		assert.Len(t, h.rating(i18ntest.English(), []rated.Change{last}), 1, "no correction")
	}
}
