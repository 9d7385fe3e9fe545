package review

import (
	"madbot/rules"
	"madbot/rules/explain"
)

// Proof is a proven result for the side to move. The zero value means that nothing is proven.
type Proof int8

// The proofs: who can force a victory, or at least a semi-victory (rules 5.4).
const (
	Unproven Proof = iota
	Victory
	Defeat
	SemiVictory
	SemiDefeat
)

// Evaluation is the result of searching a position, for the side to move.
type Evaluation struct {
	Best   rules.Turn
	Second rules.Turn // NoTurn if there is no other
	// Outlook is the expected result with Best, from 0 to 1 as in rules 5.4; SecondOutlook is the one with Second.
	Outlook, SecondOutlook float64
	Proof                  Proof
	Turns                  int // turns of the side to move until the proven end; 0 if there is none
	// Seen is how many turns ahead a search must look to see what is special about the turn played: half of its loss, or
	// that it is the best. It is 0 if no search sees it.
	Seen int
	// Easy means that even the weakest robots play Best. It is only determined if the turn played lost much.
	Easy bool
	// Fault is what was wrong with the turn played. It is only determined if that turn lost something.
	Fault explain.Fault
}

// winner returns the proven winner of a position in which side is to move, or NoColor.
func (e *Evaluation) winner(side rules.Color) rules.Color {
	switch e.Proof {
	case Victory:
		return side
	case Defeat:
		return side.Other()
	}
	return rules.NoColor
}
