package notice

import (
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
	lookedLately = time.Hour   // for so long a player who looked at the board is not reminded
	beforeQuiet  = time.Minute // a reminder comes so long before quiet hours in which the deadline is
)

// remindAt returns when the side to move in m is reminded by r; zero: not in this turn. A reminder that falls
// into quiet hours comes at their end or, where that would be too late, before they begin.
func (w Wishes) remindAt(m *match.Match, r Reminder) time.Time {
	deadline, began := m.Deadline(), m.Clock.Began
	at := deadline.Add(-r.Before(m.Terms.Pace))
	if away := m.Clock.Of(m.ColorOf(m.ToMove())).Away; away.After(at) {
		at = away
	}
	if from, to := w.Quiet.within(at, w.Zone); !to.IsZero() {
		at = to
		if !to.Before(deadline) {
			at = from.Add(-beforeQuiet)
		}
	}
	if !at.After(began) {
		return time.Time{}
	}
	return at
}

// runs reports whether the time of the side to move runs, or will, and there is some left.
func runs(m *match.Match, now time.Time) bool { return !m.Deadline().IsZero() && !m.Overdue(now) }

// Next returns when the side to move in m is reminded next, now or later; zero: not in this turn. sent are
// the reminders that were due before.
func (w Wishes) Next(m *match.Match, sent []Reminder, now time.Time) time.Time {
	var next time.Time
	for _, r := range w.left(m, sent, now) {
		at := w.remindAt(m, r)
		if until := w.QuietUntil(now); !at.After(now) && !until.IsZero() { // it is late already
			at = until
		}
		if at.Before(m.Deadline()) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// Due returns the reminders, beside sent, that are due at now, and since when the first of them is.
func (w Wishes) Due(m *match.Match, sent []Reminder, now time.Time) (due []Reminder, since time.Time) {
	for _, r := range w.left(m, sent, now) {
		at := w.remindAt(m, r)
		if at.After(now) {
			continue
		}
		due = append(due, r)
		if since.IsZero() || at.Before(since) {
			since = at
		}
	}
	return due, since
}

// left returns the reminders that are still to come in this turn of m.
func (w Wishes) left(m *match.Match, sent []Reminder, now time.Time) (list []Reminder) {
	if !runs(m, now) {
		return nil
	}
	for _, r := range w.Reminders {
		if !slices.Contains(sent, r) && !w.remindAt(m, r).IsZero() {
			list = append(list, r)
		}
	}
	return list
}

// Glance is when a player last looked at a board. The zero value is never.
type Glance struct {
	Moment int // the match.Match.Moment that they saw
	At     time.Time
}

// Needless reports whether a player who looked at m needs no reminder at now that was due since: they have
// looked after it was, or lately.
func (g Glance) Needless(m *match.Match, since, now time.Time) bool {
	return !g.At.IsZero() && g.Moment >= m.Moment() && (!g.At.Before(since) || now.Sub(g.At) < lookedLately)
}
