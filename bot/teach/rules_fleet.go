package teach

import (
	"madbot/bot/i18n"
	"madbot/render"
)

// Pages of /rules, a private message: the board and the start (rules 1.1, 1.4).
var (
	msgBoard     = i18n.Message{ID: "option.section.choice.board", Other: "The board and the fleets"}
	msgBoardText = i18n.Message{ID: "rules.board.text",
		Other: "Two fleets, **Red** and **Blue**; nothing is hidden, and nothing is left to chance. You win " +
			"when the enemy's corvette, **111**, goes off the board, into **exile**.\n\n" +
			"**The board** is **6x4** (rows 1 to 6, columns a to d) or **5x5** (rows 1 to 5, columns a to " +
			"e). A square is named by its column and row: c4.\n" +
			"**Home rows**: row 1 is Red's, the highest is Blue's. The enemy's home row is your **last " +
			"row**.\n" +
			"**The start**: the fleets mirror each other, on their home rows and the rows before. On 5x5 " +
			"the second rows have gaps in columns b and d.\n\n" +
			"The picture shows the start on 6x4, with Red at the bottom."}
	msgBoardAlt = i18n.Message{ID: "rules.board.alt",
		Other: "The start on 6x4. Red's row 1 from a to d: 221, 111, 222, 212; row 2: 121, 122, 211, 112. Blue has the " +
			"same ships in the same columns, on rows 6 and 5. Rows 3 and 4 are free."}
)

// Pages of /rules: what a ship can do and what it is called (rules 1.2, 1.3).
var (
	msgShips     = i18n.Message{ID: "option.section.choice.ships", Other: "The ships"}
	msgShipsText = i18n.Message{ID: "rules.ships.text",
		Other: "A ship's three digits are each 1 or 2:\n" +
			"1. **Sails**: how many squares it can move.\n" +
			"2. **Cannons**: how strong its attack is.\n" +
			"3. **Shields**: how many cannons it takes to expel it.\n" +
			"So 212 has two sails, one cannon and two shields. A fleet has each of the eight ships once.\n\n" +
			"- The **corvette** 111 is the weakest ship, and the one you must not lose.\n" +
			"- The **frigates** 112, 121 and 211 are strong in one thing.\n" +
			"- The **destroyers** 122, 212 and 221 are strong in two.\n" +
			"- The **cruiser** 222 is strong in everything.\n\n" +
			"In the pictures, a pair of wings is a sail, a barrel a cannon, an arc before the bow a shield. " +
			"This one shows the start on 5x5."}
	msgShipsAlt = i18n.Message{ID: "rules.ships.alt",
		Other: "The start on 5x5. Red's row 1 from a to e: 221, 111, 211, 222, 212; row 2: 121 on a2, 122 on c2, 112 on " +
			"e2. Blue has the same ships in the same columns, on rows 5 and 4. Row 3 is free, and so are b2, d2, b4 " +
			"and d4."}
)

func fleetPages() []RulePage {
	return []RulePage{
		{"board", msgBoard, msgBoardText, render.StartDiagram, msgBoardAlt},
		{"ships", msgShips, msgShipsText, render.WideStartDiagram, msgShipsAlt},
	}
}
