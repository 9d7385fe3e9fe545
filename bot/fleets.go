package bot

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

var (
	msgFleet    = i18n.Message{ID: "fleet.side", Other: "{{.Side}}: {{.Ships}}"}
	msgNobody   = i18n.Message{ID: "fleet.nobody", Other: "nobody"}
	msgInExile  = i18n.Message{ID: "fleet.exile", Other: "In exile: {{.Ships}}"}
	msgBoardAlt = i18n.Message{ID: "alt.board", One: "MAD on the {{.Board}} board after {{.N}} turn.",
		Other: "MAD on the {{.Board}} board after {{.N}} turns."}
	msgAltLast = i18n.Message{ID: "alt.last", Other: "{{.Side}} played {{.Turn}}."}
	msgAltMove = i18n.Message{ID: "alt.move", Other: "{{.Side}} is to move."}
	msgAltWon  = i18n.Message{ID: "alt.won", Other: "{{.Side}} has won."}
	msgAltOver = i18n.Message{ID: "alt.over", Other: "The game is over; nobody won."}
	msgAltView = i18n.Message{ID: "alt.view", Other: "Seen from the side of {{.Side}}."}
)

// exileWords lists the ships in exile, by side.
func exileWords(t i18n.Printer, p rules.Position) string {
	var sides []string
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		var ships []string
		for _, s := range rules.Ships() {
			if p.SquareOf(c, s) == rules.NoSquare {
				ships = append(ships, s.String())
			}
		}
		if len(ships) > 0 {
			sides = append(sides, sideName(t, c)+" "+strings.Join(ships, ", "))
		}
	}
	if len(sides) == 0 {
		sides = append(sides, t.Text(msgNobody, nil))
	}
	return t.Text(msgInExile, i18n.Args{"Ships": strings.Join(sides, "; ")})
}

// fleetWords lists where the ships of c stand.
func fleetWords(t i18n.Printer, p rules.Position, c rules.Color) string {
	var ships []string
	for _, s := range rules.Ships() {
		if at := p.SquareOf(c, s); at != rules.NoSquare {
			ships = append(ships, s.String()+" "+at.String())
		}
	}
	return t.Text(msgFleet, i18n.Args{"Side": sideName(t, c), "Ships": strings.Join(ships, ", ")})
}

// altText says in words what the picture of g shows, seen from the side of c.
func altText(t i18n.Printer, g *rules.Game, c rules.Color) string {
	p, turns := g.Position(), g.Turns()
	parts := []string{t.Text(msgBoardAlt, i18n.Args{"Board": p.Board(), "N": g.Ply()})}
	if n := len(turns); n > 0 {
		parts = append(parts, t.Text(msgAltLast,
			i18n.Args{"Side": sideName(t, p.Side().Other()), "Turn": turns[n-1]}))
	}
	parts = append(parts, stateWords(t, g))
	if c == rules.Blue {
		parts = append(parts, t.Text(msgAltView, i18n.Args{"Side": sideName(t, c)}))
	}
	return strings.Join(append(parts,
		fleetWords(t, p, rules.Red)+".", fleetWords(t, p, rules.Blue)+".", exileWords(t, p)+"."), " ")
}

// stateWords says whose turn it is or who has won.
func stateWords(t i18n.Printer, g *rules.Game) string {
	p, o := g.Position(), g.Outcome()
	switch {
	case !o.Over():
		return t.Text(msgAltMove, i18n.Args{"Side": sideName(t, p.Side())})
	case o.Winner == rules.NoColor:
		return t.Text(msgAltOver, nil)
	}
	return t.Text(msgAltWon, i18n.Args{"Side": sideName(t, o.Winner)})
}
