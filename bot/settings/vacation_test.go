package settings

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/bot/text"
)

// TestVacationRows checks that the menu offers each whole day left, and at the end a last, shorter day.
func TestVacationRows(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{}, ".")
	require.NoError(t, err)
	for left, days := range map[time.Duration][]string{play.MaxVacation: {"1 day", "14 days"},
		2*dayLength - time.Second: {"1 day", "47 hours"}, 36 * time.Hour: {"1 day", "36 hours"},
		36*time.Hour - time.Second: {"1 day", "1 day"}, dayLength: {"1 day", "1 day"}, dayLength - time.Second: nil} {
		rows := vacationRows(catalog.Printer("en"), play.VacationState{Left: left})
		if days == nil {
			assert.Len(t, rows, 1, "buttons alone")
			continue
		}
		items := rows[0].Menu.Items
		assert.Equal(t, days, []string{items[0].Label, items[len(items)-1].Label}, left)
	}
}

// TestHasDays checks that half of the last day is enough, except for a vacation of one day.
func TestHasDays(t *testing.T) {
	t.Parallel()
	assert.False(t, hasDays(dayLength-time.Second, 1))
	assert.True(t, hasDays(dayLength, 1))
	assert.True(t, hasDays(36*time.Hour, 2))
	assert.False(t, hasDays(36*time.Hour-time.Second, 2))
}

// TestVacationText_Left checks that the vacation left is written in words, also when there is none.
func TestVacationText_Left(t *testing.T) {
	t.Parallel()
	for left, want := range map[time.Duration]string{48 * time.Hour: "Vacation left: **2 days**.",
		time.Minute: "Vacation left: **1 minute**.", time.Second: "No vacation is left.", 0: "No vacation is left."} {
		assert.Contains(t, vacationText(i18ntest.English(), play.VacationState{Left: left}), want)
		refusal, known := text.Refusal(i18ntest.English(), shortVacation(i18ntest.English(), left))
		assert.True(t, known)
		assert.NotContains(t, refusal, " 0 ")
		assert.Equal(t, left < time.Minute, refusal == "No vacation is left. You gain 2 days a month, up to 14.")
	}
}
