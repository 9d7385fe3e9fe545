package review

import (
	"slices"

	"madbot/rules"
)

// From which outlook on a side is ahead, and by about how much: as much as a ship of a class is worth.
const (
	aheadOutlook     = 0.62
	destroyerOutlook = 0.72
	cruiserOutlook   = 0.88
)

// Course is how a game went before somebody was ahead for good.
type Course uint8

// The courses.
const (
	NoCourse Course = iota // one was ahead from the start
	Even                   // nobody was ever ahead
	OneAhead               // one was ahead for a while, and not in the end
	Swaying                // each was ahead for a while
)

// Story is a game in one sentence: how it went until somebody was ahead for good, by how much, and from when on that
// was a victory by force. Of a game in which nobody was ahead for good Leader is NoColor, and Course is all of it.
type Story struct {
	Course  Course
	Ahead   rules.Color // with OneAhead
	Until   int         // the last ply of the course
	Leader  rules.Color
	From    int         // the ply from which Leader was ahead for good
	Lead    rules.Class // about how much, while it was not won by force; NoClass if it was at once
	Won     rules.Color // who had won by force in the end; NoColor for nobody
	WonFrom int         // the ply from which that was so
}

// Story returns that of a game.
func (r *Review) Story() Story {
	s := Story{Won: r.Won.Side, WonFrom: r.Won.Ply, Leader: r.leader()}
	s.From = r.leadFrom(s.Leader)
	if s.Leader != rules.NoColor {
		until := len(r.Outlooks)
		if s.Won != rules.NoColor {
			until = max(s.From, s.WonFrom)
		}
		s.Lead = classOfLead(r.of(s.Leader, s.From, until))
	}
	s.Course, s.Ahead, s.Until = r.course(s.Leader, s.From)
	return s
}

// leader returns who is ahead in the end, or has won.
func (r *Review) leader() rules.Color {
	last := r.Outlooks[len(r.Outlooks)-1]
	switch {
	case r.Won.Side != rules.NoColor:
		return r.Won.Side
	case last >= aheadOutlook:
		return rules.Red
	case last <= 1-aheadOutlook:
		return rules.Blue
	}
	return rules.NoColor
}

// leadFrom returns the ply from which the leader was ahead until the end; the number of positions without a leader.
func (r *Review) leadFrom(leader rules.Color) int {
	from := len(r.Outlooks)
	if leader == rules.NoColor {
		return from
	}
	for from > 0 && r.outlook(from-1, leader) >= aheadOutlook {
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

// of returns the outlooks of a side from one ply to before another.
func (r *Review) of(side rules.Color, from, to int) (all []float64) {
	for ply := from; ply < to; ply++ {
		all = append(all, r.outlook(ply, side))
	}
	return all
}

// classOfLead returns the class of ship that the middle one of some outlooks is worth.
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

// course returns how the game went before a ply, who was ahead then if one side was, and the last ply of which that is
// said. That the leader of the end was a little ahead before is not.
func (r *Review) course(leader rules.Color, from int) (Course, rules.Color, int) {
	last := func(side rules.Color) int {
		least, ply := aheadOutlook, from-1
		if side == leader {
			least = destroyerOutlook
		}
		for ply >= 0 && r.outlook(ply, side) < least {
			ply--
		}
		return ply
	}
	red, blue := last(rules.Red), last(rules.Blue)
	switch {
	case from == 0:
		return NoCourse, rules.NoColor, 0
	case red >= 0 && blue >= 0, red >= 0 && leader == rules.Red, blue >= 0 && leader == rules.Blue:
		return Swaying, rules.NoColor, from - 1
	case red >= 0:
		return OneAhead, rules.Red, red
	case blue >= 0:
		return OneAhead, rules.Blue, blue
	}
	return Even, rules.NoColor, from - 1
}
