package rules

// TurnError is the refusal of a turn (rules 6.4) with what a person needs to understand it. It is
// made on refusal only; fields that have nothing to do with Why are zero.
type TurnError struct {
	Turn  Turn       // what was refused; NoTurn when no Turn can hold it, as a swap of 112 and 222
	Why   Illegality // never NoIllegality
	Side  Color      // who is to move
	Ship  Ship       // who was to sail
	Ships [3]Ship    // who was to swap or rotate; the third is NoShip for a swap
	From  Square     // where Ship stands, NoSquare in exile
	To    Square     // where it was to arrive
	InWay []Standing // who stops it: on To, or on each square between
	Digit Digit      // the number that was too small, for TooFar and ShieldsTooStrong

	position Position
	reading  reading // of its text, the zero value when there was none
}

// Standing is a ship and where it stands.
type Standing struct {
	Piece
	Square Square
}

// Quality is one of the three numbers of a ship (rules 1.2). The zero value NoQuality is none.
type Quality uint8

// The qualities.
const (
	NoQuality Quality = iota
	Sails
	Cannons
	Shields
)

// Digit compares what a ship has with what the turn would take. The zero value says nothing.
type Digit struct {
	Quality Quality
	Have    int
	Need    int
}

// Error returns the reason's words, for logs and tools.
func (e *TurnError) Error() string { return e.Why.String() }

// Position returns the position in which the turn was refused.
func (e *TurnError) Position() Position { return e.position }

// Legal returns the legal turns that have to do with the refused one: those in which one of its
// ships sails or takes part in the swap or rotation, and all when it names no ship of the side to
// move; none when the game is over. It is computed on each call.
func (e *TurnError) Legal() []Turn {
	if e.Why == GameOver {
		return nil
	}
	all := e.position.AppendTurns(nil)
	ships := shipSet(e.Ship)
	for _, s := range e.Ships {
		if e.Ship == NoShip {
			ships |= shipSet(s)
		}
	}
	if ships == 0 {
		return all
	}
	mine := all[:0]
	for _, t := range all {
		if t.ships()&ships != 0 {
			mine = append(mine, t)
		}
	}
	return mine
}

// shipSet returns the set of s alone, empty for NoShip.
func shipSet(s Ship) crew {
	if s == NoShip {
		return 0
	}
	return s.bit()
}

// ships returns the set of the ships that t is about: the one that sails, else those that swap
// or rotate.
func (t Turn) ships() crew {
	if t.IsMove() {
		return shipSet(t.Ship())
	}
	var set crew
	for _, s := range t.Shift().Ships() {
		set |= shipSet(s)
	}
	return set
}

// refuse makes the error of t for a reason that needs no more said than the turn itself.
func (p *Position) refuse(t Turn, why Illegality) *TurnError {
	e := &TurnError{Turn: t, Why: why, Side: p.side, position: *p}
	if t.IsMove() {
		e.Ship, e.To = t.Ship(), t.To()
		e.From = p.SquareOf(p.side, e.Ship)
	}
	e.Ships = t.Shift().Ships()
	return e
}
