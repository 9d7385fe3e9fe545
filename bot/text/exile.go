package text

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

var (
	msgInExile = i18n.Message{ID: "fleet.exile", Other: "In exile: {{.Ships}}"}
	msgNobody  = i18n.Message{ID: "fleet.nobody", Other: "nobody"}
)

// exileWords lists the ships in exile, which come sorted by side.
func exileWords(t i18n.Printer, ships []rules.Piece) string {
	var words strings.Builder
	side := rules.NoColor
	for _, ship := range ships {
		switch {
		case ship.Color == side:
			words.WriteString(", " + ship.Ship.String())
			continue
		case side != rules.NoColor:
			words.WriteString("; ")
		}
		side = ship.Color
		words.WriteString(shipName(t, ship))
	}
	if words.Len() == 0 {
		words.WriteString(t.Text(msgNobody, nil))
	}
	return t.Text(msgInExile, i18n.Args{"Ships": words.String()})
}
