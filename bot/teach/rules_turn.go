package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: what a turn is (rules 2.1).
var (
	msgTurn     = i18n.Message{ID: "option.section.choice.turn", Other: "The turn"}
	msgTurnText = i18n.Message{ID: "rules.turn.text",
		Other: "Red begins, then you take turns. A turn is exactly **one** of these:\n" +
			"- A **move**: a ship sails to another square, and may expel an enemy ship there.\n" +
			"- A **swap**: two ships whose numbers add up to 333 change places.\n" +
			"- A **rotation**: the three frigates, or the three destroyers, move round by one place.\n\n" +
			"The first turn of each side is its **positioning turn**, and some moves earn a **bonus " +
			"move**. You can pass only in the positioning turn; there's always something to play, as your " +
			"111 can swap with your 222.\n\n" +
			"The arrows show three turns that Red could play: **1** is a move, **2** a swap, **3** a " +
			"rotation."}
	msgTurnAlt = i18n.Message{ID: "rules.turn.alt",
		Other: "Both fleets at the start, with three Red turns. 1: 211 moves from c2 to c4. 2: 112 on d2 and 221 on " +
			"a1 swap. 3: the destroyers rotate, 122 from b2 to d1, 212 from d1 to a1, 221 from a1 to b2."}
)

// Pages of /rules: where a ship can go (rules 2.2).
var (
	msgMovement     = i18n.Message{ID: "option.section.choice.movement", Other: "Moving"}
	msgMovementText = i18n.Message{ID: "rules.movement.text",
		Other: "A ship sails forwards, backwards or sideways, never diagonally: one square with one sail, " +
			"one or two with two.\n" +
			"- On two squares it may turn a corner, but not go back to where it came from.\n" +
			"- The square in between must be free, as no ship jumps over another. Of the two ways around " +
			"a corner, one free way is enough.\n" +
			"- It ends on a free square, or on an enemy ship that it can expel.\n\n" +
			"In the picture, Red's 221 can go to the dots, and expel Blue's 122 under the dashed ring. It " +
			"doesn't reach b4, as both ways there are blocked."}
	msgMovementAlt = i18n.Message{ID: "rules.movement.alt",
		Other: "Red's 221 on c3 can go to b2, c1, c2, d3, d4 and e3, and expel Blue's 122 on c4. Red's own ships on b3 " +
			"and d2 are in its way."}
)

// Pages of /rules: how ships are expelled, and where to (rules 2.3, 1.5).
var (
	msgExpulsion     = i18n.Message{ID: "option.section.choice.expulsion", Other: "Expulsion and exile"}
	msgExpulsionText = i18n.Message{ID: "rules.expulsion.text",
		Other: "A ship that sails onto an enemy ship **expels** it, if it has at least as many cannons as " +
			"the enemy has shields. The enemy goes into exile, your ship takes its square, and the move " +
			"ends there.\n\n" +
			"**Exile** is anywhere off the board. A ship in exile isn't lost: a swap or a rotation can " +
			"bring it back. Both sides see which ships are there.\n\n" +
			"Only a move expels. A ship that you send into exile yourself, by a swap or a rotation, isn't " +
			"expelled, which matters for the semi-victory.\n\n" +
			"In the picture, Red's 211 expels Blue's 121 into the panel beside the board: one cannon is " +
			"enough for one shield."}
	msgExpulsionAlt = i18n.Message{ID: "rules.expulsion.alt",
		Other: "Red's 211 sails from c4 around a corner to b3 and expels Blue's 121, which goes into exile."}
)

func turnPages() []RulePage {
	return []RulePage{
		{"turn", msgTurn, msgTurnText, render.TurnDiagram, msgTurnAlt},
		{"movement", msgMovement, msgMovementText, render.MovementDiagram, msgMovementAlt},
		{"expulsion", msgExpulsion, msgExpulsionText, render.ExpulsionDiagram, msgExpulsionAlt},
	}
}
