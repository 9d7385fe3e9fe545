package settings

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/play"
)

// TestVacationRows: every whole day that is left is offered, up to all of them, and at the end what is left of a day.
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

// TestHasDays: of the last day of a vacation half is enough, but it is a day at least.
func TestHasDays(t *testing.T) {
	t.Parallel()
	assert.False(t, hasDays(dayLength-time.Second, 1))
	assert.True(t, hasDays(dayLength, 1))
	assert.True(t, hasDays(36*time.Hour, 2))
	assert.False(t, hasDays(36*time.Hour-time.Second, 2))
}
