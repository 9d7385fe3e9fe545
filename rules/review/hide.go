package review

import (
	"madbot/rules"
	"madbot/rules/explain"
)

// Hide returns r without the information about some positions, given by the number of turns before them. It removes the
// turns that lead to them or are played in them, and replaces their outlooks by a straight line between the others.
// What is left does not depend on the hidden positions.
func (r *Review) Hide(isHidden func(ply int) bool) Review {
	left := Review{Outlooks: append([]float64(nil), r.Outlooks...), Won: r.Won}
	for ply := range left.Outlooks {
		if !isHidden(ply) {
			continue
		}
		left.Outlooks[ply] = r.between(ply, isHidden)
		if r.Won.Side != rules.NoColor && ply+1 >= r.Won.Ply {
			left.Won = Won{}
		}
	}
	for _, t := range r.Turns {
		if isHidden(t.Ply) || isHidden(t.Ply+1) {
			t = Turn{Ply: t.Ply, Side: t.Side, Played: t.Played, Best: t.Played, Hidden: true}
		}
		if t.Ply+2 < len(r.Outlooks) && isHidden(t.Ply+2) {
			t.hideAnswer()
		}
		left.Turns = append(left.Turns, t)
	}
	return left
}

// hideAnswer removes the other side's best reply to t.
func (t *Turn) hideAnswer() {
	t.Answer, t.Forced = rules.NoTurn, 0
	if t.Fault.Reply != rules.NoTurn {
		t.Fault = explain.Fault{}
	}
}

// between returns the outlook after ply turns, on a straight line between the nearest ones that are not hidden. With
// only one such neighbour it returns that one's outlook, with none an even outlook.
func (r *Review) between(ply int, isHidden func(int) bool) float64 {
	first, last := ply, ply
	for first >= 0 && isHidden(first) {
		first--
	}
	for last < len(r.Outlooks) && isHidden(last) {
		last++
	}
	switch {
	case first < 0 && last == len(r.Outlooks):
		return 0.5
	case first < 0:
		return r.Outlooks[last]
	case last == len(r.Outlooks):
		return r.Outlooks[first]
	}
	share := float64(ply-first) / float64(last-first)
	return r.Outlooks[first] + share*(r.Outlooks[last]-r.Outlooks[first])
}
