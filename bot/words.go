package bot

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/rules"
)

var (
	msgRed   = i18n.Message{ID: "side.red", Other: "Red"}
	msgBlue  = i18n.Message{ID: "side.blue", Other: "Blue"}
	msgAnd   = i18n.Message{ID: "list.and", Other: "{{.Rest}} and {{.Last}}"}
	msgOr    = i18n.Message{ID: "list.or", Other: "{{.Rest}} or {{.Last}}"}
	msgPass  = i18n.Message{ID: "turn.pass", Other: "pass: the fleet stays as it is"}
	msgSails = i18n.Message{ID: "turn.sails", Other: "{{.Ship}} sails from {{.From}}"}
	msgTakes = i18n.Message{ID: "turn.expels",
		Other: "{{.Ship}} sails from {{.From}} and expels {{.Side}} {{.Enemy}}"}
	msgSwap  = i18n.Message{ID: "turn.swap", Other: "swap: {{.Places}}"}
	msgTurns = i18n.Message{ID: "turn.rotation", Other: "rotation: {{.Places}}"}
	msgBonus = i18n.Message{ID: "turn.bonus", Other: "{{.Move}}; bonus {{.Shift}}"}
	msgGoes  = i18n.Message{ID: "turn.place", Other: "{{.Ship}} to {{.Square}}"}
	msgBack  = i18n.Message{ID: "turn.return", Other: "{{.Ship}} out of exile to {{.Square}}"}
	msgExile = i18n.Message{ID: "turn.exile", Other: "{{.Ship}} into exile"}
	msgDays  = i18n.Message{ID: "time.days", One: "{{.N}} day", Other: "{{.N}} days"}
	msgHours = i18n.Message{ID: "time.hours", One: "{{.N}} hour", Other: "{{.N}} hours"}
	msgMins  = i18n.Message{ID: "time.minutes", One: "{{.N}} minute", Other: "{{.N}} minutes"}
)

// sideName returns the name of c.
func sideName(t i18n.Printer, c rules.Color) string {
	if c == rules.Blue {
		return t.Text(msgBlue, nil)
	}
	return t.Text(msgRed, nil)
}

// turnWords says what turn does in the position before it, which must allow it.
func turnWords(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	switch {
	case turn == rules.Pass:
		return t.Text(msgPass, nil)
	case !turn.IsMove():
		return shiftWords(t, before, turn)
	}
	args := i18n.Args{"Ship": turn.Ship(), "From": before.SquareOf(before.Side(), turn.Ship())}
	words := t.Text(msgSails, args)
	if turn.Expels() {
		args["Enemy"] = before.At(turn.To()).Ship
		args["Side"] = sideName(t, before.Side().Other())
		words = t.Text(msgTakes, args)
	}
	if !turn.HasBonus() {
		return words
	}
	return t.Text(msgBonus, i18n.Args{"Move": words, "Shift": shiftWords(t, before, turn)})
}

// shiftWords says where the ships of the swap or rotation of turn come to stand.
func shiftWords(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	side, after := before.Side(), before.Play(turn)
	var places []string
	for _, ship := range turn.Shift().Ships() {
		if ship == rules.NoShip {
			continue
		}
		args := i18n.Args{"Ship": ship, "Square": after.SquareOf(side, ship)}
		switch {
		case after.SquareOf(side, ship) == rules.NoSquare:
			places = append(places, t.Text(msgExile, args))
		case before.SquareOf(side, ship) == rules.NoSquare:
			places = append(places, t.Text(msgBack, args))
		default:
			places = append(places, t.Text(msgGoes, args))
		}
	}
	form := msgSwap
	if turn.Shift().IsRotation() {
		form = msgTurns
	}
	return t.Text(form, i18n.Args{"Places": join(t, msgAnd, places)})
}

// join writes a list as people do: "a, b and c", or with "or".
func join(t i18n.Printer, last i18n.Message, items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	n := len(items) - 1
	return t.Text(last, i18n.Args{"Rest": strings.Join(items[:n], ", "), "Last": items[n]})
}

// durationWords says roughly how long d is.
func durationWords(t i18n.Printer, d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return t.Text(msgDays, i18n.Args{"N": int(d / (24 * time.Hour))})
	case d >= 2*time.Hour:
		return t.Text(msgHours, i18n.Args{"N": int(d / time.Hour)})
	}
	return t.Text(msgMins, i18n.Args{"N": max(1, int(d/time.Minute))})
}
