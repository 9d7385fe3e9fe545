package engine

import "madbot/rules"

// ReasonKind is what speaks for a turn. Its words are the bot's.
type ReasonKind uint8

// The kinds; the zero value is none.
const (
	NoReason        ReasonKind = iota
	WinsByForce                // the corvette falls in Turns turns of the side, whatever is answered
	OnlyTurn                   // there is no other legal turn
	ExpelsForFree              // expels Ship and nothing can be taken for it
	Expels                     // expels Ship in an exchange that does not lose
	SavesCorvette              // the corvette was attacked and is no longer
	Saves                      // Ship was attacked and would have been lost
	Recalls                    // Ship comes back from exile
	Threatens                  // will expel Ship next unless answered
	PreparesBonus              // Ship stands one step from the last row and can earn a bonus
	EarnsBonus                 // makes a bonus now
	KeepsOpposition            // the corvettes alone decide, and the count of steps stays right
	LeadsOnStall               // a stall would be this side's semi-victory
	DelaysDefeat               // loses by force, in Turns turns at the latest
)

// Reason is a fact that speaks for a turn, as data.
type Reason struct {
	Kind  ReasonKind
	Ship  rules.Ship // the ship in question, NoShip when there is none
	Turns int        // for WinsByForce and DelaysDefeat, else 0
}
