// Package notice is about when players are told of a match beside its boards: their quiet hours, and the reminders
// of their turn. It is pure: times in, times out.
//
// Whoever has quiet hours, or wants direct messages, is told of all of which others are told by a mention: of what
// happened in quiet hours once, at their end, and not of what they have seen. A reminder is for a deadline: another,
// after a gift, a pause or a vacation, has its own. For an hour, or half a turn, nobody is told again of their time.
package notice

import "time"

// Quiet is the hours of the day in which a player is not notified: from the hour From until the hour To,
// over midnight when To is the earlier one. Two equal hours are none.
type Quiet struct {
	From int `json:"from"` // 0 to 23
	To   int `json:"to"`   // 0 to 23
}

// IsOn reports whether there are such hours.
func (q Quiet) IsOn() bool { return q.From != q.To }

// within returns when the quiet hours that now is in began and end by the clock on the wall. Zero: now is in none.
func (q Quiet) within(now time.Time, zone *time.Location) (from, to time.Time) {
	today := now.In(zone)
	for _, day := range []int{-1, 0} {
		from, to = hourOf(today, day, q.From), hourOf(today, day, q.To)
		if q.To < q.From {
			to = hourOf(today, day+1, q.To)
		}
		if !now.Before(from) && now.Before(to) {
			return from, to
		}
	}
	return time.Time{}, time.Time{}
}

// hourOf returns when it is first so many hours, or more, days after that of now: an hour that is skipped when
// clocks go forward is the first moment after it, one that comes twice its first.
func hourOf(now time.Time, days, hour int) time.Time {
	y, m, d := now.Date()
	wall := time.Date(y, m, d+days, hour, 0, 0, 0, time.UTC)
	for from := wall.Add(-farEast).In(now.Location()); ; {
		_, offset := from.Zone()
		at := wall.Add(-time.Duration(offset) * time.Second)
		_, until := from.ZoneBounds()
		if until.IsZero() || at.Before(until) {
			return later(at, from)
		}
		from = until
	}
}

// farEast is more than clocks are ahead of UTC anywhere.
const farEast = 24 * time.Hour

// later returns the later one of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Wishes are when a player wants to be told.
type Wishes struct {
	Zone      *time.Location
	Quiet     Quiet
	Reminders []Reminder
}

// QuietUntil returns when the quiet hours end that now is in; zero: it is in none.
func (w Wishes) QuietUntil(now time.Time) time.Time {
	_, to := w.Quiet.within(now, w.Zone)
	return to
}

// digestHour is when a digest comes on a Monday.
const digestHour = 9

// NextDigest returns when the next digest comes, after now: on a Monday, out of quiet hours.
func (w Wishes) NextDigest(now time.Time) time.Time {
	y, month, d := now.In(w.Zone).Date()
	for ; ; d++ {
		at := time.Date(y, month, d, digestHour, 0, 0, 0, w.Zone)
		if at.Weekday() != time.Monday {
			continue
		}
		if until := w.QuietUntil(at); !until.IsZero() {
			at = until
		}
		if at.After(now) {
			return at
		}
	}
}
