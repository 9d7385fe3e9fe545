package rulebook

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules: what a turn is (rules 2.1).
var (
	msgTurn     = i18n.Message{ID: "rules.turn.title", Other: "The turn"}
	msgTurnText = i18n.Message{ID: "rules.turn.text",
		Other: "Red begins, then the two take turns. A turn is exactly **one** of these:\n" +
			"- A **move**: one of your ships sails to another square. It may expel an enemy ship there.\n" +
			"- A **swap**: two of your ships whose numbers add up to 333 change places.\n" +
			"- A **rotation**: your three frigates, or your three destroyers, move round by one place.\n\n" +
			"There are two special cases: the **positioning turn**, which is the first turn of each side, and " +
			"the **bonus move**, which some moves earn. Both have pages of their own.\n\n" +
			"Only in the positioning turn can you pass. There's always something to play: while you have your " +
			"corvette, you can swap it with your 222.\n\n" +
			"The arrows in the picture are three turns that Red could play: **1** is a move of 211 from c2 to " +
			"c4, **2** is a swap of 112 and 221, and **3** is a rotation of the destroyers, in which 122 goes to " +
			"d1, 212 to a1 and 221 to b2."}
	msgTurnAlt = i18n.Message{ID: "rules.turn.alt",
		Other: "Both fleets at the start, with three turns of Red's. 1: 211 moves from c2 to c4. 2: 112 on " +
			"d2 and 221 on a1 swap. 3: the destroyers rotate, 122 from b2 to d1, 212 from d1 to a1, 221 from a1 " +
			"to b2."}
)

// Pages of /rules: where a ship can go (rules 2.2).
var (
	msgMovement     = i18n.Message{ID: "rules.movement.title", Other: "Moving"}
	msgMovementText = i18n.Message{ID: "rules.movement.text",
		Other: "A ship sails forwards, backwards or sideways, never diagonally. With one sail it goes one square, " +
			"with two sails one or two.\n" +
			"- On two squares it may turn a corner, but not go back to where it came from.\n" +
			"- The square in between must be free, as no ship jumps over another. There are two ways around a " +
			"corner, and one free way is enough.\n" +
			"- The square where it ends must be free, or hold an enemy ship that it can expel. The next page " +
			"says which.\n\n" +
			"In the picture, Red's 221 on c3 can go to the squares with dots: b2, c1, c2, d3, d4 and e3. It can " +
			"also expel Blue's 122 on c4, under the dashed ring. It reaches d4 by d3, since c4 is taken. It " +
			"doesn't reach b4, as both ways there are blocked, nor c5, behind c4."}
	msgMovementAlt = i18n.Message{ID: "rules.movement.alt",
		Other: "Red's 221 on c3 can go to b2, c1, c2, d3, d4 and e3, and expel Blue's 122 on c4. Red's own ships on b3 " +
			"and d2 are in its way."}
)

// Pages of /rules: how ships are expelled, and where to (rules 2.3, 1.5).
var (
	msgExpulsion     = i18n.Message{ID: "rules.expulsion.title", Other: "Expulsion and exile"}
	msgExpulsionText = i18n.Message{ID: "rules.expulsion.text",
		Other: "A ship that sails onto an enemy ship **expels** it. It needs at least as many cannons as the enemy " +
			"ship has shields: with one cannon it expels ships with one shield, with two cannons any ship. The " +
			"enemy ship goes into exile, yours takes its square, and the move ends there.\n\n" +
			"**Exile** is everywhere off the board. A ship in exile isn't lost: a swap or a rotation can bring " +
			"it back. Both sides see which ships are in exile.\n\n" +
			"Only a move expels. When you send a ship of your own into exile by a swap or a rotation, that's no " +
			"expulsion. This matters for the semi-victory.\n\n" +
			"In the picture, Red's 211 sails from c4 around the corner to b3. One cannon is enough for the one " +
			"shield of Blue's 121, which goes into exile, the panel beside the board. Left, the turn; right, the board " +
			"after it."}
	msgExpulsionAlt = i18n.Message{ID: "rules.expulsion.alt",
		Other: "Red's 211 sails from c4 around a corner to b3 and expels Blue's 121, which goes into exile."}
)

func turns() []Page {
	return []Page{
		{"turn", msgTurn, msgTurnText, render.TurnDiagram, msgTurnAlt},
		{"movement", msgMovement, msgMovementText, render.MovementDiagram, msgMovementAlt},
		{"expulsion", msgExpulsion, msgExpulsionText, render.ExpulsionDiagram, msgExpulsionAlt},
	}
}
