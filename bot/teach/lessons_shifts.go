package teach

import "madbot/bot/i18n"

// A lesson: swapping.
var (
	msgSwap     = i18n.Message{ID: "learn.swap.title", Other: "Swapping"}
	msgSwapTask = i18n.Message{ID: "learn.swap.task",
		Other: "Two of your ships can change places, however far apart, if their numbers add up to 333. Blue's " +
			"211 on c5 could expel your 121 on c3, which has one shield. Swap it with your 212 on d1, which " +
			"has two."}
	msgSwapDone = i18n.Message{ID: "learn.swap.done",
		Other: "One cannon isn't enough for your 212 on c3, which now threatens Blue's 211 on c5. The pairs are 111 " +
			"and 222, 112 and 221, 121 and 212, 122 and 211."}
	msgSwapOther = i18n.Message{ID: "learn.swap.other",
		Other: "Try again: your 121 on c3 and your 212 on d1 should change places."}
)

// A lesson: rotating.
var (
	msgRotate     = i18n.Message{ID: "learn.rotate.title", Other: "Rotating"}
	msgRotateTask = i18n.Message{ID: "learn.rotate.task",
		Other: "The destroyers 122, 212 and 221 can move round by one place, in either direction. Your 212 on " +
			"b3 has one cannon, too few for Blue's 112 on b4. Bring 122 to b3, with two cannons and two " +
			"shields."}
	msgRotateDone = i18n.Message{ID: "learn.rotate.done",
		Other: "Your 122 on b3 now threatens Blue's 112 on b4, which can't expel it. The frigates 112, 121 and " +
			"211 rotate in the same way."}
	msgRotateBack = i18n.Message{ID: "learn.rotate.back",
		Other: "That's the other direction. It brings 221 to b3, where Blue's 112 on b4 could expel it. Try again."}
	msgRotateOther = i18n.Message{ID: "learn.rotate.other",
		Other: "Rotate all three destroyers, so that 122 comes to b3."}
)

// A lesson: bringing a ship home from exile.
var (
	msgHome     = i18n.Message{ID: "learn.home.title", Other: "Home from exile"}
	msgHomeTask = i18n.Message{ID: "learn.home.task",
		Other: "A swap or a rotation brings a ship home from exile: exile counts as its place, and another " +
			"ship goes there instead. Your 221, a destroyer, is in exile. Bring it home at the price of a " +
			"frigate, your 112 on c3."}
	msgHomeDone = i18n.Message{ID: "learn.home.done",
		Other: "Your 221 is back on c3, for your 112. A destroyer is worth more than a frigate."}
	msgHomeDear = i18n.Message{ID: "learn.home.dear",
		Other: "That brings 221 home, but sends your {{.Exiled}} into exile, another destroyer. Find the turn " +
			"that costs only a frigate."}
	msgHomeOther = i18n.Message{ID: "learn.home.other",
		Other: "Your 221 is still in exile. Swap it with your 112 on c3."}
)

// A lesson: the bonus.
var (
	msgBonus     = i18n.Message{ID: "learn.bonus.title", Other: "The bonus"}
	msgBonusTask = i18n.Message{ID: "learn.bonus.task",
		Other: "A move of exactly one square onto the enemy's home row earns a bonus: a swap or rotation of the ship " +
			"that moved. Move your 121 on b5 to b6, and swap it with your 212."}
	msgBonusDone = i18n.Message{ID: "learn.bonus.done",
		Other: "Your 212 on b6 is safe from one cannon and attacks Blue's 111 on d6. Whatever Blue plays, you can " +
			"expel it next turn."}
	msgBonusLeft = i18n.Message{ID: "learn.bonus.left",
		Other: "That earns the bonus, but Blue's 112 on a6 could expel your 121. Try again, and let the swap " +
			"of 121 and 212 follow."}
	msgBonusOther = i18n.Message{ID: "learn.bonus.other",
		Other: "That earns no bonus. Move your 121 on b5 to b6, one square onto Blue's home row."}
)

func shiftLessons() []Lesson {
	return []Lesson{
		{ID: "swap", Title: msgSwap, praise: msgSwapDone,
			Start: position("6x4 a1--c3b1--d1---- c6b6----c5--a4-- r - 2 b"),
			steps: []step{{task: msgSwapTask, goal: plays("121=212"), misses: []miss{{always, msgSwapOther}}}}},
		{ID: "rotate", Title: msgRotate, praise: msgRotateDone,
			Start: position("6x4 c1----d2--b3a1-- a6b4----a5c4---- r - 4 r"),
			steps: []step{{task: msgRotateTask, goal: plays("122>212>221"), misses: []miss{
				{isRotation, msgRotateBack}, {always, msgRotateOther}}}}},
		{ID: "home", Title: msgHome, praise: msgHomeDone,
			Start: position("6x4 b1c3--b2--c2---- b6b5d4--c6------ r - 2 b"),
			steps: []step{{task: msgHomeTask, goal: plays("112=221"), misses: []miss{
				{isRotation, msgHomeDear}, {always, msgHomeOther}}}}},
		{ID: "bonus", Title: msgBonus, praise: msgBonusDone,
			Start: position("6x4 d1--b5b1--a1---- d6a6--d5a4------ r - 6 r"),
			steps: []step{{task: msgBonusTask, goal: plays("121-b6+121=212"), misses: []miss{
				{plays("121-b6"), msgBonusLeft}, {always, msgBonusOther}}}}},
	}
}
