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
		Other: "**Not this time, but your first games are for learning.** Before every turn, look whether the enemy " +
			"could expel your corvette next turn. `/learn` takes you to the lessons, or to another game."}
	msgResultLeft = i18n.Message{ID: "learn.result.left",
		Other: "**You ended this one early, and that's fine.** `/learn` takes you to the lessons, or to another game."}
)

// maxNotes is how many topics are explained at a time.
const maxNotes = 3

// FirstGameNotes returns the notes for the learner, who plays side, in the panel of a first game: on their turn, what
// is possible for the first time; after the game, a word about the result.
func FirstGameNotes(t i18n.Printer, g *rules.Game, side rules.Color) (lines []string) {
	if said := result(t, g.Outcome(), side); said != "" {
		return []string{said}
	}
	topics := NewTopics(g, side)
	for _, k := range topics[:min(len(topics), maxNotes)] {
		lines = append(lines, "- "+Explain(t, g, k))
	}
	return lines
}

// result returns congratulations or consolation after a first game, and "" during it.
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
