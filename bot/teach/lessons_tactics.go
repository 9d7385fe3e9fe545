package teach

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A lesson: what can come back after an expulsion.
var (
	msgGuard     = i18n.Message{ID: "learn.guard.title", Other: "Look before you expel"}
	msgGuardTask = i18n.Message{ID: "learn.guard.task",
		Other: "Your 222 on c3 can expel Blue's 121 on c5 or Blue's 212 on a3. After one of these, Blue could " +
			"expel your 222 for good: it comes home by a swap with your corvette only, which would lose. " +
			"Choose the other."}
	msgGuardDone = i18n.Message{ID: "learn.guard.done",
		Other: "On c5, Blue's 221 on b6 could have expelled your 222: your strongest ship for a frigate. " +
			"Before you expel a ship, look at what can come back."}
	msgGuardTrap = i18n.Message{ID: "learn.guard.trap",
		Other: "Blue's 221 on b6 could then expel your 222 on c5, your strongest ship for a frigate. Try again."}
	msgGuardOther = i18n.Message{ID: "learn.guard.other",
		Other: "That expels nothing. Expel the ship that leaves your 222 safe."}
)

// A lesson: the last two corvettes.
var (
	msgCount     = i18n.Message{ID: "learn.count.title", Other: "Only the corvettes"}
	msgCountTask = i18n.Message{ID: "learn.count.task",
		Other: "Only the corvettes are left, three steps apart, and nobody may pass. Blue's 111 on a6 is in the " +
			"corner. Move your 111 on b4 so that you can expel it next turn, whatever Blue plays."}
	msgCountNext = i18n.Message{ID: "learn.count.next",
		Other: "Blue's 111 had to go beside your 111 on b5. Expel it on a5."}
	msgCountDone = i18n.Message{ID: "learn.count.done",
		Other: "You've won. Count the steps between two last corvettes when it's your turn: with an odd number you " +
			"can win by force, with an even one your opponent can."}
	msgCountFar = i18n.Message{ID: "learn.count.far",
		Other: "Blue's corvette could still go where yours doesn't reach it next turn. Try again."}
	msgCountLate = i18n.Message{ID: "learn.count.late",
		Other: "Blue's 111 on a5 is right beside your corvette: expel it."}
)

func tacticLessons() []Lesson {
	return []Lesson{
		{ID: "guard", Title: msgGuard, praise: msgGuardDone,
			Start: position("6x4 a1a2d2--------c3 a6c6c5----a3b6-- r - 1 r"),
			steps: []step{{task: msgGuardTask, goal: expelsSafely, misses: []miss{
				{expels(rules.Ship121), msgGuardTrap}, {always, msgGuardOther}}}}},
		{ID: "count", Title: msgCount, praise: msgCountDone,
			Start: position("6x4 b4-------------- a6-------------- r - 4 b"),
			steps: []step{
				{task: msgCountTask, goal: traps, reply: "111-a5", misses: []miss{{always, msgCountFar}}},
				{task: msgCountNext, goal: wins, misses: []miss{{always, msgCountLate}}},
			}},
	}
}
