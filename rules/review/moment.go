package review

import (
	"cmp"
	"slices"

	"madbot/rules"
)

// The maximum number of key moments of the reader and of the other side.
const (
	ownMoments   = 3
	otherMoments = 2
)

// Moments returns the turns worth another look, in game order: the reader's costliest turns, fewer of the other side,
// and the first find of each. For NoColor, a reader who did not play, both sides are treated alike.
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

// costliest returns up to n turns of side that lost at least as much as a slip, costliest first.
func (r *Review) costliest(side rules.Color, n int) []Turn {
	all := slices.DeleteFunc(slices.Clone(r.Turns), func(t Turn) bool { return t.Side != side || t.Loss < slipLoss })
	slices.SortStableFunc(all, func(a, b Turn) int { return cmp.Compare(b.Loss, a.Loss) })
	return all[:min(n, len(all))]
}

func (r *Review) finds(side rules.Color, n int) []Turn {
	all := slices.DeleteFunc(slices.Clone(r.Turns), func(t Turn) bool { return t.Side != side || t.Class != Find })
	return all[:min(n, len(all))]
}
