package learn

import "madbot/bot/i18n"

// A lesson: swapping.
var (
	msgSwap     = i18n.Message{ID: "learn.swap.title", Other: "Swapping"}
	msgSwapTask = i18n.Message{ID: "learn.swap.task",
		Other: "Two of your ships can change places, however far apart, if their numbers add up to 333, as " +
			"in 121 and 212. Blue's 211 on c5 could expel your 121 on c3, which has one shield. Swap it with " +
			"your 212 on d1, which has two."}
	msgSwapDone = i18n.Message{ID: "learn.swap.done",
		Other: "One cannon isn't enough for your 212 on c3, which now threatens Blue's 211 on c5. The pairs are 111 " +
			"and 222, 112 and 221, 121 and 212, 122 and 211."}
	msgSwapPair = i18n.Message{ID: "learn.swap.pair",
		Other: "That's a swap, but it leaves your 121 where it can be expelled. Swap your 121 on c3 with its " +
			"complement, your 212 on d1."}
	msgSwapRotation = i18n.Message{ID: "learn.swap.rotation",
		Other: "That's a rotation, which comes next. Swap your 121 on c3 with your 212 on d1."}
	msgSwapOther = i18n.Message{ID: "learn.swap.other",
		Other: "That moves your {{.Ship}} to {{.To}}. This time, let two ships change places: your 121 on c3 " +
			"and your 212 on d1."}
)

// A lesson: rotating.
var (
	msgRotate     = i18n.Message{ID: "learn.rotate.title", Other: "Rotating"}
	msgRotateTask = i18n.Message{ID: "learn.rotate.task",
		Other: "The destroyers 122, 212 and 221 can move round by one place, in either direction. Your 212 on " +
			"b3 has one cannon, too few for Blue's 112 on b4. Rotate so that 122, with two cannons and two " +
			"shields, comes to b3."}
	msgRotateDone = i18n.Message{ID: "learn.rotate.done",
		Other: "Your 122 on b3 now threatens Blue's 112 on b4, whose one cannon is too weak for two shields. " +
			"The frigates 112, 121 and 211 rotate in the same way."}
	msgRotateBack = i18n.Message{ID: "learn.rotate.back",
		Other: "That's a rotation in the other direction. It brings 221 to b3, where Blue's 112 on b4 could expel " +
			"it, as 221 has one shield. Try again."}
	msgRotateSwap = i18n.Message{ID: "learn.rotate.swap",
		Other: "That's a swap of two ships. Rotate all three destroyers, so that 122 comes to b3."}
	msgRotateOther = i18n.Message{ID: "learn.rotate.other",
		Other: "That moves your {{.Ship}} to {{.To}}. This time, rotate your destroyers, so that 122 comes " +
			"to b3."}
)

// A lesson: bringing a ship home from exile.
var (
	msgHome     = i18n.Message{ID: "learn.home.title", Other: "Home from exile"}
	msgHomeTask = i18n.Message{ID: "learn.home.task",
		Other: "Ships come home from exile by a swap or a rotation: exile counts as the place of one of them, " +
			"and another goes there instead. Your 221, a destroyer, is in exile. Bring it home at the price of " +
			"a frigate, your 112 on c3."}
	msgHomeDone = i18n.Message{ID: "learn.home.done",
		Other: "Your 221 stands on c3, and 112 is in exile instead. A destroyer is worth more than a frigate, " +
			"so it was worth the turn."}
	msgHomeDear = i18n.Message{ID: "learn.home.dear",
		Other: "That brings 221 home, but sends your {{.Exiled}} into exile, another destroyer. Find the turn " +
			"that costs only a frigate."}
	msgHomeSwap = i18n.Message{ID: "learn.home.swap",
		Other: "That's a swap, but it sends your {{.Exiled}} into exile, a destroyer for a frigate. Swap 221 with " +
			"the ship whose digits complete it to 3, your 112 on c3."}
	msgHomeOther = i18n.Message{ID: "learn.home.other",
		Other: "That moves your {{.Ship}} to {{.To}}, and 221 stays in exile. Swap it with your 112 on c3."}
)

// A lesson: the bonus.
var (
	msgBonus     = i18n.Message{ID: "learn.bonus.title", Other: "The bonus"}
	msgBonusTask = i18n.Message{ID: "learn.bonus.task",
		Other: "A move of exactly one square that arrives on the enemy's home row, here row 6, earns a bonus: a " +
			"swap or rotation with the ship that moved, in the same turn. On b6 your 121 could be expelled by " +
			"Blue's 112 on a6. Move your 121 on b5 there, and swap it with your 212 as the bonus."}
	msgBonusDone = i18n.Message{ID: "learn.bonus.done",
		Other: "Your 212 on b6 is safe from one cannon and attacks Blue's 111 on d6. Whatever Blue plays, you " +
			"can expel that corvette next."}
	msgBonusLeft = i18n.Message{ID: "learn.bonus.left",
		Other: "That move earns the bonus, but doesn't use it: Blue's 112 on a6 could expel your 121. Try again, " +
			"and let the swap of 121 and 212 follow."}
	msgBonusShift = i18n.Message{ID: "learn.bonus.shift",
		Other: "That changes places without a move. First move your 121 on b5 to b6; the swap with 212 then " +
			"comes on top."}
	msgBonusOther = i18n.Message{ID: "learn.bonus.other",
		Other: "That moves your {{.Ship}} to {{.To}} and earns no bonus. Move your 121 on b5 to b6, one square " +
			"onto Blue's home row."}
)

func shifts() []Lesson {
	return []Lesson{
		{ID: "swap", Title: msgSwap, praise: msgSwapDone,
			Start: position("6x4 a1--c3b1--d1---- c6b6----c5--a4-- r - 2 b"),
			steps: []step{{task: msgSwapTask, goal: plays("121=212"), misses: []miss{
				{isSwap, msgSwapPair}, {isRotation, msgSwapRotation}, {always, msgSwapOther}}}}},
		{ID: "rotate", Title: msgRotate, praise: msgRotateDone,
			Start: position("6x4 c1----d2--b3a1-- a6b4----a5c4---- r - 4 r"),
			steps: []step{{task: msgRotateTask, goal: plays("122>212>221"), misses: []miss{
				{isRotation, msgRotateBack}, {isSwap, msgRotateSwap}, {always, msgRotateOther}}}}},
		{ID: "home", Title: msgHome, praise: msgHomeDone,
			Start: position("6x4 b1c3--b2--c2---- b6b5d4--c6------ r - 2 b"),
			steps: []step{{task: msgHomeTask, goal: plays("112=221"), misses: []miss{
				{isRotation, msgHomeDear}, {isSwap, msgHomeSwap}, {always, msgHomeOther}}}}},
		{ID: "bonus", Title: msgBonus, praise: msgBonusDone,
			Start: position("6x4 d1--b5b1--a1---- d6a6--d5a4------ r - 6 r"),
			steps: []step{{task: msgBonusTask, goal: plays("121-b6+121=212"), misses: []miss{
				{plays("121-b6"), msgBonusLeft}, {isShift, msgBonusShift}, {always, msgBonusOther}}}}},
	}
}
