// Package notice is about when players are told of a match beside its boards: their quiet hours, and the reminders
// of their turn. It is pure: times in, times out.
//
// Whoever has quiet hours, or wants direct messages, is told of all of which others are told by a mention: of what
// happened in quiet hours once, at their end, and not of what they have seen. A reminder is for a deadline: another,
// after a gift, a pause or a vacation, has its own. For an hour, or half a turn, nobody is told again of their time.
package notice

import (
	"fmt"
	"time"
)

// Clock is a time of the day, in minutes after midnight: 0 to 1439.
type Clock int

// OClock is a full hour, as in 22 * OClock; Midnight ends a day.
const (
	OClock   Clock = 60
	Midnight       = 24 * OClock
)

// String returns c as in “7:30” and “22:00”.
func (c Clock) String() string { return fmt.Sprintf("%d:%02d", c/OClock, c%OClock) }

// Quiet is the hours of the day in which a player is not notified: from From until To, over midnight when To is the
// earlier one. Two equal times are none.
type Quiet struct {
	From Clock `json:"from"`
	To   Clock `json:"to"`
}

// IsOn reports whether there are such hours.
func (q Quiet) IsOn() bool { return q.From != q.To }

// Length returns how long they are; 0 for none.
func (q Quiet) Length() Clock { return (q.To - q.From + Midnight) % Midnight }

// within returns when the quiet hours that now is in began and end by the clock on the wall. Zero: now is in none.
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

// timeOf returns when it is first that late, or later, days after that of now: a time that is skipped when
// clocks go forward is the first moment after it, one that comes twice its first.
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
