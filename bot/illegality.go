package bot

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// What is said when a turn is refused: why, with what was in the way. The places are those of
// illegalArgs.
var (
	msgIllNotYours = i18n.Message{ID: "illegal.turn",
		Other: "{{.At}} holds a ship of the other side: {{.Side}} is to move."}
	msgIllOver = i18n.Message{ID: "illegal.over", Other: "The game is over."}
	msgIllShip = i18n.Message{ID: "illegal.ship",
		Other: "There is no such ship: a ship is three digits, each 1 or 2, or the square it stands on."}
	msgIllExile = i18n.Message{ID: "illegal.exile",
		Other: "Your {{.Ship}} is in exile and cannot sail; a swap or a rotation can bring it back."}
	msgIllOwn = i18n.Message{ID: "illegal.own",
		Other: "Your {{.Ship}} cannot go to {{.To}}: your own {{.InWay}} is there."}
	msgIllShields = i18n.Message{ID: "illegal.shields",
		One:   "Your {{.Ship}} cannot take {{.InWay}} on {{.To}}: one cannon against {{.Need}} shields.",
		Other: "Your {{.Ship}} cannot take {{.InWay}} on {{.To}}: {{.N}} cannons against {{.Need}} shields."}
	msgIllFar = i18n.Message{ID: "illegal.far",
		One:   "Your {{.Ship}} cannot go from {{.From}} to {{.To}}: with one sail it goes one square.",
		Other: "Your {{.Ship}} cannot go from {{.From}} to {{.To}}: with {{.N}} sails it goes at most two squares."}
	msgIllPath = i18n.Message{ID: "illegal.path",
		Other: "Your {{.Ship}} cannot get from {{.From}} to {{.To}}: {{.InWay}} in the way."}
	msgIllUTurn = i18n.Message{ID: "illegal.uturn",
		Other: "Your {{.Ship}} would end where it began, on {{.To}}; that is no move."}
	msgIllBoard = i18n.Message{ID: "illegal.board",
		Other: "There is no such square: this board has the columns a to {{.LastColumn}} and the rows 1 to {{.LastRow}}."}
	msgIllPair = i18n.Message{ID: "illegal.pair",
		Other: "Those two cannot swap. The digits of a pair add up to 3: 111=222, 112=221, 121=212, 122=211."}
	msgIllBothExile = i18n.Message{ID: "illegal.pairexile",
		Other: "Both ships are in exile; a swap needs at least one of them on the board."}
	msgIllGroup = i18n.Message{ID: "illegal.group",
		Other: "Those three cannot rotate. Only the frigates 112, 121, 211 or the destroyers 122, 212, 221 do."}
	msgIllTwoExile = i18n.Message{ID: "illegal.groupexile",
		Other: "A rotation needs at least two of its three ships on the board."}
	msgIllPositioning = i18n.Message{ID: "illegal.positioning",
		Other: "Your first turn is for positioning: swap, rotate or `pass`. Ships sail from the second turn on."}
	msgIllPass = i18n.Message{ID: "illegal.pass",
		Other: "Only a positioning turn can be passed."}
	msgIllBonus = i18n.Message{ID: "illegal.bonus",
		Other: "That move earns no bonus: it takes a move of exactly one square that arrives on the enemy's home row."}
	msgIllBonusShip = i18n.Message{ID: "illegal.bonusship",
		Other: "The bonus must include the ship that moved, {{.Ship}}."}
	msgIllMalformed = i18n.Message{ID: "illegal.malformed", Other: "That turn is not possible here."}

	msgOn     = i18n.Message{ID: "illegal.on", Other: "{{.Ship}} on {{.Square}}"}
	msgCanDo  = i18n.Message{ID: "illegal.can", Other: "It can: {{.Turns}}."}
	msgHemmed = i18n.Message{ID: "illegal.hemmed",
		Other: "Hemmed in on {{.From}} it cannot move at all; it can: {{.Turns}}."}
	msgYouCan = i18n.Message{ID: "illegal.youcan", Other: "You can: {{.Turns}}."}
	msgMore   = i18n.Message{ID: "illegal.more", One: "{{.N}} more", Other: "{{.N}} more"}
	msgSyntax = i18n.Message{ID: "illegal.syntax",
		Other: "I do not understand {{.Typed}} as a turn. Write `211-c4` to move, `112=221` to swap, " +
			"`112>121>211` to rotate, `221-a6+112=221` for a move with its bonus; or pick one of the suggestions."}
)

// maxListed is how many turns are listed in a refusal.
const maxListed = 12

// illegalityText is the message for each reason; none for NoIllegality.
func illegalityText(why rules.Illegality) (i18n.Message, bool) {
	m, ok := map[rules.Illegality]i18n.Message{
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
	}[why]
	return m, ok
}

// explainTurn says why a turn is refused, and what can be done instead.
func explainTurn(t i18n.Printer, e *rules.TurnError) string {
	text, ok := illegalityText(e.Why)
	if !ok {
		text = msgIllMalformed
	}
	said := t.Text(text, illegalArgs(t, e))
	p := e.Position()
	legal := e.Legal()
	if e.Why == rules.MovementInPositioning {
		legal = p.AppendTurns(nil)
	}
	if legal = sensible(p, legal); len(legal) > 0 && e.Why != rules.GameOver {
		said += " " + t.Text(canDo(e, legal), i18n.Args{"Turns": turnList(t, legal), "From": e.From})
	}
	return said
}

// canDo chooses whether the list of turns is about a ship or about the side.
func canDo(e *rules.TurnError, legal []rules.Turn) i18n.Message {
	switch e.Why {
	case rules.OwnShipThere, rules.ShieldsTooStrong, rules.TooFar, rules.PathBlocked, rules.UTurn:
		if !slices.ContainsFunc(legal, rules.Turn.IsMove) {
			return msgHemmed
		}
		return msgCanDo
	}
	return msgYouCan
}

// illegalArgs fills the places of the messages above.
func illegalArgs(t i18n.Printer, e *rules.TurnError) i18n.Args {
	p := e.Position()
	args := i18n.Args{
		"Side": sideName(t, e.Side), "Ship": e.Ship, "From": e.From, "To": e.To,
		"At": e.From, "InWay": "", "N": e.Digit.Have, "Need": e.Digit.Need,
		"LastRow": p.Board().Rows(), "LastColumn": string(rune('a' + p.Board().Columns() - 1)),
	}
	var standing []string
	for _, s := range e.InWay {
		name := s.Ship.String()
		if e.Why == rules.PathBlocked {
			name = t.Text(msgOn, i18n.Args{"Ship": s.Ship, "Square": s.Square})
		}
		standing = append(standing, name)
	}
	args["InWay"] = join(t, msgAnd, standing)
	return args
}

// turnList lists turns in notation, not too many.
func turnList(t i18n.Printer, turns []rules.Turn) string {
	var texts []string
	for _, turn := range turns[:min(len(turns), maxListed)] {
		texts = append(texts, "`"+turn.String()+"`")
	}
	list := strings.Join(texts, ", ")
	if more := len(turns) - maxListed; more > 0 {
		list += ", " + t.Text(msgMore, i18n.Args{"N": more})
	}
	return list
}
