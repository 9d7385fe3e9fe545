// Package turns writes what people read about turns and positions: turns and boards in words, why a turn is illegal,
// and suggestions for typed turns, in the language of an i18n.Printer.
//
// It names sides but no players. Texts that name players are in package text.
package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// What a turn does, in words. It follows the turn after a dash, in brackets or after a dot: “**211-c4** — 211
// sails from c2”. Side and Enemy are the ship that is expelled, as in “Blue 121”. Places is a list of
// turn.place, turn.return and turn.exile: “swap: 112 to a1 and 221 into exile”.
var (
	msgPass  = i18n.Message{ID: "turn.pass", Other: "the fleet stays as it is"}
	msgSails = i18n.Message{ID: "turn.sails", Other: "{{.Ship}} sails from {{.From}}"}
	msgTakes = i18n.Message{ID: "turn.expels",
		Other: "{{.Ship}} sails from {{.From}} and expels {{.Side}} {{.Enemy}}"}
	msgSwap     = i18n.Message{ID: "turn.swap", Other: "swap: {{.Places}}"}
	msgRotation = i18n.Message{ID: "turn.rotation", Other: "rotation: {{.Places}}"}
	msgPlace    = i18n.Message{ID: "turn.place", Other: "{{.Ship}} to {{.Square}}"}
	msgReturn   = i18n.Message{ID: "turn.return", Other: "{{.Ship}} out of exile to {{.Square}}"}
	msgExile    = i18n.Message{ID: "turn.exile", Other: "{{.Ship}} into exile"}
)

// The same for a move that is followed by a bonus: Move is turn.sails or turn.expels.
var (
	msgBonusSwap     = i18n.Message{ID: "turn.bonusswap", Other: "{{.Move}}; bonus swap: {{.Places}}"}
	msgBonusRotation = i18n.Message{ID: "turn.bonusrotation", Other: "{{.Move}}; bonus rotation: {{.Places}}"}
)

// Words describes turn, which must be legal in the position before.
func Words(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	switch {
	case turn == rules.Pass:
		return t.Text(msgPass, nil)
	case !turn.IsMove():
		return Shift(t, before, turn)
	}
	args := i18n.Args{"Ship": turn.Ship(), "From": before.SquareOf(before.Side(), turn.Ship())}
	words := t.Text(msgSails, args)
	if turn.Expels() {
		args["Enemy"] = before.At(turn.To()).Ship
		args["Side"] = Side(t, before.Side().Other())
		words = t.Text(msgTakes, args)
	}
	if !turn.HasBonus() {
		return words
	}
	form := i18n.Either(turn.Shift().IsRotation(), msgBonusRotation, msgBonusSwap)
	return t.Text(form, i18n.Args{"Move": words, "Places": places(t, before, turn)})
}

// Shift describes where the ships of the swap or rotation of turn, or of its bonus, end up.
func Shift(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	form := i18n.Either(turn.Shift().IsRotation(), msgRotation, msgSwap)
	return t.Text(form, i18n.Args{"Places": places(t, before, turn)})
}

// places lists where the ships of the swap or rotation of turn end up.
func places(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	side, after := before.Side(), before.Play(turn)
	var list []string
	for _, ship := range turn.Shift().Ships() {
		if ship == rules.NoShip {
			continue
		}
		args := i18n.Args{"Ship": ship, "Square": after.SquareOf(side, ship)}
		switch {
		case after.SquareOf(side, ship) == rules.NoSquare:
			list = append(list, t.Text(msgExile, args))
		case before.SquareOf(side, ship) == rules.NoSquare:
			list = append(list, t.Text(msgReturn, args))
		default:
			list = append(list, t.Text(msgPlace, args))
		}
	}
	return And(t, list)
}
