// Package hints holds what people read of a hint: the turn, what speaks for it, how the game then stands, what is
// expected next and what else could be played; or only, step by step, where to look. How many hints there may be in
// a match is in package text.
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
		Other: "Hint: **{{.Turn}}** — {{.Words}}."}
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

// Whole puts all of a hint for the side to move of g, which must have a candidate, into words.
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

// Best says which turn is the best one in g, and what speaks for it.
func Best(t i18n.Printer, g *rules.Game, c play.Candidate) string {
	p := g.Position()
	return turns.Joined("\n", t.Text(msgHint, i18n.Args{"Turn": c.Turn, "Words": turns.Words(t, p, c.Turn)}),
		mainReasons(t, p.Side(), c.Reasons))
}

// Reasons says what speaks most for a candidate of side, to that side; "" when nothing does.
func Reasons(t i18n.Printer, side rules.Color, c play.Candidate) string {
	return mainReasons(t, side, c.Reasons)
}

// mainReasons says what speaks most for a turn of side; "" when nothing does.
func mainReasons(t i18n.Printer, side rules.Color, reasons []explain.Reason) string {
	var said []string
	for _, r := range weightiest(reasons, maxReasons) {
		said = append(said, reasonText(t, side, r))
	}
	return strings.Join(said, " ")
}

// Expected returns the turns that are sure to follow a candidate, as many as a hint shows.
func Expected(c play.Candidate) []rules.Turn {
	n := min(len(c.Line), c.Sure, 1+maxLine)
	return c.Line[min(1, n):n]
}

// lineWords lists turns that follow one of side, each with its player.
func lineWords(t i18n.Printer, side rules.Color, line []rules.Turn) []string {
	words := make([]string, len(line))
	for i, turn := range line {
		form := i18n.Either(i%2 == 1, msgLineYou, msgLineOther)
		words[i] = t.Text(form, i18n.Args{"Side": turns.Side(t, side.Other()), "Turn": turn})
	}
	return words
}
