// Package hints writes hints: the best turn, the reasons for it, the outlook, the expected line and the alternatives;
// or, for a gentle hint, only where to look. Texts about the number of hints are in package text.
package hints

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/explain"
)

var (
	msgHint = i18n.Message{ID: "hint.best",
		Other: "**{{.Turn}}** — {{.Words}}."}
	msgExpected  = i18n.Message{ID: "hint.line", Other: "Expected next: {{.Turns}}."}
	msgLineYou   = i18n.Message{ID: "hint.line.you", Other: "you `{{.Turn}}`"}
	msgLineOther = i18n.Message{ID: "hint.line.other", Other: "{{.Side}} `{{.Turn}}`"}
	msgAlso      = i18n.Message{ID: "hint.also", Other: "Also possible:"}
)

const (
	maxLine    = 4 // turns shown of the line that follows the best
	maxOthers  = 2 // other candidates
	maxReasons = 2 // for the best
)

// Whole returns the full text of a hint for the side to move of g. The hint must have a candidate.
func Whole(t i18n.Printer, g *rules.Game, hint play.Hint) string {
	list, p := shown(hint), g.Position()
	best := list[0]
	lines := []string{Best(t, g, best)}
	if !saysEnd(best.Reasons) {
		lines = append(lines, prospect(t, g, best))
	}
	if next := Expected(best); len(next) > 0 {
		lines = append(lines, t.Text(msgExpected, i18n.Args{"Turns": turns.Commas(t, lineWords(t, p.Side(), next))}))
	}
	if len(list) > 1 {
		lines = append(lines, t.Text(msgAlso, nil))
	}
	for i := range list[1:] {
		lines = append(lines, otherText(t, p, list[:i+2]))
	}
	return turns.Joined("\n", lines...)
}

// Best names the best turn in g and the reasons for it.
func Best(t i18n.Printer, g *rules.Game, c play.Candidate) string {
	p := g.Position()
	return turns.Joined("\n", t.Text(msgHint, i18n.Args{"Turn": c.Turn, "Words": turns.Words(t, p, c.Turn)}),
		mainReasons(t, p.Side(), c.Reasons))
}

// Reasons returns the main reasons for a candidate of side, addressed to that side; "" if there are none.
func Reasons(t i18n.Printer, side rules.Color, c play.Candidate) string {
	return mainReasons(t, side, c.Reasons)
}

func mainReasons(t i18n.Printer, side rules.Color, reasons []explain.Reason) string {
	var said []string
	for _, r := range weightiest(reasons, maxReasons) {
		said = append(said, reasonText(t, side, r))
	}
	return strings.Join(said, " ")
}

// Expected returns the turns that are certain to follow a candidate, up to the number a hint shows.
func Expected(c play.Candidate) []rules.Turn {
	n := min(len(c.Line), c.Sure, 1+maxLine)
	return c.Line[min(1, n):n]
}

// lineWords lists the turns after one of side, each with its side.
func lineWords(t i18n.Printer, side rules.Color, line []rules.Turn) []string {
	words := make([]string, len(line))
	for i, turn := range line {
		form := i18n.Either(i%2 == 1, msgLineYou, msgLineOther)
		words[i] = t.Text(form, i18n.Args{"Side": turns.Side(t, side.Other()), "Turn": turn})
	}
	return words
}
