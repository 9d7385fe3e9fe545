package teach

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A lesson: a corvette in danger.
var (
	msgDanger     = i18n.Message{ID: "learn.danger.title", Other: "The corvette in danger"}
	msgDangerTask = i18n.Message{ID: "learn.danger.task",
		Other: "Blue's 211 on d2 could expel your corvette, the 111 on c1, and you'd lose. Move it out of " +
			"reach, expel the attacker, or swap the corvette with your 222."}
	msgDangerDone = i18n.Message{ID: "learn.danger.done",
		Other: "No Blue ship can expel your corvette next turn. Look for such attacks before every turn."}
	msgDangerStill = i18n.Message{ID: "learn.danger.still",
		Other: "On {{.To}} a Blue ship could still expel it. Try again."}
	msgDangerOther = i18n.Message{ID: "learn.danger.other",
		Other: "Blue could still expel your 111 on c1. Try again."}
)

// A lesson: the semi-victory.
var (
	msgStall     = i18n.Message{ID: "learn.stall.title", Other: "The semi-victory"}
	msgStallTask = i18n.Message{ID: "learn.stall.task",
		Other: "After 40 turns in a row without an expulsion the game stops, and whoever expelled last has a " +
			"semi-victory, half a point. So far it's 39 turns, and Blue expelled last. Expel a ship now."}
	msgStallDone = i18n.Message{ID: "learn.stall.done",
		Other: "The count begins again at 0, and now you expelled last: if the game stopped, you'd have the " +
			"semi-victory. If nobody ever expels a ship, Blue has it."}
	msgStallMiss = i18n.Message{ID: "learn.stall.miss",
		Other: "That's the 40th turn without an expulsion, so Blue would have the semi-victory. Try again: one " +
			"of your ships can expel Blue's 211 on b5."}
)

func endLessons() []Lesson {
	return []Lesson{
		{ID: "danger", Title: msgDanger, praise: msgDangerDone,
			Start: position("6x4 c1----c4--b4c2a2 c6------d2b5d6b6 r - 13 b"),
			steps: []step{{task: msgDangerTask, goal: savesCorvette, misses: []miss{
				{moves(rules.Ship111), msgDangerStill}, {always, msgDangerOther}}}}},
		{ID: "stall", Title: msgStall, praise: msgStallDone,
			Start: position("6x4 b1a1--d1--b3---- c6c5----b5--d5-- r - 39 b"),
			steps: []step{{task: msgStallTask, goal: expelsAny, misses: []miss{{always, msgStallMiss}}}}},
	}
}
