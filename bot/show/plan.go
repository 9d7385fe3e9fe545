package show

import (
	"madbot/bot/i18n"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons under a board, in private. They are short.
var (
	msgPlanAhead = i18n.Message{ID: "button.plan", Other: "Plan ahead"}
	msgYourPlan  = i18n.Message{ID: "button.planned", One: "Plan: {{.N}} line", Other: "Plan: {{.N}} lines"}
	msgNote      = i18n.Message{ID: "button.note", Other: "Note"}
)

// CanPlan reports whether p can plan an answer in m: it is the other side's turn.
func CanPlan(m *match.Match, p match.PlayerID) bool {
	return m.Status == match.Playing && m.ColorOf(p) != rules.NoColor && m.ToMove() != p
}

// Plan leads to the plan of somebody who has planned so many lines, or to a new one.
func Plan(t i18n.Printer, m *match.Match, planned int) ui.Button {
	if planned > 0 {
		return ui.Button{ID: ui.OnMatch(ui.Plans, m, ""), Label: t.Text(msgYourPlan, i18n.Args{"N": planned})}
	}
	return ui.Button{ID: ui.OnMatch(ui.Plan, m, ""), Label: PlanAhead(t)}
}

// PlanAhead is the label of the button that makes a plan, and the title of what it opens.
func PlanAhead(t i18n.Printer) string { return t.Text(msgPlanAhead, nil) }

// Note opens a form for a note to oneself; chosen is what is chosen on the panel that it is on.
func Note(t i18n.Printer, m *match.Match, chosen string) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Note, m, chosen), Label: t.Text(msgNote, nil)}
}
