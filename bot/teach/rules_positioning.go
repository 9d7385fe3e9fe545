package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: the first turn of each side (rules 4).
var (
	msgPositioning     = i18n.Message{ID: "option.section.choice.positioning", Other: "Positioning turn"}
	msgPositioningText = i18n.Message{ID: "rules.positioning.text",
		Other: "The first turn of each side arranges its fleet: a swap, a rotation or a **pass**. No ship " +
			"moves yet, and later nobody can pass. That's nine choices each, so a game can begin in 81 " +
			"ways.\n\n" +
			"You can agree to play without it: `/challenge` has an option for this.\n\n" +
			"In the picture, Red has swapped 112 and 221."}
	msgPositioningAlt = i18n.Message{ID: "rules.positioning.alt",
		Other: "The start on 6x4 after Red's first turn, a swap: 112 stands on a1, 221 on d2. It's Blue's turn."}
)

func positioningPages() []RulePage {
	return []RulePage{{"positioning", msgPositioning, msgPositioningText, render.PositioningDiagram, msgPositioningAlt}}
}
