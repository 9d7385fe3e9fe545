package notice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/notice"
)

// TestZone: a zone is one of the tz database, or always as far from UTC.
func TestZone(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC)
	for name, want := range map[string]string{"Europe/Paris": "14:00", "UTC": "12:00", "UTC+5:30": "17:30",
		"UTC-3": "09:00", "UTC+14": "02:00", "UTC-12": "00:00", "UTC-0:30": "11:30"} {
		zone, err := notice.Zone(name)
		require.NoError(t, err, name)
		assert.Equal(t, want, at.In(zone).Format("15:04"), name)
	}
	for _, name := range []string{"UTC+14:01", "UTC-12:30", "UTC+99", "UTC+5:60", "Paris", "+2"} {
		_, err := notice.Zone(name)
		assert.Error(t, err, name)
	}
}
