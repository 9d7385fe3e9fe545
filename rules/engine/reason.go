package engine

import "madbot/rules"

// ReasonKind is what speaks for a turn. Its words are the bot's.
type ReasonKind uint8

// The kinds; the zero value is none.
const (
	NoReason        ReasonKind = iota
	WinsByForce                // the corvette falls within Turns turns, whatever is answered
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
	DelaysDefeat               // loses by force, within Turns turns
)

// Reason is a fact that speaks for a turn, as data.
type Reason struct {
	Kind  ReasonKind
	Ship  rules.Ship // the ship in question, NoShip when there is none
	Turns int        // of the side, for WinsByForce and DelaysDefeat, else 0
}
