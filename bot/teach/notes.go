package teach

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// A private note under the result of a first game against the bot. “Mine” is the bot's.
var (
	msgResultWon = i18n.Message{ID: "learn.result.won",
		Other: "**Congratulations, you've won!** `/challenge` starts your next game, with me at a higher level or " +
			"with a friend."}
	msgResultHalf = i18n.Message{ID: "learn.result.half",
		Other: "**Well done: a semi-victory, half a point.** To win the whole point, exile the enemy's corvette. " +
			"`/challenge` starts your next game, with me or with a friend."}
	msgResultNone = i18n.Message{ID: "learn.result.none",
		Other: "**The half point is mine this time.** It goes to whoever expelled last, or to Blue if nobody " +
			"did. `/learn` takes you to another game."}
	msgResultLost = i18n.Message{ID: "learn.result.lost",
		Other: "**Not this time, but your first games are for learning.** Before every turn, look whether the " +
			"enemy could expel your corvette next. `/learn` takes you to the lessons, or to another game."}
	msgResultLeft = i18n.Message{ID: "learn.result.left",
		Other: "**You ended this one early, and that's fine.** `/learn` takes you to the lessons, or to another game."}
)

// maxExplained is how much is explained at once.
const maxExplained = 3

// Notes returns what the learner, who has side, is told during a first game: what is there for the first
// time on a turn of theirs, and in the end a word about that.
func Notes(t i18n.Printer, g *rules.Game, side rules.Color) (lines []string) {
	if said := result(t, g.Outcome(), side); said != "" {
		return []string{said}
	}
	kinds := FirstTimes(g, side)
	for _, k := range kinds[:min(len(kinds), maxExplained)] {
		lines = append(lines, "- "+Explain(t, g, k))
	}
	return lines
}

// result says how the first game ended: congratulation or consolation; "" while it is in progress.
func result(t i18n.Printer, o rules.Outcome, side rules.Color) string {
	form := msgResultLost
	switch {
	case !o.Over():
		return ""
	case o.Winner == side && o.IsSemi():
		form = msgResultHalf
	case o.Winner == side:
		form = msgResultWon
	case o.IsSemi():
		form = msgResultNone
	case o.Reason != rules.CorvetteExile:
		form = msgResultLeft
	}
	return t.Text(form, nil)
}
