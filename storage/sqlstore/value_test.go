package sqlstore

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestPlayer_Settings: defaults are not stored, so that they can change; unknown settings of older or newer programs
// are ignored.
func TestPlayer_Settings(t *testing.T) {
	t.Parallel()
	for _, field := range players.fields(&play.Player{ID: "1", Met: time.UnixMilli(1)})[3:6] {
		text, err := field.(document).Value()
		require.NoError(t, err)
		assert.Equal(t, "{}", text)
	}
	for text, want := range map[string]play.Settings{
		`{}`: {}, `{"language":"de","colour":"red"}`: {Language: "de"},
	} {
		p, err := players.scan(stored(t, playerColumns, "1", "", "", text, "{}", "{}", 1))
		require.NoError(t, err)
		assert.Equal(t, want, p.Settings)
	}
	for _, text := range []string{"", "German", `{"language":7}`, "[]"} {
		_, err := players.scan(stored(t, playerColumns, "1", "", "", text, "{}", "{}", 1))
		require.ErrorContains(t, err, "settings\"", text)
		_, err = players.scan(stored(t, playerColumns, "1", "", "", "{}", "["+text, "{}", 1))
		require.ErrorContains(t, err, "progress\"", text)
	}
}

// TestInstant: times are truncated to milliseconds, and the zero time is NULL, not the year 1.
func TestInstant(t *testing.T) {
	t.Parallel()
	there := time.FixedZone("there", 3600)
	for at, want := range map[time.Time]time.Time{
		{}:                        {},
		time.UnixMilli(0):         time.UnixMilli(0).UTC(),
		time.Unix(1, 999_999_999): time.UnixMilli(1999).UTC(),
		time.Date(2026, 1, 2, 3, 4, 5, 6e6, there): time.Date(2026, 1, 2, 2, 4, 5, 6e6, time.UTC),
	} {
		value, err := instant{&at}.Value()
		require.NoError(t, err)
		assert.Equal(t, at.IsZero(), value == nil)
		got := time.UnixMilli(5) // must be overwritten
		require.NoError(t, instant{&got}.Scan(value))
		assert.Equal(t, want, got)
	}
}
