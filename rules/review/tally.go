package review

import "madbot/rules"

// minTurns is how many turns a side needs for its care to say something.
const minTurns = 10

// Tally sums up the turns of one side.
type Tally struct {
	Turns, Mistakes, Blunders int // deep traps are blunders
	// Care is 100 less the mean loss in hundredths: 100 for one who always plays the best turn; 0 after fewer than ten
	// turns.
	Care float64
}

// Tally returns that of a side.
func (r *Review) Tally(side rules.Color) (t Tally) {
	loss := 0.0
	for _, turn := range r.Turns {
		if turn.Side != side {
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
