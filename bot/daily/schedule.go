package daily

import (
	"time"

	"madbot/bot/play"
)

const dayLength = 24 * time.Hour

// Date returns the start of a day in UTC, which has the weekday and month of the day.
func Date(d play.Day) time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

// At returns the first moment of a day at which the clock in a time zone shows an hour or later, even on a day on which
// clocks change.
func At(d play.Day, hour int, zone *time.Location) time.Time {
	const step = 15 * time.Minute // clocks change at multiples of it, and by multiples of it
	year, month, day := Date(d).Date()
	at := time.Date(year, month, day, hour, 0, 0, 0, zone).Add(-2 * dayLength)
	for today := play.DayOf(at, zone); today < d || today == d && at.Hour() < hour; today = play.DayOf(at, zone) {
		at = at.Add(step)
	}
	return at
}

type due struct {
	daily *play.Daily // to be posted, or to show how many have solved it; nil: nothing
	over  bool        // the post gets its result, if it was posted or is found
	at    time.Time   // when to look again if daily is nil; zero: when something changes
}

// next returns what the puzzles of the day of s need at now. list contains them, the latest last.
func next(s *play.Server, list []play.Daily, now time.Time) due {
	d := nextPost(s, list, now)
	for i := range list {
		at := list[i].Recount
		switch {
		case d.daily != nil || list[i].Closed || at.IsZero():
		case !at.After(now):
			d.daily = &list[i]
		case d.at.IsZero() || at.Before(d.at):
			d.at = at
		}
	}
	return d
}

// nextPost returns what is due except that a post shows how many have solved it.
func nextPost(s *play.Server, list []play.Daily, now time.Time) due {
	settings, zone := s.Settings.Daily, s.Location()
	today, last := play.DayOf(now, zone), play.Day(0)
	var ends time.Time
	for i := range list {
		d := &list[i]
		if d.IsPosted() || d.Closed {
			last = max(last, d.Day)
		}
		if d.Closed || d.Begun.IsZero() && !d.IsPosted() {
			continue
		}
		if ends = At(d.Day+1, settings.Hour, zone); !ends.After(now) {
			return due{daily: d, over: true}
		}
	}
	switch {
	case isOn(settings, today):
	case ends.IsZero() && len(list) > 0: // until all of them are removed
		return due{at: At(list[len(list)-1].Day+play.KeptDailies+1, settings.Hour, zone)}
	default:
		return due{at: ends}
	}
	if today <= last {
		return due{at: At(last+1, settings.Hour, zone)}
	}
	if at := At(today, settings.Hour, zone); at.After(now) {
		return due{at: at}
	}
	if n := len(list); n > 0 && list[n-1].Day == today {
		return due{daily: &list[n-1]}
	}
	return due{daily: &play.Daily{Server: s.ID, Day: today}}
}

func isOn(s play.DailySettings, today play.Day) bool {
	return s.Channel != "" && s.Fault != play.DailyIdle && (s.Fault == "" || today < s.Since+lostDays)
}
