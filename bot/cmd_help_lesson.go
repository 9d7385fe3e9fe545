package bot

import (
	"madbot/bot/i18n"
	"madbot/render"
)

var (
	msgMovement  = i18n.Message{ID: "diagram.movement", Other: "Movement"}
	msgExpulsion = i18n.Message{ID: "diagram.expulsion", Other: "Expulsion"}
	msgSwapping  = i18n.Message{ID: "diagram.swap", Other: "Swap"}
	msgRotating  = i18n.Message{ID: "diagram.rotation", Other: "Rotation"}
	msgBonusTurn = i18n.Message{ID: "diagram.bonus", Other: "Bonus"}
	msgLegend    = i18n.Message{ID: "diagram.legend", Other: "The picture"}

	msgMovementText = i18n.Message{ID: "diagram.movementtext",
		Other: "**Movement**: one square, or up to two with two sails, around a corner too.\n" +
			"Dots are the squares that Red's 221 on c3 can go to. The dashed ring is on Blue's 122 on " +
			"c4, which its two cannons can expel. It does not reach b4, as both ways are blocked, or " +
			"c5, behind c4."}
	msgExpulsionText = i18n.Message{ID: "diagram.expulsiontext",
		Other: "**Expulsion**: sail onto an enemy with no more shields than your ship has cannons.\n" +
			"Red's 211 sails from c4 around the corner to b3, where one cannon is enough for the one " +
			"shield of Blue's 121. That goes into exile, into the panel beside the board. Left, the " +
			"turn; right, the board after it."}
	msgSwapText = i18n.Message{ID: "diagram.swaptext",
		Other: "**Swap**: two ships whose digits add up to 3 change places.\n" +
			"Blue's 221 comes back from exile to c4, where 112 stood, and 112 goes into exile. That is " +
			"no expulsion."}
	msgRotationText = i18n.Message{ID: "diagram.rotationtext",
		Other: "**Rotation**: the three frigates or the three destroyers move round by one place, either " +
			"way.\n" +
			"Red's 122 takes the place of 212 on b4, 212 that of 221 on a3, and 221 that of 122 on d4. " +
			"On b4 two cannons now face Blue's 222 and 212. Left, the turn; right, the board after it."}
	msgBonusText = i18n.Message{ID: "diagram.bonustext",
		Other: "**Bonus**: after exactly one square onto the enemy's home row, a swap or rotation that " +
			"includes the ship that moved may follow.\n" +
			"Red's 221 steps from c5 to c6, then the destroyers rotate. 212 comes to c6, from where it " +
			"threatens Blue's corvette on a6, which cannot be saved. Left, the turn; right, the board " +
			"after it."}
	msgLegendText = i18n.Message{ID: "diagram.legendtext",
		Other: "**What the picture shows**\n" +
			"- **A ship**: wings are sails, barrels cannons, arcs shields. Ships that can swap have the " +
			"same colour around their numbers.\n" +
			"- **Panels** left and right: ships in exile, beside the half of their side. Small shapes " +
			"mark empty places.\n" +
			"- **Three darts**: whose turn it is; that side's home row has a bright frame. At the end a " +
			"crown marks the winner, half a crown a semi-victory.\n" +
			"- **Hourglass**: the quiet turns, those in a row without an expulsion, and after how many " +
			"the match stops. It has the colour of the side that would then have the semi-victory.\n" +
			"- **Yellow dots and squares**: the last turn; a burst is an expulsion.\n" +
			"- **Red square with “!”**: that corvette is under attack.\n" +
			"- **Numbered arrows**, after Hint: **1** (green) is the best turn, **2** (blue) and **3** " +
			"(violet) come next. Two heads are a swap, three arrows in a ring a rotation; a dashed ring " +
			"is around a ship that would be expelled.\n" +
			"Here Blue's 211 has just sailed from d4 to d2 and attacks Red's corvette on c1; Red " +
			"does best to expel that 211."}

	msgMovementAlt = i18n.Message{ID: "diagram.movementalt",
		Other: "Dots are the squares that Red 221 on c3 can go to, up to two squares away where " +
			"the way is free; a dashed ring is on Blue 122 on c4, which it can expel."}
	msgExpulsionAlt = i18n.Message{ID: "diagram.expulsionalt",
		Other: "Red 211 sails from c4 around a corner to b3 and expels Blue 121, which is now in exile."}
	msgSwapAlt = i18n.Message{ID: "diagram.swapalt",
		Other: "Blue swaps 112 on c4 with 221 in exile: 221 comes to c4 and 112 goes into exile."}
	msgRotationAlt = i18n.Message{ID: "diagram.rotationalt",
		Other: "Red rotates its destroyers: 122 from d4 takes the place of 212 on b4, 212 that of " +
			"221 on a3, and 221 that of 122."}
	msgBonusAlt = i18n.Message{ID: "diagram.bonusalt",
		Other: "Red 221 sails one square from c5 to c6 on Blue's home row; as a bonus Red rotates " +
			"its destroyers, so that 212 stands on c6 and threatens Blue 111 on a6."}
	msgLegendAlt = i18n.Message{ID: "diagram.legendalt",
		Other: "A board on which Red is to move and 13 of 40 turns have passed without an expulsion. " +
			"Blue 211 has sailed from d4 to d2 and attacks Red 111 on c1. Arrow 1: Red 221 on c2 " +
			"expels it. Arrow 2: Red 111 goes to b1. Arrow 3: Red 111 swaps with 222 on a2."}
)

// lesson is a picture that explains something: its name, what is said about it, and what it shows in
// words.
type lesson struct {
	diagram            render.Diagram
	name, caption, alt i18n.Message
}

func lessons() []lesson {
	return []lesson{
		{render.MovementDiagram, msgMovement, msgMovementText, msgMovementAlt},
		{render.ExpulsionDiagram, msgExpulsion, msgExpulsionText, msgExpulsionAlt},
		{render.SwapDiagram, msgSwapping, msgSwapText, msgSwapAlt},
		{render.RotationDiagram, msgRotating, msgRotationText, msgRotationAlt},
		{render.BonusDiagram, msgBonusTurn, msgBonusText, msgBonusAlt},
		{render.LegendDiagram, msgLegend, msgLegendText, msgLegendAlt},
	}
}
