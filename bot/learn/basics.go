package learn

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A lesson: names of ships. It has a title, a task, and what is said when it is done or missed.
var (
	msgNames     = i18n.Message{ID: "learn.names.title", Other: "A ship's name"}
	msgNamesTask = i18n.Message{ID: "learn.names.task",
		Other: "Exile the enemy corvette, 111, and you win. A ship's three digits are its sails, cannons and " +
			"shields. Which of yours has two sails, one cannon and two shields? Move it."}
	msgNamesDone = i18n.Message{ID: "learn.names.done",
		Other: "Right, that's 212. With two sails it goes one or two squares, with one cannon it expels ships that " +
			"have one shield, and as it has two shields, only two cannons can expel it."}
	msgNamesShift = i18n.Message{ID: "learn.names.shift",
		Other: "That changes the places of several ships, which is for later. Move one ship: the one with " +
			"two sails, one cannon and two shields."}
	msgNamesOther = i18n.Message{ID: "learn.names.other",
		Other: "That moves your {{.Ship}}. The first digit is the sails, the second the cannons, the third " +
			"the shields. Look for two, one and two, and try again."}
)

// A lesson: moving.
var (
	msgMove     = i18n.Message{ID: "learn.move.title", Other: "Moving"}
	msgMoveTask = i18n.Message{ID: "learn.move.task",
		Other: "With one sail a ship goes one square, with two sails one or two, never diagonally but " +
			"around a corner if you like. Move your 211 on b2 to c3. Your 122 on b3 is in its way, but c2 is free."}
	msgMoveDone = i18n.Message{ID: "learn.move.done",
		Other: "Your 211 went by c2 and turned the corner there. One free way is enough, but a ship never " +
			"jumps over another."}
	msgMoveElsewhere = i18n.Message{ID: "learn.move.elsewhere",
		Other: "That moves your 211 to {{.To}}. It has two sails and reaches c3 in one turn, by c2. Try again."}
	msgMoveShift = i18n.Message{ID: "learn.move.shift",
		Other: "That changes the places of several ships, which is for later. Move your 211 on b2 to c3."}
	msgMoveOther = i18n.Message{ID: "learn.move.other",
		Other: "That moves your {{.Ship}} to {{.To}}. Try again, and move your 211 on b2 to c3."}
)

// A lesson: expelling.
var (
	msgExpel     = i18n.Message{ID: "learn.expel.title", Other: "Expelling"}
	msgExpelTask = i18n.Message{ID: "learn.expel.task",
		Other: "A ship that arrives on an enemy ship expels it into exile, if it has at least as many " +
			"cannons as the enemy has shields. Your 211 on c4 has one cannon, and Blue's 121 on b3 has one " +
			"shield. Expel it."}
	msgExpelDone = i18n.Message{ID: "learn.expel.done",
		Other: "Blue's 121 is in exile, and your 211 has its square. One cannon is enough for one shield, " +
			"and no ship of Blue's can expel your 211 on b3 next."}
	msgExpelElsewhere = i18n.Message{ID: "learn.expel.elsewhere",
		Other: "That moves your 211 to {{.To}} and expels nothing. Blue's 121 on b3 is two squares from your " +
			"211 on c4, around a corner. Try again."}
	msgExpelShift = i18n.Message{ID: "learn.expel.shift",
		Other: "Swaps and rotations never expel. Move your 211 on c4 onto Blue's 121 on b3."}
	msgExpelOther = i18n.Message{ID: "learn.expel.other",
		Other: "That moves your {{.Ship}} to {{.To}} and expels nothing. Move your 211 on c4 onto Blue's 121 " +
			"on b3."}
)

// A lesson: winning.
var (
	msgWin     = i18n.Message{ID: "learn.win.title", Other: "Winning"}
	msgWinTask = i18n.Message{ID: "learn.win.task",
		Other: "Whoever loses the corvette loses the game. Blue's corvette is the 111 on c6, and one of your " +
			"ships reaches it now. Find the turn that wins."}
	msgWinDone = i18n.Message{ID: "learn.win.done",
		Other: "Your 212 went by d6 and expelled Blue's corvette on c6. The game is over, and you have the " +
			"victory: one point."}
	msgWinCruiser = i18n.Message{ID: "learn.win.cruiser",
		Other: "That expels Blue's 222, its strongest ship, but the game goes on. One turn wins at once: " +
			"look for the ship of yours that reaches c6."}
	msgWinExpels = i18n.Message{ID: "learn.win.expels",
		Other: "That expels Blue's {{.Enemy}}, but the game goes on. Look for the ship of yours that reaches " +
			"Blue's 111 on c6."}
	msgWinShift = i18n.Message{ID: "learn.win.shift",
		Other: "That changes the places of ships and expels nothing. One of your ships reaches Blue's 111 on " +
			"c6 as it stands."}
	msgWinOther = i18n.Message{ID: "learn.win.other",
		Other: "That moves your {{.Ship}} to {{.To}}, but Blue's corvette is still there. Look for the ship of " +
			"yours that reaches it on c6."}
)

// A lesson: ships with two shields.
var (
	msgShields     = i18n.Message{ID: "learn.shields.title", Other: "Two shields"}
	msgShieldsTask = i18n.Message{ID: "learn.shields.task",
		Other: "Blue's 112 on c4 stands beside your 211 on b4 and your 121 on c3. It has two shields, so one cannon " +
			"isn't enough. Expel it with the right ship."}
	msgShieldsDone = i18n.Message{ID: "learn.shields.done",
		Other: "Your 121 has two cannons, which are enough for two shields. Your 211 has only one and can " +
			"never expel a ship with two shields."}
	msgShieldsWeak = i18n.Message{ID: "learn.shields.weak",
		Other: "That moves your 211 to {{.To}}. Its second digit is 1, and one cannon doesn't expel a ship with two " +
			"shields. Try a ship whose second digit is 2."}
	msgShieldsShift = i18n.Message{ID: "learn.shields.shift",
		Other: "That changes the places of ships and expels nothing. One of your ships beside c4 can expel " +
			"Blue's 112 now."}
	msgShieldsOther = i18n.Message{ID: "learn.shields.other",
		Other: "That moves your {{.Ship}} to {{.To}}, but Blue's 112 is still on c4. Expel it with a ship " +
			"whose second digit, its cannons, is 2."}
)

func basics() []Lesson {
	return []Lesson{
		{ID: "names", Title: msgNames, praise: msgNamesDone,
			Start: position("6x4 c1d1--b2--c2a1-- c6b6d6--a5------ r - 4 b"),
			steps: []step{{task: msgNamesTask, goal: moves(rules.Ship212),
				misses: []miss{{isShift, msgNamesShift}, {always, msgNamesOther}}}}},
		{ID: "move", Title: msgMove, praise: msgMoveDone,
			Start: position("6x4 c1d1--b3b2------ d6b6d5a6-------- r - 4 b"),
			steps: []step{{task: msgMoveTask, goal: plays("211-c3"), misses: []miss{
				{moves(rules.Ship211), msgMoveElsewhere}, {isShift, msgMoveShift}, {always, msgMoveOther}}}}},
		{ID: "expel", Title: msgExpel, praise: msgExpelDone,
			Start: position("6x4 c1a1----c4--d2-- b6b5b3d5-------- r - 3 r"),
			steps: []step{{task: msgExpelTask, goal: expels(rules.Ship121), misses: []miss{
				{moves(rules.Ship211), msgExpelElsewhere}, {isShift, msgExpelShift}, {always, msgExpelOther}}}}},
		{ID: "win", Title: msgWin, praise: msgWinDone,
			Start: position("6x4 b1----c2--d5b4-- c6b6a5--------c5 r - 4 b"),
			steps: []step{{task: msgWinTask, goal: wins, misses: []miss{
				{expels(rules.Ship222), msgWinCruiser}, {expelsAny, msgWinExpels}, {isShift, msgWinShift},
				{always, msgWinOther}}}}},
		{ID: "shields", Title: msgShields, praise: msgShieldsDone,
			Start: position("6x4 b1--c3--b4d1---- c6c4----d6a6---- r - 5 b"),
			steps: []step{{task: msgShieldsTask, goal: expels(rules.Ship112), misses: []miss{
				{moves(rules.Ship211), msgShieldsWeak}, {isShift, msgShieldsShift}, {always, msgShieldsOther}}}}},
	}
}
