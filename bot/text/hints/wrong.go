package hints

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/explain"
)

// Of a turn that somebody tried in a puzzle: why it is not the solution.
var (
	msgWrong   = i18n.Message{ID: "hint.wrong", Other: "Not `{{.Turn}}`. {{.Reasons}}"}
	msgBetter  = i18n.Message{ID: "hint.better", Other: "There's a better turn than `{{.Turn}}`. {{.Reasons}}"}
	msgAnswers = i18n.Message{ID: "hint.answers", Other: "{{.Side}} answers `{{.Reply}}`."}
	msgInVain  = i18n.Message{ID: "hint.invain", Other: "Expelling the {{.Ship}} in return doesn't make up for it."}
)

// Wrong says why the turn of c is not the best one in g: the refutation if there is one, otherwise the answer, which is
// in c.Line, and the outlook.
func Wrong(t i18n.Printer, g *rules.Game, c play.Candidate, refuted explain.Reason) string {
	p := g.Position()
	if refuted.Kind == explain.None && c.Proof == play.LossProven && len(c.Line) > 1 {
		refuted = explain.Reason{Kind: explain.Declines, Ship: rules.Ship111, Turn: c.Turn, Reply: c.Line[1], Count: c.Turns}
	}
	if refuted.Kind != explain.None {
		return turns.Joined(" ", reasonText(t, p.Side(), refuted), inVain(t, &p, refuted))
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
	good := c.Proof == play.Unproven && !after.Outcome().Over() && lead(c.Worth) >= evenLead
	return t.Text(i18n.Either(good, msgBetter, msgWrong), i18n.Args{"Turn": c.Turn, "Reasons": why})
}

// inVain says that expelling a ship in return does not make up for the ship that r loses in p, or "" if none could be
// expelled.
func inVain(t i18n.Printer, p *rules.Position, r explain.Reason) string {
	after := p.Play(r.Turn)
	after = after.Play(r.Reply)
	back := slices.ContainsFunc(after.AppendExpulsions(nil), func(b rules.Turn) bool { return b.To() == r.Reply.To() })
	if r.Ship == rules.Ship111 || !r.Reply.IsMove() || !back {
		return ""
	}
	return t.Text(msgInVain, i18n.Args{"Ship": r.Reply.Ship()})
}
