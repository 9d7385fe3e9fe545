package notice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/notice"
)

func TestQuietUntil(t *testing.T) {
	t.Parallel()
	night := notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}
	siesta := notice.Quiet{From: 13 * notice.OClock, To: 15 * notice.OClock}
	tests := []struct {
		name  string
		zone  string
		quiet notice.Quiet
		now   string // in UTC
		want  string // in UTC; empty: not quiet
	}{
		{"none", "Europe/Brussels", notice.Quiet{}, "2026-01-10 01:00", ""},
		{"the same hour twice", "Europe/Brussels", notice.Quiet{From: 5 * notice.OClock, To: 5 * notice.OClock}, "2026-01-10 04:30", ""},
		{"before", "Europe/Brussels", night, "2026-01-10 20:59", ""},
		{"at the beginning", "Europe/Brussels", night, "2026-01-10 21:00", "2026-01-11 06:00"},
		{"after midnight", "Europe/Brussels", night, "2026-01-11 05:59", "2026-01-11 06:00"},
		{"at the end", "Europe/Brussels", night, "2026-01-11 06:00", ""},
		{"in the day", "America/New_York", siesta, "2026-01-10 18:30", "2026-01-10 20:00"},
		{"to midnight", "UTC", notice.Quiet{From: 20 * notice.OClock, To: 0}, "2026-01-10 23:59", "2026-01-11 00:00"},
		{"from midnight", "UTC", notice.Quiet{From: 0, To: 6 * notice.OClock}, "2026-01-10 00:00", "2026-01-10 06:00"},
		{"no zone is UTC", "", night, "2026-01-10 22:00", "2026-01-11 07:00"},
		{"the night when clocks go forward", "Europe/Brussels", night, "2026-03-28 21:00", "2026-03-29 05:00"},
		{"the night when clocks go back", "Europe/Brussels", night, "2026-10-24 20:00", "2026-10-25 06:00"},
		{"an hour that comes twice, at its first end", "Europe/Brussels", notice.Quiet{From: 0, To: 2 * notice.OClock},
			"2026-10-24 23:59", "2026-10-25 00:00"},
		{"an hour that comes twice, after its first end", "Europe/Brussels", notice.Quiet{From: 0, To: 2 * notice.OClock},
			"2026-10-25 00:30", ""},
		{"an hour that does not come", "Europe/Brussels", notice.Quiet{From: 0, To: 2 * notice.OClock},
			"2026-03-29 00:59", "2026-03-29 01:00"},
		{"forward in New York", "America/New_York", night, "2026-03-08 03:00", "2026-03-08 11:00"},
		{"to an hour that does not come in New York", "America/New_York", notice.Quiet{From: 22 * notice.OClock, To: 2 * notice.OClock},
			"2026-03-08 06:15", "2026-03-08 07:00"},
		{"after it", "America/New_York", notice.Quiet{From: 22 * notice.OClock, To: 2 * notice.OClock}, "2026-03-08 07:00", ""},
		{"before quiet hours that begin with it", "America/New_York", notice.Quiet{From: 2 * notice.OClock, To: 7 * notice.OClock},
			"2026-03-08 06:15", ""},
		{"in quiet hours that begin with it", "America/New_York", notice.Quiet{From: 2 * notice.OClock, To: 7 * notice.OClock},
			"2026-03-08 07:00", "2026-03-08 11:00"},
		{"an hour that does not come is all", "America/New_York", notice.Quiet{From: 2 * notice.OClock, To: 3 * notice.OClock}, "2026-03-08 07:00", ""},
		{"to a midnight that does not come", "America/Havana", notice.Quiet{From: 20 * notice.OClock, To: 0},
			"2026-03-08 04:15", "2026-03-08 05:00"},
		{"the same in Santiago", "America/Santiago", notice.Quiet{From: 20 * notice.OClock, To: 0}, "2026-09-06 03:15", "2026-09-06 04:00"},
		{"the same in the Azores", "Atlantic/Azores", notice.Quiet{From: 20 * notice.OClock, To: 0}, "2026-03-29 00:15", "2026-03-29 01:00"},
		{"half an hour that does not come", "Australia/Lord_Howe", notice.Quiet{From: 0, To: 2 * notice.OClock},
			"2026-10-03 15:15", "2026-10-03 15:30"},
		{"a day that does not come", "Pacific/Apia", notice.Quiet{From: 22 * notice.OClock, To: 2 * notice.OClock}, "2011-12-30 09:30", "2011-12-30 10:00"},
		{"an hour that comes twice in New York", "America/New_York", notice.Quiet{From: 22 * notice.OClock, To: 1 * notice.OClock},
			"2026-11-01 04:30", "2026-11-01 05:00"},
		{"its second time", "America/New_York", notice.Quiet{From: 22 * notice.OClock, To: 1 * notice.OClock}, "2026-11-01 06:00", ""},
		{"back in New York", "America/New_York", night, "2026-11-01 02:00", "2026-11-01 12:00"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(test.zone)
			require.NoError(t, err)
			w := notice.Wishes{Zone: zone, Quiet: test.quiet}
			var want time.Time
			if test.want != "" {
				want = utc(t, test.want)
			}
			assert.True(t, want.Equal(w.QuietUntil(utc(t, test.now))), w.QuietUntil(utc(t, test.now)))
		})
	}
}

// utc reads a time.
func utc(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", text)
	require.NoError(t, err)
	return at
}

func TestQuiet_IsOn(t *testing.T) {
	t.Parallel()
	assert.True(t, notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}.IsOn())
	assert.False(t, notice.Quiet{From: 5 * notice.OClock, To: 5 * notice.OClock}.IsOn())
}

// TestNextDigest: on Mondays at nine on the player's wall, or when their quiet hours end.
func TestNextDigest(t *testing.T) {
	t.Parallel()
	late := notice.Quiet{From: 22 * notice.OClock, To: 10 * notice.OClock}
	for _, test := range []struct {
		name  string
		zone  string
		quiet notice.Quiet
		now   string // in UTC; 2026-01-12 is a Monday
		want  string // in UTC
	}{
		{"before nine", "UTC", notice.Quiet{}, "2026-01-12 08:59", "2026-01-12 09:00"},
		{"at nine", "UTC", notice.Quiet{}, "2026-01-12 09:00", "2026-01-19 09:00"},
		{"on Tuesday", "UTC", notice.Quiet{}, "2026-01-13 08:00", "2026-01-19 09:00"},
		{"on Sunday, which is Monday there", "Asia/Tokyo", notice.Quiet{}, "2026-01-11 23:00", "2026-01-12 00:00"},
		{"in quiet hours", "UTC", late, "2026-01-12 08:00", "2026-01-12 10:00"},
		{"after nine in quiet hours", "UTC", late, "2026-01-12 09:30", "2026-01-12 10:00"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(test.zone)
			require.NoError(t, err)
			next := notice.Wishes{Zone: zone, Quiet: test.quiet}.NextDigest(utc(t, test.now))
			assert.True(t, utc(t, test.want).Equal(next), next)
		})
	}
}
