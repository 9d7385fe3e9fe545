package engine

import "madbot/rules"

// gains returns the enemy ships that the side to move of p can expel without losing as much, each
// with what that gains.
func gains(p *rules.Position) map[rules.Ship]Score {
	found := map[rules.Ship]Score{}
	for _, t := range p.AppendExpulsions(nil) {
		ship := p.At(t.To()).Ship
		if found[ship] > 0 {
			continue
		}
		if gain := taken(p, t.To(), takenPlies); gain > 0 {
			found[ship] = gain
		}
	}
	return found
}

// takenPlies is how many turns taken plays before it relies on see.
const takenPlies = 4

// taken returns what the side to move of p gains, ships counted by worth, when both sides expel on
// the square at only, each in the way that is best for it and as long as it likes. Unlike see
// it plays the turns, with their bonuses, up to so many plies.
func taken(p *rules.Position, at rules.Square, plies int) Score {
	best := Score(0)
	for _, t := range p.AppendExpulsions(nil) {
		if t.To() != at || p.LosesAtOnce(t) {
			continue
		}
		next := p.Play(t)
		gain := worths[p.At(at).Ship]
		switch {
		case next.SquareOf(next.Side(), rules.Ship111) == rules.NoSquare:
			return gain
		case plies == 0:
			gain = see(p, t)
		default:
			gain -= taken(&next, at, plies-1)
		}
		best = max(best, gain)
	}
	return best
}
