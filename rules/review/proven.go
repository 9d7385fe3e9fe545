package review

import "madbot/rules"

// Proven is what is proven about how a game was won or could have been won. The zero value means nothing is proven.
type Proven struct {
	Won Won // regardless of the game's result
	// Chance is the last turn that gave away a proven victory for good; its Missed is 0 if there is none.
	Chance Turn
}

// Proven returns what r proves about a game with the given outcome.
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
