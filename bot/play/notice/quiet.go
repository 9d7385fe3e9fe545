// Package notice computes when players get notices, from their quiet hours and reminders. It is pure.
//
// Players in quiet hours, or who want direct messages, get a notice of everything that mentions others. News from quiet
// hours come in one notice at their end, without what the player has seen. A reminder belongs to a deadline: a new
// deadline after a gift, a pause or a vacation has its own. After a notice of their time, players get no other for an
// hour or half a turn.
package notice

import (
	"fmt"
	"time"
)

// Clock is a time of day in minutes after midnight, 0 to 1439.
type Clock int

// OClock is a full hour, as in 22 * OClock; Midnight ends a day.
const (
	OClock   Clock = 60
	Midnight       = 24 * OClock
)

// String formats c, for example as "7:30" or "22:00".
func (c Clock) String() string { return fmt.Sprintf("%d:%02d", c/OClock, c%OClock) }

// Quiet is the time of day in which a player is not notified, from From to To. It spans midnight if To is before From.
// If they are equal, there are no quiet hours.
type Quiet struct {
	From Clock `json:"from"`
	To   Clock `json:"to"`
}

// IsOn reports whether there are quiet hours.
func (q Quiet) IsOn() bool { return q.From != q.To }

// Length returns the length of the quiet hours, or 0 if there are none.
func (q Quiet) Length() Clock { return (q.To - q.From + Midnight) % Midnight }

// within returns the start and end of the quiet hours that contain now in zone, or zero times if now is not in quiet
// hours.
func (q Quiet) within(now time.Time, zone *time.Location) (from, to time.Time) {
	today := now.In(zone)
	for _, day := range []int{-1, 0} {
		from, to = timeOf(today, day, q.From), timeOf(today, day, q.To)
		if q.To < q.From {
			to = timeOf(today, day+1, q.To)
		}
		if !now.Before(from) && now.Before(to) {
			return from, to
		}
	}
	return time.Time{}, time.Time{}
}

// timeOf returns the first moment at or after the time of day c, days after now's day. A time skipped when clocks go
// forward becomes the first moment after the gap; of a time that occurs twice, it returns the first.
func timeOf(now time.Time, days int, c Clock) time.Time {
	y, m, d := now.Date()
	wall := time.Date(y, m, d+days, 0, int(c), 0, 0, time.UTC)
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

// farEast is larger than any zone's offset from UTC.
const farEast = 24 * time.Hour

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Wishes are a player's preferences for notices.
type Wishes struct {
	Zone      *time.Location
	Quiet     Quiet
	Reminders []Reminder
}

// QuietUntil returns the end of the quiet hours that contain now, or zero if now is not in quiet hours.
func (w Wishes) QuietUntil(now time.Time) time.Time {
	_, to := w.Quiet.within(now, w.Zone)
	return to
}

// digestHour is the hour at which digests are sent on Mondays.
const digestHour = 9

// NextDigest returns the time of the next digest after now: on a Monday, outside quiet hours.
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
