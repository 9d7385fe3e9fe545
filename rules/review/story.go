package review

import (
	"slices"

	"madbot/rules"
)

// The outlooks from which a side counts as ahead, or as ahead by about a ship of each class.
const (
	aheadOutlook     = 0.60
	destroyerOutlook = 0.72
	cruiserOutlook   = 0.88
)

// Course is how the lead changed before one side was ahead for good.
type Course uint8

// The courses.
const (
	NoCourse Course = iota // one side was ahead from the start
	Even                   // neither side was ever ahead
	OneAhead               // one side was ahead for a while, but not at the end
	Swaying                // each side was ahead for a while
)

// Story summarizes a game: how it went until one side was ahead for good, by how much, and when that side could force a
// win. If neither side was ahead for good, Leader is NoColor and Course covers the whole game.
type Story struct {
	Course  Course
	Ahead   rules.Color // the side of OneAhead
	Until   int         // the last ply of Course
	Leader  rules.Color
	From    int         // the ply from which Leader was ahead for good
	Lead    rules.Class // about how much, before the win could be forced; NoClass if it could immediately
	Won     rules.Color // who could force a win at the end; NoColor for neither side
	WonFrom int         // the ply from which Won could force it
}

// Story returns the summary of the game.
func (r *Review) Story() Story {
	s := Story{Won: r.Won.Side, WonFrom: r.Won.Ply, Leader: r.leader()}
	s.From = r.leadFrom(s.Leader)
	if s.Leader != rules.NoColor {
		until := len(r.Outlooks)
		if s.Won != rules.NoColor {
			until = max(s.From, s.WonFrom)
		}
		s.Lead = classOfLead(r.outlooksOf(s.Leader, s.From, until))
	}
	s.Course, s.Ahead, s.Until = r.course(s.From)
	return s
}

// leader returns who is ahead at the end, or has won.
func (r *Review) leader() rules.Color {
	last := r.Outlooks[len(r.Outlooks)-1]
	switch {
	case r.Won.Side != rules.NoColor:
		return r.Won.Side
	case last > aheadOutlook:
		return rules.Red
	case last < 1-aheadOutlook:
		return rules.Blue
	}
	return rules.NoColor
}

// leadFrom returns the ply from which the leader was ahead; without a leader, the number of positions.
func (r *Review) leadFrom(leader rules.Color) int {
	from := len(r.Outlooks)
	if leader == rules.NoColor {
		return from
	}
	for from > 0 && r.outlook(from-1, leader) > aheadOutlook {
		from--
	}
	return from
}

func (r *Review) outlook(ply int, side rules.Color) float64 {
	if side == rules.Red {
		return r.Outlooks[ply]
	}
	return 1 - r.Outlooks[ply]
}

// outlooksOf returns side's outlooks from ply from to before ply to.
func (r *Review) outlooksOf(side rules.Color, from, to int) (all []float64) {
	for ply := from; ply < to; ply++ {
		all = append(all, r.outlook(ply, side))
	}
	return all
}

// classOfLead returns the class of ship that corresponds to the median of the outlooks.
func classOfLead(outlooks []float64) rules.Class {
	if len(outlooks) == 0 {
		return rules.NoClass
	}
	slices.Sort(outlooks)
	switch middle := outlooks[len(outlooks)/2]; {
	case middle >= cruiserOutlook:
		return rules.Cruiser
	case middle >= destroyerOutlook:
		return rules.Destroyer
	}
	return rules.Frigate
}

// course returns how the game went before ply from, the side that was ahead (if only one was), and the last ply
// described. It ignores small leads of the final leader.
func (r *Review) course(from int) (Course, rules.Color, int) {
	last := func(side rules.Color) int {
		ply := from - 1
		for ply >= 0 && r.outlook(ply, side) <= aheadOutlook {
			ply--
		}
		return ply
	}
	red, blue := last(rules.Red), last(rules.Blue)
	switch {
	case from == 0:
		return NoCourse, rules.NoColor, 0
	case red >= 0 && blue >= 0:
		return Swaying, rules.NoColor, from - 1
	case red >= 0:
		return OneAhead, rules.Red, red
	case blue >= 0:
		return OneAhead, rules.Blue, blue
	}
	return Even, rules.NoColor, from - 1
}
