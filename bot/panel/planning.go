package panel

import (
	"cmp"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Questions of the panel when a plan is made, in private: first what the other may play, then the answer. Words
// says a turn in words, as in “211 sails from c2”; Risks is whole sentences; Prompt is the question before it.
var (
	msgIfTheyPlay = i18n.Message{ID: "plan.if",
		Other: "**If {{.Other}} plays…** Choose one of their ships."}
	msgYouAnswer = i18n.Message{ID: "plan.answer",
		Other: "If {{.Other}} plays **{{.Turn}}** ({{.Words}}), **you answer…** Choose a ship."}
	msgAfterLine = i18n.Message{ID: "plan.after", Other: "After **{{.Line}}**:"}
	msgSoFar     = i18n.Message{ID: "plan.sofar",
		Other: "Your plan answers **{{.Turn}}** so far; another answer takes its place."}
	msgPlanIt = i18n.Message{ID: "plan.confirm",
		Other: "**{{.Turn}}** — {{.Words}}. Is this your answer to **{{.To}}**?"}
	msgPlanRisky = i18n.Message{ID: "plan.risky",
		Other: "**{{.Turn}}** — {{.Words}}.\n{{.Risks}}\nIs this your answer to **{{.To}}**?"}
	msgPlanLoses = i18n.Message{ID: "plan.sure",
		Other: "**{{.Turn}}** would lose the game at once. Do you really want to answer **{{.To}}** with it?"}
	msgPlanLose    = i18n.Message{ID: "plan.lose", Other: "Plan it and lose"}
	msgExpelsYours = i18n.Message{ID: "plan.expels", Other: "{{.Prompt}} A red button expels your ship there."}
)

// Planning is a line that is being planned, from a position in which the other side is to move.
type Planning struct {
	From   string     // name of the line that it continues; empty: none
	Line   match.Line // that line
	Turn   rules.Turn // of the other side after that line; NoTurn: not chosen yet
	Answer rules.Turn // that the plan has so far; NoTurn: none
	Game   rules.Game // of the match after Line and Turn
	Typed  string     // input that was no line, to be corrected
}

// arg returns the text of Arg.
func (p *Planning) arg(tapped string) string { return p.Arg(tapped).String() }

// Arg returns the argument of a control that selects tapped (unless it is empty) in addition to the selections of p.
func (p *Planning) Arg(tapped string) ui.PlanArg {
	a := ui.PlanArg{From: p.From, Tap: tapped}
	if p.Turn != rules.NoTurn {
		a.Turn = p.Turn.String()
	}
	return a
}

// asksTheirs reports whether a turn of the other side is to be chosen.
func (m *maker) asksTheirs() bool { return m.Planning != nil && m.Planning.Turn == rules.NoTurn }

func (m speaker) asksPlan() string {
	p := m.Planning
	args := i18n.Args{"Other": cmp.Or(m.other(), text.Player(m.t, m.Match, m.Match.Players.Of(m.side.Other()))), "Turn": p.Turn}
	var said []string
	if len(p.Line) > 0 && m.asksTheirs() {
		said = append(said, m.t.Text(msgAfterLine, i18n.Args{"Line": p.Line}))
	}
	form := msgIfTheyPlay
	if !m.asksTheirs() {
		before, turn := m.game.Last()
		args["Words"] = turns.Words(m.t, before, turn)
		form = msgYouAnswer
	}
	said = append(said, m.t.Text(form, args))
	if p.Answer != rules.NoTurn && !m.asksTheirs() {
		said = append(said, m.t.Text(msgSoFar, i18n.Args{"Turn": p.Answer}))
	}
	return lines(said...)
}

func (m speaker) confirmsPlan(turn rules.Turn) string {
	form, risks := msgPlanIt, turns.Risks(m.t, m.before, turn)
	switch {
	case m.before.LosesAtOnce(turn):
		form = msgLoses
	case risks != "":
		form = msgPlanRisky
	}
	return m.t.Text(form, i18n.Args{"Turn": turn, "Words": turns.Words(m.t, m.before, turn), "Risks": risks,
		"To": m.Planning.Turn})
}

// planning returns the last buttons while no ship is selected for a plan.
func (m controls) planning() []ui.Button {
	back := Back(m.t, m.id(ui.OpenPanel, ""))
	switch {
	case !m.asksTheirs():
		back.ID = m.id(ui.Plan, ui.PlanArg{From: m.Planning.From, Tap: "again"}.String())
	case m.Planning.From != "":
		back.ID = m.id(ui.Plans, ui.Number(0))
	}
	typed := ui.Button{ID: m.id(ui.TypePlan, m.Planning.arg("")), Label: m.t.Text(msgTypeIt, nil)}
	again := m.id(ui.TypePlan, m.Planning.arg(ui.LineArg{Line: m.Planning.Typed}.String()))
	if m.Planning.Typed != "" && strings.HasSuffix(again.String(), m.Planning.Typed) { // else it was cut
		typed.ID = again
	}
	list := []ui.Button{typed}
	if m.Planned > 0 && m.asksTheirs() && m.Planning.From == "" {
		list = append(list, show.Plan(m.t, m.Match, m.Planned))
	}
	return append(list, back)
}
