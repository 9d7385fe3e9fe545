package explain

import "madbot/rules"

// Kind is the kind of fact a Reason states. "We" are the side that plays the turn, "they" are the other side. Nobody
// may pass in the game; "if they passed" shows what a turn threatens. A ship is won if expelling it is worth at least a
// frigate more than everything expelled in return.
type Kind uint8

// The kinds, each with the fields that it uses. The zero value None is no kind.
const (
	None             Kind = iota
	OnlyTurn              // there is no other legal turn
	ExpelsCorvette        // Square: where their corvette stood
	Falls                 // Turn: theirs that expels our corvette next; each of our turns allows one
	OnlyHolds             // Ship: lost by each other turn; the corvette by force in Count of their turns
	ThreatensVictory      // Turn: ours that would force a win in Count turns if they passed
	StopsVictory          // Turn: theirs that would force a win in Count turns if we passed, and no longer does
	SavesCorvette         // Turn: theirs that would expel our corvette if we passed; now none does
	ExpelsForFree         // Ship: theirs, expelled; they win nothing in return, by exchanges alone or otherwise
	Trades                // Ship: theirs, expelled; Other: ours, of no higher class, that Turn expels; they win no more
	Expels                // Ship: theirs, expelled; what they can expel in return is worth no more
	WinsShip              // whatever they play, even a pass, we win a ship next
	Zugzwang              // each of their turns loses a ship, though a pass would not
	Saves                 // Ship, Square: ours that Turn would win if we passed; now nothing expels it
	Threatens             // Ship, Square: theirs that Turn, by a safe ship, would win if they passed; no turn could before
	KeepsThreat           // like Threatens, of a ship that could be won before
	TakesLead             // we expel, so a stall after Count quiet turns would now be our semi-victory
	EndsOnStall           // the turn brings the stall, with a semi-victory for them (rules 5.4)
	LeadsOnStall          // a stall after Count more quiet turns, or now if 0, is our semi-victory (rules 5.4)
	Recalls               // Ship leaves exile for Square, in exchange for Other, which is worth less
	EarnsBonus            // Ship earns a bonus now (rules 3.1)
	PreparesBonus         // Ship can earn a bonus with Turn next, and could not before (rules 3.1)
	KeepsOpposition       // only corvettes are left, and the number of steps between them, Count, stays even
	Covers                // Ship, Square: ours that Turn could expel; now Reply, which expels Other, wins as much back
	Declines              // Turn: natural, may expel Other; Reply would win Ship, or the corvette in Count turns
	LosesLeast            // Ship: ours that Turn wins next; each other turn of ours loses at least as much
	OpensCorvette         // Square: a new escape for our corvette, which has Count and had Was
	ClosesCorvette        // Square: an escape their corvette lost; it has Count and had Was
	Frees                 // Ship: ours that can reach Count squares, up from Was
	Hems                  // Ship: theirs that can reach Count squares, down from Was
	StaysCovered          // like Covers, of a ship that was covered before
	LeavesNothing         // none of our ships can be expelled next
	NumKinds              // the number of kinds, including None; not a kind
)

// Reason is one fact. Fields that its kind does not use are zero. The zero Reason states nothing.
type Reason struct {
	Kind   Kind
	Ship   rules.Ship
	Other  rules.Ship
	Square rules.Square
	Turn   rules.Turn
	Reply  rules.Turn
	Count  int
	Was    int
}
