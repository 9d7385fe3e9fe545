package learn

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A lesson: what can come back after an expulsion.
var (
	msgGuard     = i18n.Message{ID: "learn.guard.title", Other: "Look before you expel"}
	msgGuardTask = i18n.Message{ID: "learn.guard.task",
		Other: "Your 222 on c3 can expel Blue's 121 on c5 or Blue's 212 on a3. After one of these, Blue could " +
			"expel your 222 in return, and it never comes home: it swaps with your corvette only, and that " +
			"would lose. Choose the other."}
	msgGuardDone = i18n.Message{ID: "learn.guard.done",
		Other: "No ship of Blue's can expel your 222 on a3 next. On c5, Blue's 221 on b6 could have expelled " +
			"it: your strongest ship for a frigate. Before you expel a ship, look at what can come back."}
	msgGuardTrap = i18n.Message{ID: "learn.guard.trap",
		Other: "That expels 121, but then Blue's 221 on b6 could expel your 222 on c5, your strongest ship for " +
			"a frigate. Try again."}
	msgGuardShift = i18n.Message{ID: "learn.guard.shift",
		Other: "That changes the places of ships. This time, expel a ship with your 222 on c3."}
	msgGuardOther = i18n.Message{ID: "learn.guard.other",
		Other: "That moves your {{.Ship}} to {{.To}} and expels nothing. Expel the ship of Blue's after which " +
			"your 222 is safe."}
)

// A lesson: the last two corvettes.
var (
	msgCount     = i18n.Message{ID: "learn.count.title", Other: "Only the corvettes"}
	msgCountTask = i18n.Message{ID: "learn.count.task",
		Other: "Only the corvettes are left, three steps apart, and nobody may pass. Blue's 111 on a6 is in the " +
			"corner. Move your 111 on b4 so that you can expel it next, whatever Blue plays."}
	msgCountNext = i18n.Message{ID: "learn.count.next",
		Other: "Blue had no good turn: Blue's 111 went to a5, beside your 111 on b5. Expel it."}
	msgCountDone = i18n.Message{ID: "learn.count.done",
		Other: "You've won. With only the corvettes left, count the steps from one to the other when it's your " +
			"turn: with an odd number you can win by force, with an even number your enemy can."}
	msgCountFar = i18n.Message{ID: "learn.count.far",
		Other: "With your corvette on {{.To}}, Blue's corvette could still go where you don't reach it next. Try " +
			"again."}
	msgCountLate = i18n.Message{ID: "learn.count.late",
		Other: "That moves your corvette to {{.To}}. Blue's 111 on a5 is beside it as it stands: expel it."}
)

func tactics() []Lesson {
	return []Lesson{
		{ID: "guard", Title: msgGuard, praise: msgGuardDone,
			Start: position("6x4 a1a2d2--------c3 a6c6c5----a3b6-- r - 1 r"),
			steps: []step{{task: msgGuardTask, goal: expelsSafely, misses: []miss{
				{expels(rules.Ship121), msgGuardTrap}, {isShift, msgGuardShift}, {always, msgGuardOther}}}}},
		{ID: "count", Title: msgCount, praise: msgCountDone,
			Start: position("6x4 b4-------------- a6-------------- r - 4 b"),
			steps: []step{
				{task: msgCountTask, goal: traps, reply: "111-a5", misses: []miss{{always, msgCountFar}}},
				{task: msgCountNext, goal: wins, misses: []miss{{always, msgCountLate}}},
			}},
	}
}
