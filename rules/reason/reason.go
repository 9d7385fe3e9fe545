// Package reason names the facts that speak for a turn, as data: the engine finds them, the texts
// put them into words. How a game ends by force is a score or a proof and not a reason.
package reason

import "madbot/rules"

// Kind says which fact it is.
type Kind uint8

// The kinds; the zero value is none.
const (
	None            Kind = iota
	OnlyTurn             // there is no other legal turn
	ExpelsForFree        // expels Ship, and the opponent can expel nothing in return
	Expels               // expels Ship, and the opponent can expel nothing worth more in return
	SavesCorvette        // the corvette was attacked and no longer is
	Saves                // Ship could have been expelled at a gain and no longer can
	Recalls              // Ship comes back from exile
	Threatens            // expels Ship next unless answered
	PreparesBonus        // Ship can earn a bonus with the next turn, and could not before (rules 3.1)
	EarnsBonus           // Ship earns a bonus now (rules 3.1)
	KeepsOpposition      // corvettes alone are left, and the steps between them stay right in number
	LeadsOnStall         // a stall would give this side the semi-victory (rules 5.4)
	NumKinds             // the number of kinds, None included; not a kind
)

// Reason is one fact. The zero value says nothing.
type Reason struct {
	Kind Kind
	Ship rules.Ship // the ship that the kind speaks of, NoShip when it speaks of none
}
