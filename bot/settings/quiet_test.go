package settings

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/play/notice"
)

func TestReadQuiet(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{"l/de.json": {Data: []byte(`{"notices.off": "Aus, keine"}`)}}, "l")
	require.NoError(t, err)
	words := catalog.Printer("de")
	for typed, want := range map[string]notice.Quiet{"22-7": {From: 22, To: 7}, " 22 - 7 ": {From: 22, To: 7},
		"22:00-07:00": {From: 22, To: 7}, "22 to 7": {From: 22, To: 7}, "22h–7h": {From: 22, To: 7}, "0-6": {To: 6},
		"22-24": {From: 22}, "22 7": {From: 22, To: 7}, "off": {}, "None": {},
		"22 h à 7 h": {From: 22, To: 7}, "de 22h00 à 7h": {From: 22, To: 7}, "22\u00a0h\u202f–\u202f7\u00a0h": {From: 22, To: 7},
		"22 bis 7 Uhr": {From: 22, To: 7}, "Von 22 Uhr bis 7 Uhr": {From: 22, To: 7},
		"aus": {}, "Keine": {}, "-": {}} {
		got, ok := readQuiet(words, typed)
		assert.True(t, ok, typed)
		assert.Equal(t, want, got, typed)
	}
	for _, typed := range []string{"", "late", "22", "22-25", "7-7", "0-24", "22:30-7", "-1-5", "22-7-9", "100-5"} {
		_, ok := readQuiet(words, typed)
		assert.False(t, ok, typed)
	}
}

func TestReadZone(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"Europe/Brussels": "Europe/Brussels", " europe/brussels": "Europe/Brussels",
		"America/New York": "America/New_York", "AMERICA/NEW_YORK": "America/New_York", "utc": "UTC",
		"America/Port-au-Prince": "America/Port-au-Prince"} {
		got, ok := readZone(typed)
		assert.True(t, ok, typed)
		assert.Equal(t, want, got)
	}
	for _, typed := range []string{"", " ", "Local", "local", "Brussels", "../etc/passwd", "/etc/localtime", "Mars/Olympus"} {
		got, ok := readZone(typed)
		assert.False(t, ok, "%s: %s", typed, got)
	}
}
