package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: how turns are written (rules 6.2, 6.3, 6.5). Text between backticks is the same in each language.
var (
	msgNotation     = i18n.Message{ID: "option.section.choice.notation", Other: "Notation"}
	msgNotationText = i18n.Message{ID: "rules.notation.text",
		Other: "Turns are written with the names of ships and squares:\n" +
			"- `211-c4`: 211 moves to c4.\n" +
			"- `211xc4`: it expels the ship there.\n" +
			"- `112=221`: 112 and 221 swap.\n" +
			"- `112>121>211`: a rotation. 112 takes the place of 121, 121 that of 211, and 211 that of " +
			"112.\n" +
			"- `221-a6+112=221`: a move and, after the plus, its bonus move.\n" +
			"- `pass`: in the positioning turn.\n\n" +
			"`/move` also takes spaces, the square in place of the ship as in `c3-c4`, `-` for `x`, and any " +
			"ship of a swap or a rotation first.\n\n" +
			"The turn list lets you save the record of a game. Its result is `1-0` for Red's victory, `½-0` " +
			"for Red's semi-victory, `0-1` and `0-½` for Blue's.\n\n" +
			"In the picture, **1** is `211xc4`, **2** is `112>121>211`, and **3** is `112=221`."}
	msgNotationAlt = i18n.Message{ID: "rules.notation.alt",
		Other: "A board with three Red turns. 1: 211 moves from c3 to c4 and expels Blue's 121. 2: the frigates " +
			"rotate, 112 from d1 to b2, 121 from b2 to c3, 211 from c3 to d1. 3: 221 on a5 and 112 on d1 swap."}
)

func notationPages() []RulePage {
	return []RulePage{{"notation", msgNotation, msgNotationText, render.NotationDiagram, msgNotationAlt}}
}
