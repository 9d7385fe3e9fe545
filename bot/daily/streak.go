package daily

import "madbot/bot/play"

// FreeDays are how many days of a month can be missed in a streak.
const FreeDays = 2

// streak is how many days in a row somebody has solved the puzzle of the day. Days without one do not count, and those
// of a vacation neither; FreeDays of a month can be missed. The zero value is none.
type streak struct {
	days int
	last play.Day // that counted
	free int      // missed days of its month
}

// over returns what is left of s after days on which there was a puzzle and it was not solved, in order.
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
