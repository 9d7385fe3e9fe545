package notice

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// Reminder is when a player is reminded that it is their turn: so long before the deadline. Its words are
// stable: they are stored.
type Reminder string

// The reminders: a part of the time for each turn, or hours.
const (
	AtHalf          Reminder = "half"
	AtQuarter       Reminder = "quarter"
	DayBefore       Reminder = "24h"
	HalfDayBefore   Reminder = "12h"
	ThreeHoursAhead Reminder = "3h"
	HourBefore      Reminder = "1h"
)

// All returns all of them, in the order in which they usually come.
func All() []Reminder {
	return []Reminder{AtHalf, DayBefore, AtQuarter, HalfDayBefore, ThreeHoursAhead, HourBefore}
}

// Before returns how long before the deadline r is due in a match of a pace.
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

// none is how Write says that there are none.
const none = "none"

// Read returns the reminders that Write wrote; AtQuarter for nothing.
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

// Write returns list as it is kept; what is none of All is left out.
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
	toldLately  = time.Hour   // for so long a player who was told of their time, or looked, is not reminded
	beforeQuiet = time.Minute // a reminder comes so long before quiet hours in which the deadline is
)

// remindAt returns when the side to move in m is reminded by r; zero: not in this turn, or not while they are away, for
// they are told of their return. A reminder that falls into quiet hours comes at their end or, where that would be too
// late, before they begin.
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

// paceOf returns the pace of m: without a clock that of a side that is summoned.
func paceOf(m *match.Match) match.Pace {
	return match.Pace{PerTurn: cmp.Or(m.Terms.Pace.PerTurn, match.SummonSpan)}
}

// Next returns when the side to move in m is reminded next, now or later, and before now where it is late already;
// zero: not in this turn. A reminder is for a deadline: told is when they were told of theirs last, or looked.
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
		if until := w.QuietUntil(now); !at.After(now) && !until.IsZero() { // it is late already
			at = until
		}
		if at.Before(m.Deadline()) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}
