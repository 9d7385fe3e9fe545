package notice

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// Reminder is a reminder that it is a player's turn, named by how long before the deadline it is sent. The words are
// stored and must not change.
type Reminder string

// The reminders, by a fraction of the time per turn or by hours.
const (
	AtHalf          Reminder = "half"
	AtQuarter       Reminder = "quarter"
	DayBefore       Reminder = "24h"
	HalfDayBefore   Reminder = "12h"
	ThreeHoursAhead Reminder = "3h"
	HourBefore      Reminder = "1h"
)

// All returns all reminders, the earliest first.
func All() []Reminder {
	return []Reminder{AtHalf, DayBefore, AtQuarter, HalfDayBefore, ThreeHoursAhead, HourBefore}
}

// Before returns how long before the deadline r is due at a pace.
func (r Reminder) Before(p match.Pace) time.Duration {
	switch r {
	case AtHalf:
		return p.PerTurn / 2
	case AtQuarter:
		return p.PerTurn / 4
	case DayBefore:
		return 24 * time.Hour
	case HalfDayBefore:
		return 12 * time.Hour
	case ThreeHoursAhead:
		return 3 * time.Hour
	}
	return time.Hour
}

// none is what Write returns for an empty list.
const none = "none"

// Read parses what Write returned. An empty text means AtQuarter.
func Read(text string) []Reminder {
	if text == "" {
		return []Reminder{AtQuarter}
	}
	var list []Reminder
	for _, r := range All() {
		if slices.Contains(strings.Fields(text), string(r)) {
			list = append(list, r)
		}
	}
	return list
}

// Write returns list as text. It skips unknown reminders.
func Write(list []Reminder) string {
	var words []string
	for _, r := range All() {
		if slices.Contains(list, r) {
			words = append(words, string(r))
		}
	}
	if len(words) == 0 {
		return none
	}
	return strings.Join(words, " ")
}

const (
	toldLately  = time.Hour   // the time without reminders after a notice of the player's time, or a look
	beforeQuiet = time.Minute // how long before quiet hours that contain the deadline a reminder is sent
)

// remindAt returns when the side to move in m gets the reminder r. It is zero if r does not apply to this turn, and if
// the player is away, because they are notified of their return. A reminder in quiet hours is sent at their end or, if
// that would be too late, before they begin.
func (w Wishes) remindAt(m *match.Match, r Reminder) time.Time {
	deadline, began := m.Deadline(), m.Clock.TurnBegan
	at := deadline.Add(-r.Before(paceOf(m)))
	if from, to := w.Quiet.within(at, w.Zone); !to.IsZero() {
		at = to
		if !to.Before(deadline) {
			at = from.Add(-beforeQuiet)
		}
	}
	if !at.After(began) || m.Clock.Reserves.Of(m.ColorOf(m.ToMove())).IsAway(at) {
		return time.Time{}
	}
	return at
}

// paceOf returns the pace of m. Without a clock, it is the time that a summoned side has.
func paceOf(m *match.Match) match.Pace {
	return match.Pace{PerTurn: cmp.Or(m.Terms.Pace.PerTurn, match.SummonSpan)}
}

// Next returns when the side to move in m gets the next reminder, or zero if there is none in this turn. The time is
// before now if the reminder is overdue. told is when they last got a notice of their time for this deadline, or
// looked.
func (w Wishes) Next(m *match.Match, told, now time.Time) (next time.Time) {
	if m.Overdue(now) {
		return next
	}
	soon := told.Add(min(toldLately, paceOf(m).PerTurn/2))
	for _, r := range w.Reminders {
		at := w.remindAt(m, r)
		if at.Before(soon) { // zero is, too
			continue
		}
		if until := w.QuietUntil(now); !at.After(now) && !until.IsZero() { // it is overdue
			at = until
		}
		if at.Before(m.Deadline()) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}
