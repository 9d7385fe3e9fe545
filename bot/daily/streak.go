package daily

import "madbot/bot/play"

// FreeDays is how many days a month can be missed without breaking a streak.
const FreeDays = 2

// streak is on how many consecutive days a person has solved the puzzle of the day. Days without a puzzle, days of a
// vacation and FreeDays a month do not break it. The zero value is no streak.
type streak struct {
	days int
	last play.Day // the last solved day
	free int      // missed days of its month
}

// over returns s after the unsolved days missed, which are in order.
func (s streak) over(missed []play.Day) streak {
	for _, d := range missed {
		if s = s.on(d); s.days == 0 || s.free == FreeDays {
			return streak{}
		}
		s.free++
	}
	return s
}

// solved returns s after a day on which the puzzle was solved.
func (s streak) solved(d play.Day) streak {
	s = s.on(d)
	s.days++
	return s
}

// on returns s on a later day.
func (s streak) on(d play.Day) streak {
	if a, b := Date(s.last), Date(d); a.Month() != b.Month() || a.Year() != b.Year() {
		s.free = 0
	}
	s.last = d
	return s
}
