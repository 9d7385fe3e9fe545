package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: victory, and what else ends a match (rules 5.1, 5.5).
var (
	msgVictory     = i18n.Message{ID: "option.section.choice.victory", Other: "Victory"}
	msgVictoryText = i18n.Message{ID: "rules.victory.text",
		Other: "A side whose corvette goes into exile, however it came about, loses at once. The other has a " +
			"**victory**, 1 point.\n\n" +
			"You also lose when you resign, or when your time runs out. A game that somebody leaves before their " +
			"second turn doesn't count, except in a league; a turn that was taken back was played all the same. Nor " +
			"does a casual game that both call off: `/stop` has that offer, too.\n\n" +
			"Before each turn, check whether a corvette can be expelled next turn.\n\n" +
			"The pictures put a “!” beside such a corvette. In this one, Red's 211 has expelled Blue's: a crown " +
			"marks the winner."}
	msgVictoryAlt = i18n.Message{ID: "rules.victory.alt",
		Other: "Red's 211 has sailed from d4 around a corner to c5 and expelled Blue's 111: Red has won."}
)

// Pages of /rules: the stall, agreement and who then has the semi-victory (rules 5.2 to 5.4).
var (
	msgSemi     = i18n.Message{ID: "option.section.choice.semi", Other: "Semi-victory"}
	msgSemiText = i18n.Message{ID: "rules.semi.text",
		Other: "The game can also stop while both corvettes are on the board:\n" +
			"- after **40 turns** in a row without an expulsion, 20 of each side. Positioning turns and " +
			"passes count. A short game stops after 30: `/challenge` has an option for this;\n" +
			"- at any time, when both players **agree**. `/stop` makes the offer.\n\n" +
			"Then the side that expelled **last** has a **semi-victory**, ½ point; Blue, if nobody did. " +
			"There are no draws. A corvette that goes into exile in the last of these turns is still a " +
			"victory.\n\n" +
			"In the picture, Blue's 211 has played turn 40. Red expelled last, and has half a crown."}
	msgSemiAlt = i18n.Message{ID: "rules.semi.alt",
		Other: "Blue's 211 has moved from b5 to b4. That was turn 40 of 40 without an expulsion: Red has the " +
			"semi-victory."}
)

func endPages() []RulePage {
	return []RulePage{
		{"victory", msgVictory, msgVictoryText, render.VictoryDiagram, msgVictoryAlt},
		{"semi", msgSemi, msgSemiText, render.StallDiagram, msgSemiAlt},
	}
}
