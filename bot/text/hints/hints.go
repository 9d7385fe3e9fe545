// Package hints holds what people read of a hint: the turn, what speaks for it, how the game then stands, what is
// expected next and what else could be played; or only, step by step, where to look. How many hints there may be in
// a match is in package text.
package hints

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/reason"
)

var (
	msgHint = i18n.Message{ID: "hint.best",
		Other: "Hint, for you alone: **{{.Turn}}** ({{.Words}})."}
	msgExpected  = i18n.Message{ID: "hint.line", Other: "Expected next: {{.Turns}}."}
	msgLineYou   = i18n.Message{ID: "hint.line.you", Other: "you `{{.Turn}}`"}
	msgLineOther = i18n.Message{ID: "hint.line.other", Other: "{{.Side}} `{{.Turn}}`"}
	msgAlso      = i18n.Message{ID: "hint.also", Other: "Also possible, numbered like the arrows:"}
)

// Another turn beside the best.
var (
	msgAsGood = i18n.Message{ID: "other.asgood", Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) is about as good."}
	msgWeaker = i18n.Message{ID: "other.weaker", Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) is a little weaker."}
	msgMuch   = i18n.Message{ID: "other.muchweaker", Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) is much weaker."}

	msgWinsToo     = i18n.Message{ID: "other.win", Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) wins by force as well."}
	msgSemiToo     = i18n.Message{ID: "other.semi", Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) brings the semi-victory by force."}
	msgSemiLossToo = i18n.Message{ID: "other.semiloss",
		Other: "**{{.Arrow}}** `{{.Turn}}` ({{.Words}}) leaves the other side a semi-victory by force."}
)

const (
	maxLine    = 4 // turns shown of the line that follows the best
	maxOthers  = 2 // other candidates
	maxReasons = 2 // for the best
)

// Whole puts all of a hint for the side to move of g, which must have a candidate, into words.
func Whole(t i18n.Printer, g *rules.Game, hint play.Hint) string {
	best, p := hint.Candidates[0], g.Position()
	lines := []string{t.Text(msgHint, i18n.Args{"Turn": best.Turn, "Words": turns.Words(t, p, best.Turn)})}
	if why := mainReasons(t, p.Side(), best.Reasons); why != "" {
		lines = append(lines, why)
	}
	if !saysEnd(best.Reasons) {
		lines = append(lines, prospect(t, g, best))
	}
	if next := Expected(best); len(next) > 0 {
		lines = append(lines, t.Text(msgExpected, i18n.Args{"Turns": turns.Commas(t, lineWords(t, p.Side(), next))}))
	}
	for i, other := range shown(hint)[1:] {
		if i == 0 {
			lines = append(lines, t.Text(msgAlso, nil))
		}
		lines = append(lines, otherText(t, p, best, numbered{other, i + 2}))
	}
	return strings.Join(lines, "\n")
}

// prospect says what is proven, or who is ahead, and how near the stall is.
func prospect(t i18n.Printer, g *rules.Game, best play.Candidate) string {
	said := outlook(t, best)
	if stall := stallNear(t, g.Position(), g.Limit(), best); stall != "" && !saysStall(best.Reasons) {
		said += " " + stall
	}
	return said
}

// mainReasons says what speaks most for a turn of side; "" when nothing does.
func mainReasons(t i18n.Printer, side rules.Color, reasons []reason.Reason) string {
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

// lineWords lists turns that follow one of side, each with who plays it.
func lineWords(t i18n.Printer, side rules.Color, line []rules.Turn) []string {
	words := make([]string, len(line))
	for i, turn := range line {
		form := msgLineOther
		if i%2 == 1 {
			form = msgLineYou
		}
		words[i] = t.Text(form, i18n.Args{"Side": turns.Side(t, side.Other()), "Turn": turn})
	}
	return words
}

// Turns returns the turns that Whole proposes, the best first.
func Turns(hint play.Hint) []rules.Turn {
	var list []rules.Turn
	for _, candidate := range shown(hint) {
		list = append(list, candidate.Turn)
	}
	return list
}

// shown are the candidates that Whole proposes: beside a turn that ends the match no other, beside one that is
// proven to win only others that win too, and never one that loses by force beside another.
func shown(hint play.Hint) []play.Candidate {
	best := hint.Candidates[0]
	list := []play.Candidate{best}
	if saysEnd(best.Reasons) {
		return list
	}
	for _, c := range hint.Candidates[1:] {
		worth := c.Proof != play.LossProven && (best.Proof != play.WinProven || c.Proof == play.WinProven)
		if worth && len(list) <= maxOthers {
			list = append(list, c)
		}
	}
	return list
}

// numbered is a candidate and the number of its arrow in the picture.
type numbered struct {
	play.Candidate
	arrow int
}

// otherText names a candidate that is not the best, how good it is, and, unless that is proven, the most
// important reason.
func otherText(t i18n.Printer, p rules.Position, best play.Candidate, c numbered) string {
	args := i18n.Args{"Arrow": c.arrow, "Turn": c.Turn, "Words": turns.Words(t, p, c.Turn)}
	if c.Proof != play.Unproven {
		return t.Text(provenToo(c.Proof), args)
	}
	said := t.Text(compared(best.Worth, c.Worth), args)
	for _, r := range weightiest(unsaid(c.Reasons, best.Reasons), 1) {
		said += " " + reasonText(t, p.Side(), r)
	}
	return said
}

// unsaid returns reasons without the mistakes that those of the best turn name already.
func unsaid(reasons, best []reason.Reason) []reason.Reason {
	told := weightiest(best, maxReasons)
	return slices.DeleteFunc(slices.Clone(reasons), func(r reason.Reason) bool {
		return r.Kind == reason.Declines && slices.Contains(told, r)
	})
}

// compared says how much less a turn of worth w brings than the best.
func compared(best, w play.Worth) i18n.Message {
	switch less := best - w; {
	case less < 0.03:
		return msgAsGood
	case less < 0.12:
		return msgWeaker
	}
	return msgMuch
}

func provenToo(p play.Proof) i18n.Message {
	switch p {
	case play.WinProven:
		return msgWinsToo
	case play.SemiWinProven:
		return msgSemiToo
	}
	return msgSemiLossToo
}
