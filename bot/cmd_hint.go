package bot

import (
	"context"
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
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
	msgPlayIt = i18n.Message{ID: "hint.play", Other: "Play {{.Turn}}"}
)

const (
	hintLimit  = 10 * time.Second // for a search; it ends by itself long before
	hintLine   = 4                // turns shown of the line
	hintOthers = 2                // other candidates
	hintWhys   = 3                // reasons given for the best
)

// hint gives advice to the caller, whose turn it must be.
func (d *desk) hint() Command {
	give := d.about("hint", d.advise, isPlaying, isOnTurn)
	return Command{
		Spec: spec("hint", "Ask for a good turn; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      give,
		Complete: map[string]Completer{"match": d.completeMatch(isPlaying)},
		Presses:  map[string]Press{"hint": {Run: give}},
	}
}

// advise searches and says what it found. It holds no lock and no transaction meanwhile.
func (d *desk) advise(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	limited, cancel := context.WithTimeout(ctx, hintLimit)
	defer cancel()
	m, hint, err := d.service.Hint(limited, play.Ref{ID: m.ID, Ply: m.Game.Ply()}, c.Actor)
	switch {
	case err != nil:
		return Reply{}, err
	case len(hint.Candidates) == 0:
		return Reply{}, play.ErrNoHint
	}
	best := hint.Candidates[0].Turn
	press := customID{Verb: "move", Match: m.ID, Ply: m.Game.Ply(),
		Arg: suggestion(best, play.Ref{ID: m.ID, Ply: m.Game.Ply()})}
	return Reply{Kind: c.settle(), Message: Message{
		Text:    hintText(c.T, m.Game.Position(), hint),
		Picture: d.picture(c.T, m.Game, m.ColorOf(c.Actor), render.Marks{Hints: turnsOf(hint)}),
		Rows:    buttons(Button{press, c.T.Text(msgPlayIt, i18n.Args{"Turn": best}), Strong}),
	}}, nil
}

// turnsOf returns the turns that are shown of a hint, the best first.
func turnsOf(hint play.Hint) []rules.Turn {
	var turns []rules.Turn
	for _, candidate := range hint.Candidates[:min(len(hint.Candidates), 1+hintOthers)] {
		turns = append(turns, candidate.Turn)
	}
	return turns
}

// hintText puts a hint into words.
func hintText(t i18n.Printer, p rules.Position, hint play.Hint) string {
	best := hint.Candidates[0]
	lines := []string{t.Text(msgHint,
		i18n.Args{"Turn": best.Turn, "Words": turnWords(t, p, best.Turn)})}
	why := outlook(t, best)
	if reasons := reasonWords(t, p.Side().Other(), best.Reasons, hintWhys); len(reasons) > 0 {
		why += " " + t.Text(msgBecause, i18n.Args{"Reasons": join(t, msgAnd, reasons)})
	}
	lines = append(lines, why)
	if n := min(len(best.Line), 1+hintLine); n > 1 {
		lines = append(lines, t.Text(msgExpected, i18n.Args{"Turns": notation(best.Line[1:n], "`")}))
	}
	for i, other := range hint.Candidates[1:min(len(hint.Candidates), 1+hintOthers)] {
		if i == 0 {
			lines = append(lines, t.Text(msgAlso, nil))
		}
		lines = append(lines, "- "+otherText(t, p, best, other))
	}
	return strings.Join(lines, "\n")
}

// otherText names a candidate that is not the best, how good it is, and the weightiest reason.
func otherText(t i18n.Printer, p rules.Position, best, c play.Candidate) string {
	args := i18n.Args{"Turn": c.Turn, "Words": turnWords(t, p, c.Turn)}
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

// notation lists turns as they are written, each between two marks.
func notation(turns []rules.Turn, mark string) string {
	texts := make([]string, len(turns))
	for i, turn := range turns {
		texts[i] = mark + turn.String() + mark
	}
	return strings.Join(texts, ", ")
}
