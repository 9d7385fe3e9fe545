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

func setOf(s Ship) shipSet {
	if s == NoShip {
		return 0
	}
	return s.bit()
}

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

// Illegality is a reason to refuse a turn (rules 6.4). The zero value NoIllegality means that the turn
// is legal.
type Illegality uint8

// The reasons in the order of rules 6.4, then Malformed.
const (
	NoIllegality           Illegality = iota
	NotYourTurn                       // the ship, or the turn, is the other side's
	GameOver                          // the game has ended
	NoSuchShip                        // no ship has that name, or the square is empty
	ShipInExile                       // a ship in exile cannot move
	OwnShipThere                      // a ship of the same side is on the destination
	ShieldsTooStrong                  // the enemy has more shields than the mover has cannons
	TooFar                            // the ship has too few sails
	PathBlocked                       // every way to the square is blocked
	UTurn                             // the ship would end where it began
	OffBoard                          // there is no such square on this board
	NotComplementary                  // these two ships cannot swap
	BothInExile                       // a swap needs one of its ships on the board
	NotAGroup                         // these three ships cannot rotate
	TwoInExile                        // a rotation needs two of its ships on the board
	MovementInPositioning             // rules 4.1
	PassOutsidePositioning            // rules 4.1
	BonusNotEarned                    // rules 3.1, 3.2
	BonusWithoutMover                 // rules 3.1
	Malformed                         // a Turn that is the reading of no text in this position
)

var illegalityTexts = [...]string{
	NoIllegality:           "legal",
	NotYourTurn:            "not your turn",
	GameOver:               "game over",
	NoSuchShip:             "no such ship",
	ShipInExile:            "ship in exile",
	OwnShipThere:           "own ship there",
	ShieldsTooStrong:       "shields too strong",
	TooFar:                 "too far",
	PathBlocked:            "path blocked",
	UTurn:                  "U-turn",
	OffBoard:               "off the board",
	NotComplementary:       "not complementary",
	BothInExile:            "both in exile",
	NotAGroup:              "not a group",
	TwoInExile:             "two in exile",
	MovementInPositioning:  "movement in the positioning turn",
	PassOutsidePositioning: "pass outside it",
	BonusNotEarned:         "bonus not earned",
	BonusWithoutMover:      "bonus without the mover",
	Malformed:              "malformed",
}

// Illegalities returns all reasons to refuse a turn.
func Illegalities() []Illegality {
	list := make([]Illegality, 0, len(illegalityTexts)-1)
	for i := NotYourTurn; i <= Malformed; i++ {
		list = append(list, i)
	}
	return list
}

// String returns the reason's words, exactly as in rules 6.4.
func (i Illegality) String() string {
	if int(i) >= len(illegalityTexts) {
		return "unknown"
	}
	return illegalityTexts[i]
}
