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
	at := func(from, to notice.Clock) notice.Quiet { return notice.Quiet{From: from, To: to} }
	const h = notice.OClock
	for typed, want := range map[string]notice.Quiet{"22-7": at(22*h, 7*h), " 22 - 7 ": at(22*h, 7*h),
		"22:00-07:00": at(22*h, 7*h), "22 to 7": at(22*h, 7*h), "22h–7h": at(22*h, 7*h), "0-6": at(0, 6*h),
		"22-24": at(22*h, 0), "22 7": at(22*h, 7*h), "off": {}, "None": {}, "22 07": at(22*h, 7*h),
		"22 h à 7 h": at(22*h, 7*h), "de 22h00 à 7h": at(22*h, 7*h), "22\u00a0h\u202f–\u202f7\u00a0h": at(22*h, 7*h),
		"22 bis 7 Uhr": at(22*h, 7*h), "Von 22 Uhr bis 7 Uhr": at(22*h, 7*h), "aus": {}, "Keine": {}, "-": {},
		"22:00-7:30": at(22*h, 7*h+30), "22h30 – 7h15": at(22*h+30, 7*h+15), "22.30 bis 7.45 Uhr": at(22*h+30, 7*h+45),
		"2200-0730": at(22*h, 7*h+30), "between 23:15 and 6": at(23*h+15, 6*h), "22 jusqu’à 7": at(22*h, 7*h),
		"10pm to 7": at(22*h, 7*h), "10 PM – 7 AM": at(22*h, 7*h), "10 p.m. until 7 a.m.": at(22*h, 7*h),
		"10:30pm-6:45": at(22*h+30, 6*h+45), "10 to 7am": at(22*h, 7*h), "1-7am": at(h, 7*h), "1pm-3": at(13*h, 15*h),
		"12am-6am": at(0, 6*h), "12pm-1pm": at(12*h, 13*h), "11pm to 12am": at(23*h, 0), "10pm-22": {},
		"22-7am": at(22*h, 7*h), "10-7": at(10*h, 7*h)} {
		got, ok := readQuiet(words, typed)
		assert.Equal(t, typed != "10pm-22", ok, typed)
		assert.Equal(t, want, got, typed)
	}
	for _, typed := range []string{"", "late", "22", "22-25", "7-7", "0-24", "22:60-7", "-1-5", "22-7-9", "1000-5-6",
		"13pm-7", "0am-7", "24:30-7", "22-7 maybe"} {
		_, ok := readQuiet(words, typed)
		assert.False(t, ok, typed)
	}
}
