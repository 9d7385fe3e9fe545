package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// Why a turn is refused, in private, with what was in the way. InWay is a ship, or with illegal.path one or more
// ships with squares, as in “211 on c3 and 122 on b3”; N is sails.
var (
	msgIllNotYours = i18n.Message{ID: "illegal.turn",
		Other: "{{.At}} holds an enemy ship: it's {{.Side}}'s turn."}
	msgIllOver = i18n.Message{ID: "illegal.over", Other: "The game is over."}
	msgIllShip = i18n.Message{ID: "illegal.ship",
		Other: "There's no such ship. Name a ship by its three digits, each 1 or 2, or by the square it stands on."}
	msgIllExile = i18n.Message{ID: "illegal.exile",
		Other: "Your {{.Ship}} is in exile and can't sail."}
	msgIllOwn = i18n.Message{ID: "illegal.own",
		Other: "Your {{.Ship}} can't go to {{.To}}: your own {{.InWay}} is there."}
	msgIllShields = i18n.Message{ID: "illegal.shields",
		Other: "Your {{.Ship}} can't expel {{.InWay}} on {{.To}}: one cannon against two shields."}
	msgIllFar = i18n.Message{ID: "illegal.far",
		One:   "Your {{.Ship}} can't go from {{.From}} to {{.To}}: with {{.N}} sail it goes at most {{.N}} square.",
		Other: "Your {{.Ship}} can't go from {{.From}} to {{.To}}: with {{.N}} sails it goes at most {{.N}} squares."}
	msgIllPath = i18n.Message{ID: "illegal.path",
		Other: "Your {{.Ship}} can't get from {{.From}} to {{.To}}: blocked by {{.InWay}}."}
	msgIllUTurn = i18n.Message{ID: "illegal.uturn",
		Other: "Your {{.Ship}} would end where it began, on {{.To}}; that's no move."}
	msgIllBoard = i18n.Message{ID: "illegal.board",
		Other: "There's no such square: this board has the columns a to {{.LastColumn}} and the rows 1 to " +
			"{{.LastRow}}."}
	msgIllPair = i18n.Message{ID: "illegal.pair",
		Other: "Those two can't swap. The numbers of a pair add up to 333: 111=222, 112=221, 121=212, 122=211."}
	msgIllPairOfGroup = i18n.Message{ID: "illegal.pairofgroup",
		Other: "Those two are of one group, which rotates: name all three."}
	msgIllBothExile = i18n.Message{ID: "illegal.pairexile",
		Other: "Both ships are in exile; a swap needs at least one of them on the board."}
	msgIllGroup = i18n.Message{ID: "illegal.group",
		Other: "Those three can't rotate. Only the frigates 112, 121, 211 or the destroyers 122, 212, 221 can."}
	msgIllTwoExile = i18n.Message{ID: "illegal.groupexile",
		Other: "A rotation needs at least two of its three ships on the board."}
	msgIllPositioning = i18n.Message{ID: "illegal.positioning",
		Other: "Your first turn is for positioning: swap, rotate or `pass`. Ships sail from " +
			"the second turn on."}
	msgIllPass = i18n.Message{ID: "illegal.pass",
		Other: "Only a positioning turn can be passed."}
	msgIllBonus = i18n.Message{ID: "illegal.bonus",
		Other: "That move earns no bonus: it takes a move of exactly one square that " +
			"arrives on the enemy's home row."}
	msgIllBonusShip = i18n.Message{ID: "illegal.bonusship",
		Other: "The bonus must include the ship that moved, {{.Ship}}."}
	msgIllMalformed = i18n.Message{ID: "illegal.malformed",
		Other: "That turn isn't possible here."}
)

// A ship on a square, in lists within other messages: “211 on c3 and 122 on b3”.
var (
	msgOn = i18n.Message{ID: "illegal.on", Other: "{{.Ship}} on {{.Square}}"}
)

// Why what somebody typed is refused, in private. The notation is the same in all languages.
var (
	msgSyntax = i18n.Message{ID: "illegal.syntax",
		Other: "I don't understand {{.Typed}} as a turn. Write `211-c4` to move, `112=221` to swap, `112>121>211` " +
			"to rotate, `221-a6+112=221` for a move with its bonus. `/move` suggests turns as you type."}
)

var illegalForms = map[rules.Illegality]i18n.Message{
	rules.NotYourTurn:            msgIllNotYours,
	rules.GameOver:               msgIllOver,
	rules.NoSuchShip:             msgIllShip,
	rules.ShipInExile:            msgIllExile,
	rules.OwnShipThere:           msgIllOwn,
	rules.ShieldsTooStrong:       msgIllShields,
	rules.TooFar:                 msgIllFar,
	rules.PathBlocked:            msgIllPath,
	rules.UTurn:                  msgIllUTurn,
	rules.OffBoard:               msgIllBoard,
	rules.NotComplementary:       msgIllPair,
	rules.BothInExile:            msgIllBothExile,
	rules.NotAGroup:              msgIllGroup,
	rules.TwoInExile:             msgIllTwoExile,
	rules.MovementInPositioning:  msgIllPositioning,
	rules.PassOutsidePositioning: msgIllPass,
	rules.BonusNotEarned:         msgIllBonus,
	rules.BonusWithoutMover:      msgIllBonusShip,
	rules.Malformed:              msgIllMalformed,
}

// Illegal says why a turn is refused, and what the player can do instead.
func Illegal(t i18n.Printer, e *rules.TurnError) string {
	said, list := t.Text(illegalForm(e), illegalArgs(t, e)), turnsInstead(e)
	if len(list) == 0 {
		return said
	}
	form := offerForm(e, list)
	instead := t.Text(form, i18n.Args{"Turns": anyOf(t, list), "Ship": e.Ship, "From": e.From,
		"Closest": closestList(t, list)})
	if form == msgHemmed && e.Why == rules.TooFar {
		return instead // how far it could go elsewhere would contradict that
	}
	return said + " " + instead
}

// Unread says that a text is not a turn, and what may have been meant.
func Unread(t i18n.Printer, e *rules.TurnSyntaxError) string {
	said := t.Text(msgSyntax, i18n.Args{"Typed": quote(e.Text)})
	if list := likelyMeant(t, e); len(list) > 0 {
		said += " " + t.Text(msgClosest, i18n.Args{"Closest": closestList(t, list)})
	}
	return said
}

// illegalForm returns the message for why a turn is refused. For two ships of a group, it says that they rotate.
func illegalForm(e *rules.TurnError) i18n.Message {
	if e.Why == rules.NotComplementary && rotates(e.Ships[0], e.Ships[1]) {
		return msgIllPairOfGroup
	}
	return illegalForms[e.Why]
}

// rotates reports whether two ships are of a group that rotates.
func rotates(a, b rules.Ship) bool {
	return a != b && (rules.Rotate112x121x211.Includes(a) && rules.Rotate112x121x211.Includes(b) ||
		rules.Rotate122x212x221.Includes(a) && rules.Rotate122x212x221.Includes(b))
}

func illegalArgs(t i18n.Printer, e *rules.TurnError) i18n.Args {
	p := e.Position()
	args := i18n.Args{
		"Side": Side(t, e.Side), "Ship": e.Ship, "From": e.From, "To": e.To,
		"At": e.From, "InWay": "", "N": e.Digit.Have,
		"LastRow": p.Board().Rows(), "LastColumn": string(rune('a' + p.Board().Columns() - 1)),
	}
	var standing []string
	for _, s := range e.InWay {
		name := s.Ship.String()
		if e.Why == rules.PathBlocked {
			name = ShipOn(t, name, s.Square)
		}
		standing = append(standing, name)
	}
	args["InWay"] = And(t, standing)
	return args
}
