package panel

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons under a board, in private. They are short.
var (
	msgPlanAhead = i18n.Message{ID: "button.plan", Other: "Plan ahead"}
	msgYourPlan  = i18n.Message{ID: "button.planned", One: "Your plan: {{.N}} line", Other: "Your plan: {{.N}} lines"}
	msgNote      = i18n.Message{ID: "button.note", Other: "Note"}
)

// Questions of the panel when a plan is made, in private: first what the other may play, then the answer. Words
// says a turn in words, as in “211 sails from c2”; Risks is whole sentences; Prompt is the question before it.
var (
	msgIfTheyPlay = i18n.Message{ID: "plan.if",
		Other: "**If {{.Other}} plays…** Tap one of their ships."}
	msgIfTheyPlayMenus = i18n.Message{ID: "plan.ifmenus",
		Other: "**If {{.Other}} plays…** Choose one of their ships."}
	msgYouAnswer = i18n.Message{ID: "plan.answer",
		Other: "If {{.Other}} plays **{{.Turn}}** ({{.Words}}), **you answer…** Tap a ship."}
	msgYouAnswerMenus = i18n.Message{ID: "plan.answermenus",
		Other: "If {{.Other}} plays **{{.Turn}}** ({{.Words}}), **you answer…** Choose a ship."}
	msgAfterLine = i18n.Message{ID: "plan.after", Other: "After **{{.Line}}**:"}
	msgSoFar     = i18n.Message{ID: "plan.sofar",
		Other: "Your plan answers **{{.Turn}}** so far; another answer takes its place."}
	msgPlanIt = i18n.Message{ID: "plan.confirm",
		Other: "**{{.Turn}}** — {{.Words}}. Is this your answer to **{{.To}}**?"}
	msgPlanRisky = i18n.Message{ID: "plan.risky",
		Other: "**{{.Turn}}** — {{.Words}}.\n{{.Risks}}\nIs this your answer to **{{.To}}**?"}
	msgPlanLoses = i18n.Message{ID: "plan.sure",
		Other: "**{{.Turn}}** would lose the match at once. Do you really want to answer **{{.To}}** with it?"}
	msgPlanLose    = i18n.Message{ID: "plan.lose", Other: "Plan it and lose"}
	msgExpelsYours = i18n.Message{ID: "plan.expels", Other: "{{.Prompt}} A red button expels your ship there."}
)

// The verbs of planning ahead, and of notes.
const (
	Plan     = "plan"     // chooses for a plan; the argument is that of ReadPlan, empty for a new line
	PlanList = "plans"    // shows the plan; the argument is a page
	PlanType = "plantype" // opens a form in which a line is typed; the argument is as for Plan
	Note     = "note"     // opens a form for a note; the argument is what is chosen on the panel
)

// LineMark begins what is tapped to plan a line that was typed.
const LineMark = "line"

// Planning is a line of a plan that is being made, from a position in which the other side is to play.
type Planning struct {
	From   string     // names the line that it goes on from, for the one who reads it; empty: none
	Line   match.Line // that line
	Turn   rules.Turn // what the other side plays then; NoTurn while it is to be chosen
	Answer rules.Turn // what the plan has to answer so far; NoTurn: nothing
	Game   rules.Game // of the match, after all of that
}

// State returns what the controls of the panel keep.
func (p *Planning) State() string {
	if p.Turn == rules.NoTurn {
		return p.From + " "
	}
	return p.From + " " + p.Turn.String()
}

// ReadPlan reads the argument of a Plan: the name of a line, what the other side plays after it, "" while
// that is to be chosen, and what was tapped.
func ReadPlan(arg string) (from, turn string, c Choice) {
	state, tapped, _ := strings.Cut(arg, lessonMark)
	from, turn, _ = strings.Cut(state, " ")
	return from, turn, Read(tapped)
}

// asksTheirs reports whether it is to be chosen what the other side plays.
func (m *maker) asksTheirs() bool { return m.Planning != nil && m.Planning.Turn == rules.NoTurn }

// asksPlan asks for a ship of a plan.
func (m *maker) asksPlan() string {
	p := m.Planning
	args := i18n.Args{"Other": m.other(), "Turn": p.Turn}
	var said []string
	if len(p.Line) > 0 && m.asksTheirs() {
		said = append(said, m.t.Text(msgAfterLine, i18n.Args{"Line": p.Line}))
	}
	forms := [2]i18n.Message{msgIfTheyPlay, msgIfTheyPlayMenus}
	if !m.asksTheirs() {
		before, turn := m.game.Last()
		args["Words"] = turns.Words(m.t, before, turn)
		forms = [2]i18n.Message{msgYouAnswer, msgYouAnswerMenus}
	}
	form := forms[0]
	if m.Settings.Menus {
		form = forms[1]
	}
	said = append(said, m.t.Text(form, args))
	if p.Answer != rules.NoTurn && !m.asksTheirs() {
		said = append(said, m.t.Text(msgSoFar, i18n.Args{"Turn": p.Answer}))
	}
	return lines(said...)
}

// confirmsPlan asks whether turn is the answer.
func (m *maker) confirmsPlan(turn rules.Turn) string {
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

// planning returns the buttons beneath a board on which a ship of a plan is to be chosen.
func (m *maker) planning() []ui.Button {
	back := ui.Button{ID: m.id(Open, ""), Label: m.t.Text(msgBack, nil)}
	switch {
	case !m.asksTheirs():
		back.ID = m.id(Plan, m.Planning.From+" "+lessonMark+"again")
	case m.Planning.From != "":
		back.ID = m.id(PlanList, "0")
	}
	list := []ui.Button{{ID: m.id(PlanType, m.Planning.State()), Label: m.t.Text(msgTypeIt, nil)}}
	if m.Planned > 0 && m.asksTheirs() && m.Planning.From == "" {
		list = append(list, planButton(m.t, m.Match, m.Planned))
	}
	return append(list, back)
}

// CanPlan reports whether p can plan an answer in m: it is the other side's turn.
func CanPlan(m *match.Match, p match.PlayerID) bool {
	return m.Status == match.Playing && m.ColorOf(p) != rules.NoColor && m.ToMove() != p
}

// PlanButton leads to the plan of somebody who has planned so many lines, or to a new one.
func PlanButton(t i18n.Printer, m *match.Match, planned int) ui.Button {
	if planned > 0 {
		return planButton(t, m, planned)
	}
	return ui.Button{ID: ui.ID{Verb: Plan, Match: m.ID, Ply: m.Moment()}, Label: t.Text(msgPlanAhead, nil)}
}

// planButton leads to a plan of so many lines.
func planButton(t i18n.Printer, m *match.Match, planned int) ui.Button {
	return ui.Button{ID: ui.ID{Verb: PlanList, Match: m.ID, Ply: m.Moment()},
		Label: t.Text(msgYourPlan, i18n.Args{"N": planned})}
}

// NoteButton opens a form for a note to oneself; chosen is what is chosen on the panel that it is on.
func NoteButton(t i18n.Printer, m *match.Match, chosen string) ui.Button {
	return ui.Button{ID: ui.ID{Verb: Note, Match: m.ID, Ply: m.Moment(), Arg: chosen},
		Label: t.Text(msgNote, nil)}
}
