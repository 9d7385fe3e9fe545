package daily

import (
	"time"

	"madbot/bot/play"
)

const dayLength = 24 * time.Hour

// Date returns the beginning of a day in UTC: it has its weekday and its month.
func Date(d play.Day) time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

// At returns when a day first is at an hour or later in a time zone, whatever clocks there are set to.
func At(d play.Day, hour int, zone *time.Location) time.Time {
	const step = 15 * time.Minute // clocks are set at such a time, and by such a one
	year, month, day := Date(d).Date()
	at := time.Date(year, month, day, hour, 0, 0, 0, zone).Add(-2 * dayLength)
	for today := play.DayOf(at, zone); today < d || today == d && at.Hour() < hour; today = play.DayOf(at, zone) {
		at = at.Add(step)
	}
	return at
}

// due is what is to be done about the puzzle of the day of a server.
type due struct {
	daily *play.Daily // is shown; nil: nothing
	over  bool        // it tells how it went, if it is posted or is found
	at    time.Time   // when to look again, if there is nothing to be done; zero: when something changes
}

// next returns what is to be done at now about the puzzles of the day of s, which are those of list, the last one last.
func next(s *play.Server, list []play.Daily, now time.Time) due {
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
	case ends.IsZero() && len(list) > 0: // until all is forgotten
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

// isOn reports whether a puzzle is to be posted on a day.
func isOn(s play.DailySettings, today play.Day) bool {
	return s.Channel != "" && s.Fault != play.DailyIdle && (s.Fault == "" || today < s.Since+lostDays)
}
