package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: swaps, and the one that loses (rules 2.4, 2.5).
var (
	msgRuleSwap = i18n.Message{ID: "option.section.choice.swap", Other: "Swap"}
	msgSwapText = i18n.Message{ID: "rules.swap.text",
		Other: "Two of your ships change places, however far apart. They must **complement** each other: " +
			"their numbers add up to 333. The pairs are 111 and 222, 112 and 221, 121 and 212, 122 and " +
			"211.\n\n" +
			"One of the two may be in **exile**: it comes back to the square of the other, which goes " +
			"into exile.\n\n" +
			"**Beware**: while your 222 is in exile, a swap with 111 exiles your own corvette, and you " +
			"lose at once. It's a legal turn, so I ask you first.\n\n" +
			"In the picture, Blue's 221 comes back from exile for 112. That's no expulsion."}
	msgSwapAlt = i18n.Message{ID: "rules.swap.alt",
		Other: "Blue has swapped 112 and 221: 221 has come from exile to c4, where 112 stood, which is in exile now."}
)

// Pages of /rules: rotations (rules 2.6).
var (
	msgRotation     = i18n.Message{ID: "option.section.choice.rotation", Other: "Rotation"}
	msgRotationText = i18n.Message{ID: "rules.rotation.text",
		Other: "Your three frigates (112, 121, 211), or your three destroyers (122, 212, 221), move round by " +
			"one place: each takes the place of the next, in one of two directions, however far apart " +
			"they are.\n\n" +
			"One of the three may be in **exile**, which then counts as its place: it comes back to the " +
			"board, and one of the others goes into exile. The direction decides which.\n\n" +
			"In the picture, Red's 122 comes to b4, where its two cannons threaten Blue's 222 and 212."}
	msgRotationAlt = i18n.Message{ID: "rules.rotation.alt",
		Other: "Red's destroyers rotate: 122 goes from d4 to b4, 212 from there to a3, and 221 from there to d4."}
)

// Pages of /rules: the bonus move (rules 3).
var (
	msgRuleBonus = i18n.Message{ID: "option.section.choice.bonus", Other: "Bonus move"}
	msgBonusText = i18n.Message{ID: "rules.bonus.text",
		Other: "A ship of yours that moves **exactly one** square and arrives on your last row, the enemy's " +
			"home row, earns a bonus move: a swap or a rotation in the same turn that **includes this " +
			"ship**.\n" +
			"- A step sideways on the last row earns it as well, two squares at once never do.\n" +
			"- You may leave it out.\n" +
			"- A move that expels a ship earns it too, unless that was the corvette.\n" +
			"- It may bring a ship back from exile, and send the ship that moved there.\n" +
			"- With 222 in exile, a swap of 111 and 222 loses here too.\n\n" +
			"In the picture, Red's 221 steps onto the last row, then the destroyers rotate. Now 212 " +
			"attacks Blue's corvette, which can't be saved."}
	msgBonusAlt = i18n.Message{ID: "rules.bonus.alt",
		Other: "Red's 221 steps from c5 to c6, and the destroyers rotate: 122 goes from b3 to d2, 212 from there to c6, and 221 " +
			"from there to b3. Blue's 111 on a6 is under attack."}
)

func shiftPages() []RulePage {
	return []RulePage{
		{"swap", msgRuleSwap, msgSwapText, render.SwapDiagram, msgSwapAlt},
		{"rotation", msgRotation, msgRotationText, render.RotationDiagram, msgRotationAlt},
		{"bonus", msgRuleBonus, msgBonusText, render.BonusDiagram, msgBonusAlt},
	}
}
