package explain

import "madbot/rules"

// Kind says which fact it is. In what follows "we" are the side that plays the turn, "they" the other
// one, and passing is what nobody may do: it shows what a turn is for. A ship is won or lost when its
// expulsion is worth at least a frigate more than all that is expelled in return.
type Kind uint8

// The kinds; the zero value is none. Beside each are the fields that it fills in.
const (
	None             Kind = iota
	OnlyTurn              // there is no other legal turn
	ExpelsCorvette        // Square: where their corvette stood
	Falls                 // Turn: theirs that expels our corvette next; all our turns allow that
	OnlyHolds             // Ship: what each other turn loses; for the corvette, by force in Count of their turns
	ThreatensVictory      // Turn: ours that would win if they passed, by force in Count of our turns
	StopsVictory          // Turn: theirs that would win if we passed, by force in Count of their turns, and no longer does
	SavesCorvette         // Turn: theirs that would expel our corvette if we passed; now none can
	ExpelsForFree         // Ship: theirs that we expel; they win nothing in return
	Trades                // Ship: theirs that we expel; Other: ours of no higher class that Turn expels; they win no more
	Expels                // Ship: theirs that we expel; what they can expel in return is worth no more
	WinsShip              // whatever they play, we win a ship with our next turn, as we would if they passed
	Zugzwang              // if they passed we would win nothing, but each turn of theirs loses a ship
	Saves                 // Ship, Square: ours that Turn would win if we passed; now nothing expels it
	Threatens             // Ship, Square: theirs that Turn, of a safe ship, would win if they passed; none could before
	KeepsThreat           // Ship, Square: the same, of one that could be won before
	TakesLead             // we expel, so that a stall after Count quiet turns would be our semi-victory, not theirs
	EndsOnStall           // the turn ends the match by the stall, and the semi-victory is theirs (rules 5.4)
	LeadsOnStall          // a stall would be our semi-victory (rules 5.4), after Count more quiet turns; 0: now
	Recalls               // Ship comes out of exile to Square, and Other, worth less, goes there
	EarnsBonus            // Ship earns a bonus now (rules 3.1)
	PreparesBonus         // Ship can earn a bonus with Turn next, and could not before (rules 3.1)
	KeepsOpposition       // corvettes alone are left, and the steps between them stay even: Count
	Covers                // Ship, Square: ours that Turn could expel; Reply, which expels Other, now wins as much
	Declines              // Turn: looks natural, may expel Other; Reply would win Ship, the corvette in Count turns
	LosesLeast            // Ship: the one that Turn, theirs, wins next; each other turn of ours loses at least as much
	OpensCorvette         // Square: where our corvette could then flee, not before; it has Count of them, and had Was
	ClosesCorvette        // Square: where their corvette could flee, and then not; it has Count of them, and had Was
	Frees                 // Ship: ours that can then reach Count squares, and could reach Was
	Hems                  // Ship: theirs that can then reach Count squares, and could reach Was
	StaysCovered          // the fields of Covers: the same of a ship that it was true of before
	LeavesNothing         // nothing of ours can be expelled next
	NumKinds              // the number of kinds, None included; not a kind
)

// Reason is one fact. The zero value says nothing, and so do the zero values of the fields that the kind
// does not fill in.
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
