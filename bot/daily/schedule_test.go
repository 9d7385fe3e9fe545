package daily

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
)

// zones set their clocks in different ways: by an hour at two, by half of one, at midnight, over a day, never.
var zones = []string{"Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Cairo",
	"Pacific/Apia", "America/Scoresbysund", "America/Havana", "Asia/Kathmandu", "UTC"}

func drawZone(t *rapid.T) (string, *time.Location) {
	name := rapid.SampledFrom(zones).Draw(t, "zone")
	zone, err := time.LoadLocation(name)
	require.NoError(t, err)
	return name, zone
}

// TestAt: each day has its hour once, in order; it is not before that hour there, and a quarter of an hour before, it
// is.
func TestAt(t *testing.T) {
	t.Parallel()
	const first, last = 40 * 365, 60 * 365
	rapid.Check(t, func(t *rapid.T) {
		name, zone := drawZone(t)
		day, hour := play.Day(rapid.IntRange(first, last).Draw(t, "day")), rapid.IntRange(0, 23).Draw(t, "hour")
		at, next := At(day, hour, zone), At(day+1, hour, zone)
		require.Truef(t, at.Before(next) || name == "Pacific/Apia", "%v, %v", at, next)
		passed := func(at time.Time) bool {
			is := play.DayOf(at, zone)
			return is > day || is == day && at.In(zone).Hour() >= hour
		}
		require.True(t, passed(at), at)
		require.False(t, passed(at.Add(-time.Second)), at)
		clock := time.Date(2000, 1, 1, hour, 0, 0, 0, time.UTC)
		is := at.In(zone)
		if usual := time.Date(2000, 1, 1, is.Hour(), is.Minute(), 0, 0, time.UTC); play.DayOf(at, zone) == day {
			require.LessOrEqual(t, usual.Sub(clock), time.Hour, at)
		}
	})
}

// TestDayOf: days are counted as the calendar does.
func TestDayOf(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Asia/Kathmandu")
	require.NoError(t, err)
	late := time.Date(2026, 11, 24, 18, 30, 0, 0, time.UTC)
	assert.Equal(t, play.DayOf(late, time.UTC)+1, play.DayOf(late, zone))
	assert.Zero(t, play.DayOf(time.Unix(1, 0), time.UTC))
	assert.Equal(t, "2026-11-24", Date(play.DayOf(late, time.UTC)).Format(time.DateOnly))
	assert.Equal(t, time.Thursday, Date(0).Weekday())
}

// TestNext: a server checks when it should, or a little later; each day it posts one puzzle, at its hour or at the
// first check after it, after closing the last one, even if it is unknown whether that was posted. Two puzzles are
// never open.
func TestNext(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name, zone := drawZone(t)
		s := play.Server{ID: "7"}
		s.Settings.Zone = name
		s.Settings.Daily = play.DailySettings{Channel: "c", Hour: rapid.IntRange(0, 23).Draw(t, "hour")}
		now := time.Date(2011, 1, 1, 12, 0, 0, 0, time.UTC).Add(rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 15*365*24).Draw(t, "hours")) * time.Hour
		}).Draw(t, "start"))
		var list []play.Daily
		for range 500 {
			due := next(&s, list, now)
			switch d := due.daily; {
			case d == nil:
				require.True(t, due.at.After(now), "%v at %v", due.at, now)
				require.LessOrEqual(t, due.at.Sub(now), 50*time.Hour)
				if n := len(list); n > 0 && list[n-1].IsPosted() && rapid.IntRange(0, 9).Draw(t, "solved") == 0 {
					list[n-1].Recount = now.Add(recountAfter)
					continue
				}
				now = due.at
				if rapid.IntRange(0, 30).Draw(t, "late") == 0 {
					now = now.Add(time.Duration(rapid.IntRange(1, 100).Draw(t, "hours")) * time.Hour)
				}
			case due.over:
				d.Closed = true
				require.False(t, At(d.Day+1, s.Settings.Daily.Hour, zone).After(now))
			case d.IsPosted():
				require.False(t, d.Recount.IsZero() || d.Recount.After(now))
				d.Recount = time.Time{}
			case !d.Begun.IsZero():
				require.Equal(t, &list[len(list)-1], d)
				d.Post.Message = "m"
			default:
				require.Equal(t, play.DayOf(now, zone), d.Day)
				require.False(t, At(d.Day, s.Settings.Daily.Hour, zone).After(now))
				if n := len(list); n > 0 {
					require.True(t, list[n-1].Closed, "two are open")
					require.Greater(t, d.Day, list[n-1].Day)
				}
				d.Begun = now
				if rapid.IntRange(0, 10).Draw(t, "killed") > 0 {
					d.Post.Message = "m"
				} else {
					now = now.Add(time.Duration(rapid.IntRange(0, 50).Draw(t, "away")) * time.Hour)
				}
				list = append(list, *d)
			}
		}
		require.Greater(t, len(list), 100)
	})
}

// TestNext_Off: where it is turned off, the last one is closed at its time, and nothing follows until all is forgotten;
// the same where nobody solves it, or the channel was lost for a month.
func TestNext_Off(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	today := play.DayOf(now, time.UTC)
	for _, off := range []play.DailySettings{{Hour: 9}, {Channel: "c", Hour: 9, Fault: play.DailyIdle, Since: today},
		{Channel: "c", Hour: 9, Fault: play.DailyGone, Since: today - lostDays}} {
		s := play.Server{ID: "7", Settings: play.ServerSettings{Daily: off}}
		assert.Equal(t, due{}, next(&s, nil, now))
		list := []play.Daily{{Server: "7", Day: today, Post: play.Post{Message: "m"}}}
		assert.Equal(t, due{at: now.Add(dayLength)}, next(&s, list, now))
		assert.Equal(t, due{daily: &list[0], over: true}, next(&s, list, now.Add(dayLength)))
		list[0].Closed = true
		assert.Equal(t, due{at: now.Add((play.KeptDailies + 1) * dayLength)}, next(&s, list, now.Add(dayLength)))
	}
	s := play.Server{ID: "7", Settings: play.ServerSettings{Daily: play.DailySettings{Channel: "c", Hour: 9,
		Fault: play.DailyRights, Since: today - lostDays + 1}}}
	assert.Equal(t, today, next(&s, nil, now).daily.Day)
	begun := []play.Daily{{Day: today - 1, Begun: now.Add(-dayLength)}, {Day: today, Begun: now, Puzzle: "p"}}
	assert.Equal(t, due{daily: &begun[0], over: true}, next(&s, begun, now), "it may stand there")
	begun[0].Closed = true
	assert.Equal(t, "p", next(&s, begun, now).daily.Puzzle, "what may have been posted is found, not posted again")
}
