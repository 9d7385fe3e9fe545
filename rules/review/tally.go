package review

import "madbot/rules"

// minTurns is how many turns a side needs before its Care is meaningful.
const minTurns = 10

// Tally counts the turns of one side.
type Tally struct {
	Turns, Mistakes, Blunders int // deep traps are blunders
	// Care is 100 minus the mean loss in hundredths, so 100 means always playing the best turn. It is 0 after fewer
	// than minTurns turns.
	Care float64
}

// Tally returns the counts of side.
func (r *Review) Tally(side rules.Color) (t Tally) {
	loss := 0.0
	for _, turn := range r.Turns {
		if turn.Side != side || turn.Hidden {
			continue
		}
		t.Turns++
		loss += turn.Loss
		switch turn.Class {
		case Mistake:
			t.Mistakes++
		case Blunder, DeepTrap:
			t.Blunders++
		}
	}
	if t.Turns >= minTurns {
		t.Care = 100 * (1 - loss/float64(t.Turns))
	}
	return t
}
