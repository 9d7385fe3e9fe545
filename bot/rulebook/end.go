package rulebook

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: victory, and what else ends a match (rules 5.1, 5.5).
var (
	msgVictory     = i18n.Message{ID: "rules.victory.title", Other: "Victory"}
	msgVictoryText = i18n.Message{ID: "rules.victory.text",
		Other: "A side whose corvette goes into exile loses at once, no matter how it came about. The other side " +
			"has a **victory**, worth 1 point.\n\n" +
			"You also lose when you resign, or when your time runs out. A game that somebody leaves before their " +
			"second turn doesn't count; a turn that was taken back was played all the same.\n\n" +
			"Before each turn, check whether a corvette can be expelled with the next move.\n\n" +
			"The pictures put a “!” beside such a corvette. In this one, Red's 211 has sailed from d4 around the " +
			"corner to c5 and expelled Blue's corvette. The crown marks the winner."}
	msgVictoryAlt = i18n.Message{ID: "rules.victory.alt",
		Other: "Red's 211 has sailed from d4 around a corner to c5 and expelled Blue's 111: Red has won."}
)

// Pages of /rules: the stall, agreement and who then has the semi-victory (rules 5.2 to 5.4).
var (
	msgSemi     = i18n.Message{ID: "rules.semi.title", Other: "Semi-victory"}
	msgSemiText = i18n.Message{ID: "rules.semi.text",
		Other: "The game can also stop while both corvettes are on the board:\n" +
			"- after **40 turns** in a row without an expulsion, 20 of each side. These are called quiet turns. " +
			"Positioning turns and passes count, and an expulsion sets the count back to 0. A short game has a " +
			"limit of 30 turns: `/challenge` has an option for this;\n" +
			"- at any time, when both players **agree**. `/stop` makes the offer.\n\n" +
			"Then the side that expelled a ship **last** has a **semi-victory**, worth ½ point. If nobody has " +
			"expelled any, it's Blue's. There are no draws.\n\n" +
			"A corvette comes first: if it goes into exile in the last of these turns, that's a victory.\n\n" +
			"In the picture, Blue's 211 has moved from b5 to b4. That was quiet turn 40 of 40. Red expelled a " +
			"ship last, and so has the semi-victory: half a crown."}
	msgSemiAlt = i18n.Message{ID: "rules.semi.alt",
		Other: "Blue's 211 has moved from b5 to b4. That was turn 40 of 40 without an expulsion: Red has the " +
			"semi-victory."}
)

func ends() []Page {
	return []Page{
		{"victory", msgVictory, msgVictoryText, render.VictoryDiagram, msgVictoryAlt},
		{"semi", msgSemi, msgSemiText, render.StallDiagram, msgSemiAlt},
	}
}
