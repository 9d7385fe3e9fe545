package review

import "madbot/rules"

// Proof is what is proven of a position, for the side to move. The zero value means nothing.
type Proof int8

// The proofs: a victory or a semi-victory that the side to move, or the other side, can force (rules 5.4).
const (
	Unproven Proof = iota
	Victory
	Defeat
	SemiVictory
	SemiDefeat
)

// Evaluation is what a search found in a position, for the side to move.
type Evaluation struct {
	Best   rules.Turn
	Second rules.Turn // NoTurn when there is no other
	// Outlook is the expected result with Best on the scale of rules 5.4, from 0 to 1; SecondOutlook that with Second.
	Outlook, SecondOutlook float64
	Proof                  Proof
	Turns                  int // of the side to move until the proven end; 0 without one
	// Seen is how many turns a search must look ahead to see what is special about the turn that was played: half of
	// what it lost, or that it is the best; 0 if no search that was tried does.
	Seen int
	// Easy is whether even the weakest robots play Best, which is looked at where the turn that was played costs much.
	Easy bool
}

// winner returns who is proven to win in a position with so many turns played, NoColor if nobody is.
func (e *Evaluation) winner(side rules.Color) rules.Color {
	switch e.Proof {
	case Victory:
		return side
	case Defeat:
		return side.Other()
	}
	return rules.NoColor
}
