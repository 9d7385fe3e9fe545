package review

import (
	"math"

	"madbot/rules"
)

// Tally counts the turns of one side.
type Tally struct {
	Turns, Mistakes, Blunders int // deep traps are blunders
	// Accuracy says how little the side lost in positions that were not decided, from 1 to 100, which means that it
	// always played the best turn. It is 0 after fewer than minUndecided such turns.
	Accuracy int
}

// minUndecided is the minimum number of turns in undecided positions for an accuracy.
const minUndecided = 8

// decidedOutlook is the outlook from which a position counts as decided. The same applies to the other side.
const decidedOutlook = 0.95

// Tally returns the counts of side.
func (r *Review) Tally(side rules.Color) (t Tally) {
	loss, undecided := 0.0, 0
	for _, turn := range r.Turns {
		if turn.Side != side || turn.Hidden {
			continue
		}
		t.Turns++
		switch turn.Class {
		case Mistake:
			t.Mistakes++
		case Blunder, DeepTrap:
			t.Blunders++
		}
		if turn.Outlook > 1-decidedOutlook && turn.Outlook < decidedOutlook {
			undecided++
			loss += turn.Loss
		}
	}
	if undecided >= minUndecided {
		t.Accuracy = accuracyOf(loss / float64(undecided))
	}
	return t
}

// accuracyScale spreads the accuracies of players: a mean loss of 7 hundredths halves the accuracy. It puts the medians
// of levels 1, 4, 7 and 10 well apart, as TestAccuracyOfLevels in rules/assess shows.
const accuracyScale = 10

// accuracyOf returns the accuracy for a mean loss.
func accuracyOf(loss float64) int { return max(1, int(math.Round(100*math.Exp(-accuracyScale*loss)))) }
