package text

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
)

var (
	msgHint = i18n.Message{ID: "hint.best",
		Other: "Hint, for you alone: **{{.Turn}}** ({{.Words}})."}
	msgBecause  = i18n.Message{ID: "hint.why", Other: "It {{.Reasons}}."}
	msgExpected = i18n.Message{ID: "hint.line", Other: "Expected then: {{.Turns}}."}
	msgAlso     = i18n.Message{ID: "hint.also", Other: "Also possible:"}
	msgOther    = i18n.Message{ID: "hint.other", Other: "`{{.Turn}}` ({{.Words}}): {{.Worth}}"}
	msgOtherWhy = i18n.Message{ID: "hint.otherwhy",
		Other: "`{{.Turn}}` ({{.Words}}): {{.Worth}}; it {{.Reason}}"}
)

// How good a turn is, by itself and beside the best.
var (
	msgFarAhead  = i18n.Message{ID: "worth.farahead", Other: "With it you are far ahead."}
	msgAhead     = i18n.Message{ID: "worth.ahead", Other: "With it you are ahead."}
	msgBitAhead  = i18n.Message{ID: "worth.bitahead", Other: "With it you are a little ahead."}
	msgEven      = i18n.Message{ID: "worth.even", Other: "With it the match is about even."}
	msgBitBehind = i18n.Message{ID: "worth.bitbehind", Other: "Even so you are a little behind."}
	msgBehind    = i18n.Message{ID: "worth.behind", Other: "Even so you are behind."}
	msgFarBehind = i18n.Message{ID: "worth.farbehind", Other: "Even so you are far behind."}

	msgAsGood = i18n.Message{ID: "worth.asgood", Other: "about as good"}
	msgWeaker = i18n.Message{ID: "worth.weaker", Other: "a little weaker"}
	msgMuch   = i18n.Message{ID: "worth.muchweaker", Other: "much weaker"}
)

const (
	hintLine    = 4 // turns shown of the line that follows the best
	hintOthers  = 2 // other candidates
	hintReasons = 3 // for the best
)

// Hint puts a hint for p, which must have a candidate, into words.
func Hint(t i18n.Printer, p rules.Position, hint play.Hint) string {
	best := hint.Candidates[0]
	lines := []string{t.Text(msgHint,
		i18n.Args{"Turn": best.Turn, "Words": turns.Words(t, p, best.Turn)})}
	why := outlook(t, best)
	if reasons := reasonWords(t, p.Side().Other(), best.Reasons, hintReasons); len(reasons) > 0 {
		why += " " + t.Text(msgBecause, i18n.Args{"Reasons": turns.And(t, reasons)})
	}
	lines = append(lines, why)
	if n := min(len(best.Line), 1+hintLine); n > 1 {
		lines = append(lines, t.Text(msgExpected, i18n.Args{"Turns": turns.Notation(best.Line[1:n], "`")}))
	}
	for i, other := range shown(hint)[1:] {
		if i == 0 {
			lines = append(lines, t.Text(msgAlso, nil))
		}
		lines = append(lines, "- "+otherText(t, p, best, other))
	}
	return strings.Join(lines, "\n")
}

// HintTurns returns the turns that Hint proposes, the best first.
func HintTurns(hint play.Hint) []rules.Turn {
	var turns []rules.Turn
	for _, candidate := range shown(hint) {
		turns = append(turns, candidate.Turn)
	}
	return turns
}

func shown(hint play.Hint) []play.Candidate {
	return hint.Candidates[:min(len(hint.Candidates), 1+hintOthers)]
}

// otherText names a candidate that is not the best, how good it is, and the most important reason.
func otherText(t i18n.Printer, p rules.Position, best, c play.Candidate) string {
	args := i18n.Args{"Turn": c.Turn, "Words": turns.Words(t, p, c.Turn)}
	if c.Proof != play.Unproven {
		args["Worth"] = t.Text(briefProof(c.Proof), nil)
		return t.Text(msgOther, args)
	}
	args["Worth"] = t.Text(compared(best.Worth, c.Worth), nil)
	why := reasonWords(t, p.Side().Other(), c.Reasons, 1)
	if len(why) == 0 {
		return t.Text(msgOther, args)
	}
	args["Reason"] = why[0]
	return t.Text(msgOtherWhy, args)
}

// outlookOn says how a player stands who can expect w.
func outlookOn(w play.Worth) i18n.Message {
	switch {
	case w >= 0.9:
		return msgFarAhead
	case w >= 0.7:
		return msgAhead
	case w >= 0.57:
		return msgBitAhead
	case w > 0.43:
		return msgEven
	case w > 0.3:
		return msgBitBehind
	case w > 0.1:
		return msgBehind
	}
	return msgFarBehind
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
