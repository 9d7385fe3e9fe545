package turns

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// What is attacked, for a player and for spectators. The corvette decides the game, so it is named as such.
var (
	msgYoursAttacked = i18n.Message{ID: "attacked.yours",
		Other: "Your {{.Ship}} on {{.Square}} is attacked by {{.By}}."}
	msgYourCorvette = i18n.Message{ID: "attacked.yourcorvette",
		Other: "**Your corvette on {{.Square}} is attacked by {{.By}}.**"}
	msgTheirsAttacked = i18n.Message{ID: "attacked.theirs",
		Other: "Their {{.Ship}} on {{.Square}} is attacked by your {{.By}}."}
	msgTheirCorvette = i18n.Message{ID: "attacked.theircorvette",
		Other: "**Their corvette on {{.Square}} is attacked by your {{.By}}.**"}
	msgAttacked = i18n.Message{ID: "attacked.ship",
		Other: "{{.Side}} {{.Ship}} on {{.Square}} is attacked by {{.EnemySide}} {{.By}}."}
	msgCorvetteAttacked = i18n.Message{ID: "attacked.corvette",
		Other: "**{{.Side}}'s corvette on {{.Square}} is attacked by {{.EnemySide}} {{.By}}.**"}
	msgRisk = i18n.Message{ID: "attacked.risk",
		Other: "Your {{.Ship}} on {{.Square}} could then be expelled by {{.By}}."}
	msgCorvetteRisk = i18n.Message{ID: "attacked.corvetterisk",
		Other: "**Your corvette on {{.Square}} could then be expelled by {{.By}}: you'd lose.**"}
	msgUnattacked = i18n.Message{ID: "attacked.nothing", Other: "Nothing is attacked."}
)

// Attacked returns a line for each ship in p that the other side could expel with one movement, and with which ships,
// regardless of whose turn it is. The ships of the reader, who plays side, come first; NoColor is a spectator. Do not
// call it after the game: p does not say whether the players ended it.
func Attacked(t i18n.Printer, p rules.Position, side rules.Color) string {
	var lines []string
	for _, c := range readerFirst(side) {
		for _, a := range p.AttacksOn(c) {
			lines = append(lines, attackWords(t, a, side))
		}
	}
	if len(lines) == 0 {
		return t.Text(msgUnattacked, nil)
	}
	return strings.Join(lines, "\n")
}

// Corvette says what attacks the corvette of the reader, who plays side, in p; "" if nothing does.
func Corvette(t i18n.Printer, p rules.Position, side rules.Color) string {
	for _, a := range p.AttacksOn(side) {
		if a.On.Ship == rules.Ship111 {
			return attackWords(t, a, side)
		}
	}
	return ""
}

func readerFirst(side rules.Color) []rules.Color {
	if side == rules.Blue {
		return []rules.Color{rules.Blue, rules.Red}
	}
	return []rules.Color{rules.Red, rules.Blue}
}

func attackWords(t i18n.Printer, a rules.Attack, side rules.Color) string {
	form, corvette := msgAttacked, msgCorvetteAttacked
	switch side {
	case a.On.Color:
		form, corvette = msgYoursAttacked, msgYourCorvette
	case a.On.Color.Other():
		form, corvette = msgTheirsAttacked, msgTheirCorvette
	}
	if a.On.Ship == rules.Ship111 {
		form = corvette
	}
	return t.Text(form, i18n.Args{"Side": Side(t, a.On.Color), "Ship": a.On.Ship, "Square": a.On.Square,
		"EnemySide": Side(t, a.On.Color.Other()), "By": attackers(t, a)})
}

func attackers(t i18n.Printer, a rules.Attack) string {
	by := make([]string, len(a.By))
	for i, s := range a.By {
		by[i] = ShipOn(t, s.Ship.String(), s.Square)
	}
	return And(t, by)
}

// Risks tells the player of turn, played in before, which ships the other side could expel next: the corvette, and
// ships that were not attacked before. It returns "" if there are none.
func Risks(t i18n.Printer, before rules.Position, turn rules.Turn) string {
	after, side := before.Play(turn), before.Side()
	known := map[rules.Standing]bool{}
	for _, a := range before.AttacksOn(side) {
		known[a.On] = true
	}
	var lines []string
	for _, a := range after.AttacksOn(side) {
		form := msgRisk
		if a.On.Ship == rules.Ship111 {
			form = msgCorvetteRisk
		} else if known[a.On] {
			continue
		}
		lines = append(lines, t.Text(form,
			i18n.Args{"Ship": a.On.Ship, "Square": a.On.Square, "By": attackers(t, a)}))
	}
	return strings.Join(lines, "\n")
}

// ShipOn names a ship with its square.
func ShipOn(t i18n.Printer, ship string, s rules.Square) string {
	return t.Text(msgOn, i18n.Args{"Ship": ship, "Square": s})
}
