package play

import "madbot/rules"

// ReasonKind is what speaks for a turn. Its words are the bot's.
type ReasonKind uint8

// The kinds; the zero value is none. What is proven of a turn is its Proof and no reason.
const (
	NoReason        ReasonKind = iota
	OnlyTurn                   // there is no other legal turn
	ExpelsForFree              // expels Ship and nothing can be had for it
	Expels                     // expels Ship and no more than that can be had for it
	SavesCorvette              // the corvette was attacked and is no longer
	Saves                      // Ship could have been expelled at a gain and no longer can
	Recalls                    // Ship comes back from exile
	Threatens                  // will expel Ship next unless answered
	PreparesBonus              // Ship can earn a bonus with the next turn, and could not before
	EarnsBonus                 // makes a bonus now
	KeepsOpposition            // the corvettes alone decide, and the count of steps stays right
	LeadsOnStall               // a stall would be this side's semi-victory
	ReasonKinds                // how many there are
)

// Reason is a fact that speaks for a turn.
type Reason struct {
	Kind ReasonKind
	Ship rules.Ship // the ship in question, NoShip when there is none
}

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
