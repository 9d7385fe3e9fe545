package review

import "madbot/rules"

// Proven is what is proven of how a game was won, or could have been. The zero value is nothing.
type Proven struct {
	Won Won // whatever the result of the game is
	// Chance is the last turn that gave a proven victory away for good; its Missed is 0 if there is none.
	Chance Turn
}

// Proven returns what r proves of a game with an outcome.
func (r *Review) Proven(o rules.Outcome) Proven {
	p := Proven{Won: r.Won}
	for _, t := range r.Turns {
		won := t.Side == r.Won.Side || t.Side == o.Winner && !o.IsSemi()
		if t.Missed > 0 && !won {
			p.Chance = t
		}
	}
	return p
}
