package engine

import "madbot/rules"

// gains returns the enemy ships that the side to move of p can expel without losing as much, each with the gain.
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

// taken returns what the side to move of p gains, in worths, if both sides expel only on the square at, each in its
// best way and for as long as it likes. Unlike see, it plays up to plies turns, with their bonuses.
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
