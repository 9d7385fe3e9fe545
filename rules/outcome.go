package rules

// Reason is why a game ended. The numbers are stored and must not change.
type Reason uint8

// The reasons; the zero value NoReason means that the game is in progress.
const (
	NoReason      Reason = 0
	CorvetteExile Reason = 1 // rules 5.1
	Stall         Reason = 2 // rules 5.2
	Agreement     Reason = 3 // rules 5.3
	Resignation   Reason = 4 // rules 5.5
	TimeLoss      Reason = 5 // rules 5.5
	Aborted       Reason = 6 // rules 5.5; nobody wins
)

// String returns the value of the tag Termination (rules 6.5).
func (r Reason) String() string {
	switch r {
	case NoReason:
		return "in progress"
	case CorvetteExile:
		return "corvette"
	case Stall:
		return "stall"
	case Agreement:
		return "agreement"
	case Resignation:
		return "resignation"
	case TimeLoss:
		return "time"
	case Aborted:
		return "aborted"
	}
	return "unknown"
}

// Outcome is how a game ended. The zero value means that the game is in progress.
type Outcome struct {
	Winner Color // NoColor while in progress, and when aborted
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Reason != NoReason }

// IsSemi reports whether the winner has only a semi-victory (rules 5.4).
func (o Outcome) IsSemi() bool { return o.Reason == Stall || o.Reason == Agreement }

// Result returns "1-0", "0-1", "½-0" or "0-½", or "*" for a game in progress or aborted (rules 6.5).
func (o Outcome) Result() string {
	won := "1"
	if o.IsSemi() {
		won = "½"
	}
	switch o.Winner {
	case Red:
		return won + "-0"
	case Blue:
		return "0-" + won
	}
	return "*"
}

// Outcome returns how the game ends in p under a stall limit: with a corvette in exile (rules 5.1), by a stall (rules
// 5.2), or not yet.
func (p *Position) Outcome(limit StallLimit) Outcome {
	switch {
	case p.board == NoBoard:
		return Outcome{}
	case !p.present[0].has(Ship111):
		return Outcome{Winner: Blue, Reason: CorvetteExile}
	case !p.present[1].has(Ship111):
		return Outcome{Winner: Red, Reason: CorvetteExile}
	case limit > 0 && int(p.quiet) >= int(limit):
		return Outcome{Winner: p.SemiWinner(), Reason: Stall}
	}
	return Outcome{}
}

// SemiWinner returns the side that gets the semi-victory if the game stops in p: the side that made the last expulsion,
// or Blue if there was none (rules 5.4).
func (p *Position) SemiWinner() Color {
	if p.last == NoColor {
		return Blue
	}
	return p.last
}

// LosesAtOnce reports whether the legal turn t exiles the corvette of the side that plays it. Only a swap with the
// exiled 222 does (rules 2.5).
func (p *Position) LosesAtOnce(t Turn) bool {
	return t.Shift() == Swap111x222 && !p.present[p.side.index()].has(Ship222)
}

// Exposes reports whether the game continues after the legal turn t and the enemy could then expel the corvette of the
// side that played it.
func (p *Position) Exposes(t Turn, limit StallLimit) bool {
	after := p.Play(t)
	return !after.Outcome(limit).Over() && after.CorvetteAttacked(p.side)
}

// CorvetteAttacked reports whether c's enemy could expel c's corvette if it were the enemy's turn now, even if it is
// not. It returns false if the enemy's positioning turn is still to come, which allows no movement (rules 4.1), and if
// the corvette is in exile. Any ship can overcome the corvette's one shield, so only the distance counts. c must be Red
// or Blue.
func (p *Position) CorvetteAttacked(c Color) bool {
	us := c.index()
	them := us ^ 1
	if p.positioning>>them&1 != 0 {
		return false
	}
	near := geometries[p.board&3].step[p.fleets[us].square(Ship111)]
	if near&p.occupied[them] != 0 {
		return true
	}
	return (near&^p.occupied[us]).around()&p.fleets[them].fast() != 0
}

// Attack is a ship that the other side could expel, with the ships that could do it.
type Attack struct {
	On Standing
	By []Standing // at least one, in the order of Ships
}

// AttacksOn returns the ships of c on the board that c's enemy could expel with one movement (rules 2.2, 2.3) if it
// were the enemy's turn now, even if it is not. They are in the order of Ships. There are none if the enemy's
// positioning turn is still to come, which allows no movement (rules 4.1), if a corvette is in exile (rules 5.1), or if
// c is NoColor. For the corvette alone, CorvetteAttacked is faster.
func (p *Position) AttacksOn(c Color) []Attack {
	enemy := c.Other()
	if enemy == NoColor {
		return nil
	}
	on := *p
	on.side = enemy
	var by [Ship222 + 1][]Standing // indexed by the attacked ship
	for _, t := range on.AppendExpulsions(nil) {
		if !t.HasBonus() { // with a bonus it is the same movement again
			attacked := on.At(t.To()).Ship
			by[attacked] = append(by[attacked], on.standing(enemy, t.Ship()))
		}
	}
	var attacks []Attack
	for _, s := range Ships() {
		if len(by[s]) > 0 {
			attacks = append(attacks, Attack{On: on.standing(c, s), By: by[s]})
		}
	}
	return attacks
}

func (p *Position) standing(c Color, s Ship) Standing {
	return Standing{Piece: Piece{Color: c, Ship: s}, Square: p.SquareOf(c, s)}
}
