package play

// Proof is how the game ends by force, or better, for the side to move. The zero value proves
// nothing.
type Proof uint8

// The proofs, from the worst to the best.
const (
	Unproven Proof = iota
	LossProven
	SemiLossProven // the other side can force the semi-victory at least (rules 5.4)
	SemiWinProven
	WinProven
)

// Turned returns p as the other side sees it.
func (p Proof) Turned() Proof {
	if p == Unproven {
		return Unproven
	}
	return WinProven + LossProven - p
}
