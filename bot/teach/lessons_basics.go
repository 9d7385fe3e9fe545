package teach

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A lesson: names of ships. It has a title, a task, and what is said when it is done or missed.
var (
	msgNames     = i18n.Message{ID: "learn.names.title", Other: "A ship's name"}
	msgNamesTask = i18n.Message{ID: "learn.names.task",
		Other: "Move your ship with two sails, one cannon and two shields: that's what a ship's three digits are. " +
			"The aim: exile the enemy corvette, 111."}
	msgNamesDone = i18n.Message{ID: "learn.names.done",
		Other: "Right, that's 212: with two sails it goes one or two squares, with one cannon it expels ships " +
			"that have one shield, and only two cannons can expel it."}
	msgNamesOther = i18n.Message{ID: "learn.names.other",
		Other: "The first digit is the sails, the second the cannons, the third the shields. Move the ship " +
			"with two, one and two."}
)

// A lesson: moving.
var (
	msgMove     = i18n.Message{ID: "learn.move.title", Other: "Moving"}
	msgMoveTask = i18n.Message{ID: "learn.move.task",
		Other: "A ship with one sail goes one square, with two sails one or two, around a corner too, but " +
			"never diagonally. Move your 211 on b2 to c3. Your 122 on b3 is in its way, but c2 is free."}
	msgMoveDone = i18n.Message{ID: "learn.move.done",
		Other: "Your 211 turned the corner on c2. One free way is enough, but a ship never jumps over another."}
	msgMoveOther = i18n.Message{ID: "learn.move.other",
		Other: "Try again: your 211 on b2 reaches c3 in one turn, by c2."}
)

// A lesson: expelling.
var (
	msgExpel     = i18n.Message{ID: "learn.expel.title", Other: "Expelling"}
	msgExpelTask = i18n.Message{ID: "learn.expel.task",
		Other: "A ship that arrives on an enemy ship expels it into exile, if it has at least as many cannons " +
			"as the enemy has shields. Your 211 on c4 has one cannon, Blue's 121 on b3 one shield. Expel it."}
	msgExpelDone = i18n.Message{ID: "learn.expel.done",
		Other: "Blue's 121 is in exile: one cannon is enough for one shield. No Blue ship can expel your 211 on b3 " +
			"next turn."}
	msgExpelShift = i18n.Message{ID: "learn.expel.shift",
		Other: "Swaps and rotations never expel. Move your 211 on c4 onto Blue's 121 on b3."}
	msgExpelOther = i18n.Message{ID: "learn.expel.other",
		Other: "That expels nothing. Blue's 121 on b3 is two squares from your 211 on c4, around a corner."}
)

// A lesson: winning.
var (
	msgWin     = i18n.Message{ID: "learn.win.title", Other: "Winning"}
	msgWinTask = i18n.Message{ID: "learn.win.task",
		Other: "Whoever loses the corvette loses the game. Which of your ships reaches Blue's, the 111 on c6?"}
	msgWinDone = i18n.Message{ID: "learn.win.done",
		Other: "Your 212 has expelled Blue's corvette. The game is over, and the victory is yours: one point."}
	msgWinExpels = i18n.Message{ID: "learn.win.expels",
		Other: "That expels Blue's {{.Enemy}}, but the game goes on. Which of your ships reaches Blue's 111 on c6?"}
	msgWinOther = i18n.Message{ID: "learn.win.other",
		Other: "Blue's corvette is still there. Which of your ships reaches it on c6?"}
)

// A lesson: ships with two shields.
var (
	msgShields     = i18n.Message{ID: "learn.shields.title", Other: "Two shields"}
	msgShieldsTask = i18n.Message{ID: "learn.shields.task",
		Other: "Blue's 112 on c4 stands beside your 211 on b4 and your 121 on c3. It has two shields, so one " +
			"cannon isn't enough. Expel it with the right ship."}
	msgShieldsDone = i18n.Message{ID: "learn.shields.done",
		Other: "Your 121 has two cannons, enough for two shields. Your 211 has one, and can never expel such a " +
			"ship."}
	msgShieldsOther = i18n.Message{ID: "learn.shields.other",
		Other: "Blue's 112 is still on c4. That takes two cannons: a ship whose second digit is 2."}
)

func basicLessons() []Lesson {
	return []Lesson{
		{ID: "names", Title: msgNames, praise: msgNamesDone,
			Start: position("6x4 c1d1--b2--c2a1-- c6b6d6--a5------ r - 4 b"),
			steps: []step{{task: msgNamesTask, goal: moves(rules.Ship212),
				misses: []miss{{always, msgNamesOther}}}}},
		{ID: "move", Title: msgMove, praise: msgMoveDone,
			Start: position("6x4 c1d1--b3b2------ d6b6d5a6-------- r - 4 b"),
			steps: []step{{task: msgMoveTask, goal: plays("211-c3"), misses: []miss{{always, msgMoveOther}}}}},
		{ID: "expel", Title: msgExpel, praise: msgExpelDone,
			Start: position("6x4 c1a1----c4--d2-- b6b5b3d5-------- r - 3 r"),
			steps: []step{{task: msgExpelTask, goal: expels(rules.Ship121), misses: []miss{
				{isShift, msgExpelShift}, {always, msgExpelOther}}}}},
		{ID: "win", Title: msgWin, praise: msgWinDone,
			Start: position("6x4 b1----c2--d5b4-- c6b6a5--------c5 r - 4 b"),
			steps: []step{{task: msgWinTask, goal: wins, misses: []miss{{expelsAny, msgWinExpels}, {always, msgWinOther}}}}},
		{ID: "shields", Title: msgShields, praise: msgShieldsDone,
			Start: position("6x4 b1--c3--b4d1---- c6c4----d6a6---- r - 5 b"),
			steps: []step{{task: msgShieldsTask, goal: expels(rules.Ship112), misses: []miss{{always, msgShieldsOther}}}}},
	}
}
