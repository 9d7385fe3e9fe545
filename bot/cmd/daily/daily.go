// Package daily shows the puzzle of the day, to all and to whoever solves it.
package daily

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/daily"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/bot/view"
	"madbot/rules/puzzle"
)

// The post of the puzzle of the day, in its channel: what it asks; and the next day how many solved it, of those how
// many with their first turn, the solution, and that no other follows.
var (
	msgPost     = i18n.Message{ID: "daily.post", Other: "**Puzzle of the day**: {{.Side}} to play"}
	msgSolved   = i18n.Message{ID: "daily.solved", Other: "Solved: {{.Count}}, at once: {{.Once}}"}
	msgSolution = i18n.Message{ID: "daily.solution", Other: "Solution: {{.Turns}}"}
	msgPaused   = i18n.Message{ID: "daily.paused", Other: "Nobody has solved one for a week: I pause. `/server` goes on."}
)

// Words says what the posts of puzzles of the day tell.
type Words struct {
	View *view.View
	Deck *daily.Deck
}

// Message is the post of n.
func (w Words) Message(n play.DailyNews) ui.Message {
	t := w.View.Catalog.Printer(n.Locale)
	p, known := w.Deck.Puzzle(n.Puzzle)
	if !known { // of a file that was replaced
		return ui.Message{Block: true, Text: result(t, n, nil)}
	}
	side := p.Position.Side()
	msg := ui.Message{Block: true, Text: t.Text(msgPost, i18n.Args{"Side": turns.Side(t, side)}),
		Picture: w.View.Picture(t, view.Scene{Game: p.Game(), Side: side})}
	if n.Closed {
		msg.Text += "\n" + result(t, n, &p)
	}
	return msg
}

// result tells how a puzzle of the day went.
func result(t i18n.Printer, n play.DailyNews, p *puzzle.Puzzle) string {
	lines := []string{t.Text(msgSolved, i18n.Args{"Count": n.Solvers, "Once": n.AtOnce})}
	if named := n.Named[:min(len(n.Named), maxNamed)]; len(named) > 0 {
		var list []string
		for _, id := range named {
			list = append(list, text.Mention(t, id))
		}
		lines[0] += " · " + turns.And(t, list)
	}
	if p != nil {
		lines = append(lines, Solution(t, p))
	}
	if n.Paused {
		lines = append(lines, t.Text(msgPaused, nil))
	}
	return strings.Join(lines, "\n")
}

// maxNamed is how many are named: as many as are read.
const maxNamed = 20

// Solution tells how to solve p, to whoever uncovers it.
func Solution(t i18n.Printer, p *puzzle.Puzzle) string {
	var all []string
	for _, turn := range p.Solution {
		all = append(all, turn.String())
	}
	return t.Text(msgSolution, i18n.Args{"Turns": "||" + strings.Join(all, " ") + "||"})
}
