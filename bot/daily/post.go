// Package daily has puzzles: the puzzle of the day, which a job posts in a channel of each server, and /puzzle, where
// people solve puzzles in private at their own pace.
package daily

import (
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/solve"
	"madbot/bot/play"
	"madbot/bot/play/worker"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/puzzle"
)

// The post of the puzzle of the day, in its channel: what it asks, with a button; and the next day how many solved it,
// of those how many on the first try, the solution, and that no other follows.
var (
	msgPost   = i18n.Message{ID: "daily.post", Other: "**Puzzle of the day**: {{.Side}} to play"}
	msgSoFar  = i18n.Message{ID: "daily.sofar", Other: "Solved so far: {{.Count}}"}
	msgSolved = i18n.Message{ID: "daily.solved", Other: "Solved: {{.Count}}, on the first try: {{.Once}}"}
	msgSolve  = i18n.Message{ID: "daily.button", Other: "Solve"}
	msgPaused = i18n.Message{ID: "daily.paused", Other: "Nobody has solved one for a week: I pause. `/server` starts it again."}
)

// Handlers handles what Commands and Controls list. Every field is required.
type Handlers struct {
	Service *Service
	View    *show.View
	Panel   *solve.Panel
	Puzzles *Puzzles
	Posts   *show.Notifier
}

// Commands returns none: the post in the channel has a button.
func (h *Handlers) Commands() []dispatch.Command { return nil }

// Controls returns the handler of that button and of the panel it opens.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Daily: {Run: h.solve, Inline: true, Prompt: true}}
}

// Jobs returns the job that posts puzzles of the day; none without a Service.
func (h *Handlers) Jobs() []worker.Kind {
	if h.Service == nil {
		return nil
	}
	return []worker.Kind{Job(Poster{h.Posts, h.Message}, h.Service.Deck, h.View.Log)}
}

// Message returns the post for n.
func (h *Handlers) Message(n play.DailyNews) ui.Message {
	t := h.View.Catalog.Printer(n.Locale)
	p, known := h.Service.Deck.Puzzle(n.Puzzle)
	if !known { // its file was replaced
		return ui.Message{Block: true, Text: result(t, n, nil)}
	}
	side := p.Position.Side()
	msg := ui.Message{Block: true, Text: t.Text(msgPost, i18n.Args{"Side": turns.Side(t, side)}),
		Picture: h.View.Picture(t, show.Scene{Game: p.Game(), Side: side})}
	if n.Closed {
		msg.Text += "\n" + result(t, n, &p)
		return msg
	}
	if n.Solvers > 0 {
		msg.Text += "\n" + t.Text(msgSoFar, i18n.Args{"Count": n.Solvers})
	}
	msg.Rows = ui.Buttons(ui.Button{ID: solve.Opens(ui.Daily, ui.Number(int(n.Day))), Label: t.Text(msgSolve, nil),
		Style: ui.Strong})
	return msg
}

// result returns the text about a closed puzzle: who solved it, and the solution.
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
		lines = append(lines, solve.Solution(t, p))
	}
	if n.Paused {
		lines = append(lines, t.Text(msgPaused, nil))
	}
	return strings.Join(lines, "\n")
}

// maxNamed is how many solvers are named.
const maxNamed = 20
