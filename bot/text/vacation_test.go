package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
)

// TestVacation_Left: what is left is told in words, and that nothing is.
func TestVacation_Left(t *testing.T) {
	t.Parallel()
	for left, want := range map[time.Duration]string{48 * time.Hour: "Still to take: **2 days**.",
		time.Minute: "Still to take: **1 minute**.", time.Second: "No vacation is left to take.", 0: "No vacation is left to take."} {
		assert.Contains(t, Vacation(i18ntest.English(), play.VacationState{Left: left}), want)
		refusal, known := Refusal(i18ntest.English(), ShortVacation(i18ntest.English(), left))
		assert.True(t, known)
		assert.NotContains(t, refusal, " 0 ")
		assert.Equal(t, left < time.Minute, refusal == "No vacation is left to take. Each month adds 2 days, up to 14.")
	}
}
