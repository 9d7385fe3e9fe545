package review

import (
	"cmp"
	"slices"

	"madbot/rules"
	"madbot/rules/explain"
)

// The maximum number of key moments of the reader and of the other side.
const (
	ownMoments   = 3
	otherMoments = 2
)

// unclearLoss is the minimum loss of a turn that is worth showing though nothing concrete can be said about it.
const unclearLoss = 0.25

// Moments returns the turns worth another look, in game order: the reader's costliest turns, fewer of the other side's,
// and each side's first find. For NoColor, a reader who did not play, both sides are treated alike.
func (r *Review) Moments(reader rules.Color) []Turn {
	var all []Turn
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		n := ownMoments
		if side == reader.Other() && reader != rules.NoColor {
			n = otherMoments
		}
		all = append(all, r.costliest(side, n)...)
		all = append(all, r.finds(side, 1)...)
	}
	slices.SortFunc(all, func(a, b Turn) int { return cmp.Compare(a.Ply, b.Ply) })
	return all
}

// costliest returns up to n turns of side that are worth showing for what they lost, the most instructive first.
func (r *Review) costliest(side rules.Color, n int) []Turn {
	all := slices.DeleteFunc(slices.Clone(r.Turns), func(t Turn) bool { return t.Side != side || t.shown() == 0 })
	slices.SortStableFunc(all, func(a, b Turn) int { return cmp.Compare(b.shown(), a.shown()) })
	return all[:min(n, len(all))]
}

// shown returns how instructive a turn is: its loss, or half of that if nothing concrete can be said about it; 0 if it
// is not worth showing. Turns that overlooked something come first.
func (t *Turn) shown() float64 {
	switch {
	case t.Overlooked:
		return 1 + t.Loss
	case t.Fault.Kind != explain.NoFault && t.Loss >= slipLoss:
		return t.Loss
	case t.Loss >= unclearLoss:
		return t.Loss / 2
	}
	return 0
}

func (r *Review) finds(side rules.Color, n int) []Turn {
	all := slices.DeleteFunc(slices.Clone(r.Turns), func(t Turn) bool { return t.Side != side || t.Class != Find })
	return all[:min(n, len(all))]
}
