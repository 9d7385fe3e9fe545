package rules

// TurnError is the reason why a turn was refused (rules 6.4), with the details that explain it to a person. Fields that
// Why does not need are zero.
type TurnError struct {
	Turn  Turn       // the refused turn; NoTurn for what no Turn can represent, such as 112=222
	Why   Illegality // never NoIllegality
	Side  Color      // who is to move
	Ship  Ship       // the ship to move
	Ships [3]Ship    // the ships to swap or rotate; the third is NoShip for a swap
	From  Square     // where Ship is, NoSquare in exile
	To    Square     // the destination
	InWay []Standing // the ships in the way: on To, or on each square between
	Digit Digit      // the number that is too small, for TooFar and ShieldsTooStrong

	position Position
	reading  reading // zero if the turn was not given as text
}

// Standing is a ship and the square it stands on.
type Standing struct {
	Piece
	Square Square
}

// Quality is one of the three digits of a ship (rules 1.2). The zero value NoQuality means none.
type Quality uint8

// The qualities.
const (
	NoQuality Quality = iota
	Sails
	Cannons
	Shields
)

// Digit compares what a ship has with what a turn would need. The zero value means no comparison.
type Digit struct {
	Quality Quality
	Have    int
	Need    int
}

// Error returns the words of Why, for logs and tools.
func (e *TurnError) Error() string { return e.Why.String() }

// Position returns the position in which the turn was refused.
func (e *TurnError) Position() Position { return e.position }

// Legal returns the legal turns in which a ship that the refused turn names moves, swaps or rotates. It returns all
// legal turns if the refused turn names no ship, and none if the game is over.
func (e *TurnError) Legal() []Turn {
	if e.Why == GameOver {
		return nil
	}
	all := e.position.AppendTurns(nil)
	ships := setOf(e.Ship)
	for _, s := range e.Ships {
		if e.Ship == NoShip {
			ships |= setOf(s)
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

// setOf returns a set of only s, empty for NoShip.
func setOf(s Ship) shipSet {
	if s == NoShip {
		return 0
	}
	return s.bit()
}

// ships returns the ship that moves in t, or the ships that swap or rotate.
func (t Turn) ships() shipSet {
	if t.IsMove() {
		return setOf(t.Ship())
	}
	var set shipSet
	for _, s := range t.Shift().Ships() {
		set |= setOf(s)
	}
	return set
}

// refuse returns the error for t, with the fields that follow from t alone.
func (p *Position) refuse(t Turn, why Illegality) *TurnError {
	e := &TurnError{Turn: t, Why: why, Side: p.side, position: *p}
	if t.IsMove() {
		e.Ship, e.To = t.Ship(), t.To()
		e.From = p.SquareOf(p.side, e.Ship)
	}
	e.Ships = t.Shift().Ships()
	return e
}
