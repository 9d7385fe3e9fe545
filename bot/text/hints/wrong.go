package hints

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/reason"
)

// Of a turn that somebody tried in a puzzle: why it is not the solution.
var (
	msgWrong   = i18n.Message{ID: "hint.wrong", Other: "Not `{{.Turn}}`. {{.Reasons}}"}
	msgAnswers = i18n.Message{ID: "hint.answers", Other: "{{.Side}} answers `{{.Reply}}`."}
)

// Wrong says why a turn of g is not the best one: what refutes it, if that was found, else what answers it and what
// it leads to. Its Line has the answer.
func Wrong(t i18n.Printer, g *rules.Game, c play.Candidate, refuted reason.Reason) string {
	p := g.Position()
	if refuted.Kind == reason.None && c.Proof == play.LossProven && len(c.Line) > 1 {
		refuted = reason.Reason{Kind: reason.Declines, Ship: rules.Ship111, Turn: c.Turn, Reply: c.Line[1], Count: c.Turns}
	}
	if refuted.Kind != reason.None {
		return reasonText(t, p.Side(), refuted)
	}
	after := rules.GameFrom(p.Play(c.Turn), g.Limit())
	why := outlook(t, &p, c)
	switch o := after.Outcome(); {
	case o.IsSemi() && o.Winner == p.Side():
		why = t.Text(msgWhyStallNow, nil)
	case o.IsSemi():
		why = t.Text(msgWhyEnds, i18n.Args{"Side": turns.Side(t, p.Side().Other())})
	case len(c.Line) > 1:
		answers := t.Text(msgAnswers, i18n.Args{"Side": turns.Side(t, p.Side().Other()), "Reply": c.Line[1]})
		why = answers + " " + why
	}
	return t.Text(msgWrong, i18n.Args{"Turn": c.Turn, "Reasons": why})
}
