package rules

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
