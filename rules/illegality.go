package rules

// Illegality is a reason to refuse a turn (rules 6.4). The zero value NoIllegality is none.
type Illegality uint8

// The reasons of rules 6.4, in its order, and one for a Turn that no text gives.
const (
	NoIllegality           Illegality = iota
	NotYourTurn                       // the ship, or the turn, is the other side's
	GameOver                          // the game has ended
	NoSuchShip                        // no ship is called so, or none stands there
	ShipInExile                       // the ship cannot sail, it is off the board
	OwnShipThere                      // the square of arrival holds a ship of the same side
	ShieldsTooStrong                  // the enemy's shields are above the mover's cannons
	TooFar                            // further than the ship's sails carry
	PathBlocked                       // each square between holds a ship
	UTurn                             // the ship would be where it was
	OffBoard                          // the square of arrival is none of this board
	NotComplementary                  // two ships that cannot swap
	BothInExile                       // a swap of two ships off the board
	NotAGroup                         // three ships that cannot rotate
	TwoInExile                        // a rotation with two ships off the board, or all
	MovementInPositioning             // the positioning turn allows none
	PassOutsidePositioning            // only the positioning turn allows one
	BonusNotEarned                    // the movement does not earn one (rules 3.1, 3.2)
	BonusWithoutMover                 // the bonus must include the ship that moved
	Malformed                         // a Turn value that is not canonical here
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

// Illegalities lists all reasons.
func Illegalities() []Illegality {
	list := make([]Illegality, 0, len(illegalityTexts)-1)
	for i := NotYourTurn; i <= Malformed; i++ {
		list = append(list, i)
	}
	return list
}

// String returns the words of rules 6.4 to the letter, as tools must print them: in "pass outside
// it" it is the positioning turn.
func (i Illegality) String() string {
	if int(i) >= len(illegalityTexts) {
		return "unknown"
	}
	return illegalityTexts[i]
}
