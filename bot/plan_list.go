package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// A plan is answers to what the other may play, made in advance, in private. A line of it is turns of both in a
// row; as Line it reads “If @Bob plays 211xb3: 222-c4” or the same in words.
var (
	msgPlanMade = i18n.Message{ID: "plan.made",
		Other: "**Planned.** {{.Line}}\n-# It is played at once when it applies, and you can change it until then. " +
			"{{.Other}} sees nothing of it before."}
	msgPlanNone    = i18n.Message{ID: "plan.none", Other: "You have planned nothing for what {{.Other}} plays now."}
	msgPlanIs      = i18n.Message{ID: "plan.list", Other: "**Your plan** against {{.Other}}, for you alone:"}
	msgPlanItem    = i18n.Message{ID: "plan.item", Other: "**{{.Number}}.** {{.Line}}"}
	msgPlanChanged = i18n.Message{ID: "plan.changed",
		Other: "Your plan has changed meanwhile, so that line is not in it any more. This is your plan now."}
	msgPlanTooLong = i18n.Message{ID: "plan.toolong",
		Other: "That is more than I can take at once. Plan the first turns of it, then **And if then…** goes on from there."}
	msgPlanLoses  = i18n.Message{ID: "plan.typedloses", Other: "An answer in it sends your own corvette into exile: you would lose at once."}
	msgPlanTheirs = i18n.Message{ID: "plan.theirs", Other: "{{.Other}} cannot play **{{.Turn}}** there."}
	msgPlanTyped  = i18n.Message{ID: "plan.typed", Other: "{{.Line}}\nPlan this?"}
	msgPlanDrop   = i18n.Message{ID: "plan.drop", Other: "Drop your whole plan against {{.Other}}?"}
)

// Buttons and a form of plans, in private. Buttons are short; a form has a title, a field with a name and a
// note.
var (
	msgPlanDeeper = i18n.Message{ID: "plan.button.deeper", Other: "And if then…"}
	msgPlanMore   = i18n.Message{ID: "plan.button.another", Other: "Another line"}
	msgPlanMine   = i18n.Message{ID: "plan.button.mine", Other: "My plan"}
	msgPlanRemove = i18n.Message{ID: "plan.button.remove", Other: "Remove this line"}
	msgPlanAll    = i18n.Message{ID: "plan.button.drop", Other: "Drop all"}
	msgPlanKeep   = i18n.Message{ID: "plan.button.keep", Other: "Keep it"}
	msgPlanYes    = i18n.Message{ID: "plan.button.yes", Other: "Confirm"}
	msgPlanBoard  = i18n.Message{ID: "plan.button.board", Other: "Board"}
	msgPlanPick   = i18n.Message{ID: "plan.button.pick", Other: "Go on from a line, or remove it"}
	msgPlanForm   = i18n.Message{ID: "plan.form.title", Other: "Plan ahead"}
	msgPlanLabel  = i18n.Message{ID: "plan.form.label", Other: "Their turn and your answer"}
	msgPlanAnswer = i18n.Message{ID: "plan.form.answer", Other: "Your answer"}
	msgPlanNote   = i18n.Message{ID: "plan.form.note", Other: "Such as 211xb3 222-c4; more turns may follow"}
	msgPlanNoteOf = i18n.Message{ID: "plan.form.noteanswer", Other: "Such as 222-c4; more turns may follow"}
)

// The arguments of planDropVerb that are no name of a line.
const (
	dropAsk = "ask"
	dropAll = "all"
)

// The bounds of what is shown of a plan.
const (
	maxPlanTyped = 50  // characters that are typed, which a custom id must hold
	planPage     = 8   // lines on a page
	maxPlanLine  = 400 // characters of a line there
)

// planMade says that a line was planned.
func (h *handlers) planMade(ctx context.Context, c *dispatch.Call, m planned, line match.Line) ui.Message {
	args := i18n.Args{"Line": text.PlanWords(c.T, &m.Match.Match, line), "Other": h.opponent(ctx, c, &m.Match)}
	row := []ui.Button{planAnother(c.T, m), planMine(c.T, m, "0"), planBoard(c.T, m)}
	if m.goesOn(line) {
		row = slices.Insert(row, 0, planDeeper(c.T, m, line))
	}
	return ui.Message{Text: c.T.Text(msgPlanMade, args), Rows: ui.Buttons(row...)}
}

// goesOn reports whether more can follow a line.
func (m planned) goesOn(line match.Line) bool {
	game := m.Game.Clone()
	for _, t := range line {
		_ = game.Play(t) // it is in the plan
	}
	return len(line) < match.MaxPlies && !game.Outcome().Over()
}

func planDeeper(t i18n.Printer, m planned, line match.Line) ui.Button {
	next := panel.Planning{From: lineName(line)}
	return ui.Button{ID: stateID(panel.Plan, &m.Match.Match, next.State()), Label: t.Text(msgPlanDeeper, nil),
		Style: ui.Strong}
}

func planAnother(t i18n.Printer, m planned) ui.Button {
	return ui.Button{ID: stateID(panel.Plan, &m.Match.Match, ""), Label: t.Text(msgPlanMore, nil)}
}

func planMine(t i18n.Printer, m planned, page string) ui.Button {
	return ui.Button{ID: stateID(panel.PlanList, &m.Match.Match, page), Label: t.Text(msgPlanMine, nil)}
}

func planBoard(t i18n.Printer, m planned) ui.Button {
	return ui.Button{ID: stateID(panel.Open, &m.Match.Match, ""), Label: t.Text(msgPlanBoard, nil)}
}

// planGone shows the plan to who meant a line that is not in it any more.
func (h *handlers) planGone(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	msg := h.listPlan(ctx, c, m, 0)
	msg.Text = c.T.Text(msgPlanChanged, nil) + "\n" + msg.Text
	return msg, nil
}

// planList shows a page of the plan.
func (h *handlers) planList(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	page, _ := strconv.Atoi(c.ID.Arg) // else the first
	return h.listPlan(ctx, c, m, page), nil
}

// listPlan shows a page of the plan, with what can be done with its lines.
func (h *handlers) listPlan(ctx context.Context, c *dispatch.Call, m planned, page int) ui.Message {
	lines, other := m.plan.Lines(), h.opponent(ctx, c, &m.Match)
	if len(lines) == 0 {
		return ui.Message{Text: c.T.Text(msgPlanNone, i18n.Args{"Other": other}),
			Rows: ui.Buttons(panel.PlanButton(c.T, &m.Match.Match, 0), planBoard(c.T, m))}
	}
	page = min(max(page, 0), (len(lines)-1)/planPage)
	from := page * planPage
	said := []string{c.T.Text(msgPlanIs, i18n.Args{"Other": other})}
	menu := &ui.Menu{ID: stateID(planLineVerb, &m.Match.Match, ""), Prompt: c.T.Text(msgPlanPick, nil)}
	for i, line := range lines[from:min(from+planPage, len(lines))] {
		words := turns.Cut(text.PlanLine(c.T, &m.Match.Match, line), maxPlanLine)
		said = append(said, c.T.Text(msgPlanItem, i18n.Args{"Number": from + i + 1, "Line": words}))
		menu.Items = append(menu.Items, ui.Item{Value: lineName(line),
			Label: discord.Cut(strconv.Itoa(from+i+1)+". "+line.String(), discord.MaxSelectText)})
	}
	rows := []ui.Row{{Menu: menu}}
	rows = append(rows, pages(c.T, &m.Match.Match, panel.PlanList, pageOf{page, (len(lines) - 1) / planPage})...)
	rows = append(rows, ui.Buttons(planAnother(c.T, m), planBoard(c.T, m),
		ui.Button{ID: stateID(planDropVerb, &m.Match.Match, dropAsk), Label: c.T.Text(msgPlanAll, nil)})...)
	return ui.Message{Text: strings.Join(said, "\n"), Rows: rows}
}

// planLine shows a line, with what can be done with it.
func (h *handlers) planLine(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	line, known := lineNamed(m.plan, tapped(c))
	if !known || len(line) == 0 {
		return h.planGone(ctx, c, m)
	}
	row := []ui.Button{{ID: stateID(planDropVerb, &m.Match.Match, lineName(line)),
		Label: c.T.Text(msgPlanRemove, nil)}, planMine(c.T, m, "0")}
	if m.goesOn(line) {
		row = slices.Insert(row, 0, planDeeper(c.T, m, line))
	}
	return ui.Message{Text: text.PlanWords(c.T, &m.Match.Match, line), Rows: ui.Buttons(row...)}, nil
}

// planDrop removes a line, or all of them after another question, and shows what is left.
func (h *handlers) planDrop(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if c.ID.Arg == dropAsk {
		return h.planning(h.askDrop)(ctx, c, id)
	}
	m, plan, err := h.service.SetPlan(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		func(_ *match.Match, p match.Plan) (match.Plan, error) {
			if c.ID.Arg == dropAll {
				return match.Plan{}, nil
			}
			i := slices.IndexFunc(p.Lines(), func(l match.Line) bool { return lineName(l) == c.ID.Arg })
			if _, begins := lineNamed(p, c.ID.Arg); i < 0 && begins { // it goes on since, which was not seen
				return p, errPlanChanged
			}
			return p.Remove(i), nil
		})
	if err != nil {
		return h.planRefused(ctx, c, m, plan, err)
	}
	c.Log.Info("plan", "match", id)
	return updated(m, h.listPlan(ctx, c, planned{m, plan}, 0)), nil
}

// askDrop asks whether the whole plan is to be dropped.
func (h *handlers) askDrop(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	if m.plan.IsEmpty() {
		return h.listPlan(ctx, c, m, 0), nil
	}
	keep := planMine(c.T, m, "0")
	keep.Label, keep.Style = c.T.Text(msgPlanKeep, nil), ui.Strong
	return ui.Message{Text: c.T.Text(msgPlanDrop, i18n.Args{"Other": h.opponent(ctx, c, &m.Match)}),
		Rows: ui.Buttons(ui.Button{ID: stateID(planDropVerb, &m.Match.Match, dropAll),
			Label: c.T.Text(msgPlanAll, nil), Style: ui.Danger}, keep)}, nil
}

// askPlan asks once more whether a line is meant whose last answer loses at once.
func (h *handlers) askPlan(ctx context.Context, c *dispatch.Call, m planned, line match.Line,
	turn rules.Turn) ui.Message {
	last := len(line) - 2
	next, err := m.after(lineName(line[:last]), line[last].String())
	if err != nil { // the other side cannot play it
		return h.listPlan(ctx, c, m, 0)
	}
	p := h.panel(ctx, c, &m.Match)
	p.Planning = &next
	return panel.AskTwice(c.T, p, turn)
}

// typePlan opens the form in which a line is typed. It asks nobody, because a form cannot be late.
func typePlan(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	id, label, note := c.ID, msgPlanLabel, msgPlanNote
	id.Verb = planTypedVerb
	if _, turn, _ := panel.ReadPlan(c.ID.Arg); turn != "" {
		label, note = msgPlanAnswer, msgPlanNoteOf
	}
	return dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: id.String(),
		Title: c.T.Text(msgPlanForm, nil), Label: c.T.Text(label, nil), Note: c.T.Text(note, nil),
		MaxLength: maxPlanTyped}}, nil
}

// planTyped shows the line that was filled in, to be confirmed: on the board when it is one turn and its
// answer.
func (h *handlers) planTyped(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	from, turn, _ := panel.ReadPlan(c.ID.Arg)
	next, err := m.after(from, turn)
	if err != nil {
		return h.planGone(ctx, c, m)
	}
	typed, err := h.readLine(ctx, c, m, next)
	switch {
	case err == nil && c.Input == "": // the form is lost, as when it is tried again
		return h.choosing(ctx, c, m, next, ""), nil
	case err == nil && len(typed) == 1: // their turn alone
		return h.choosing(ctx, c, m, next, typed[0].String()), nil
	case err == nil && len(typed) == 2:
		return h.typedPair(ctx, c, m, from, typed)
	case err == nil && len(typed)%2 != 0:
		err = match.ErrPlan
	case err == nil && len(typed.String()) > maxPlanTyped:
		err = text.Refuse(msgPlanTooLong, nil)
	case err == nil:
		return askTyped(c, m, newLine{from: from, text: typed.String()}, append(next.Line, typed...)), nil
	}
	said, known := text.Refusal(c.T, err)
	if !known {
		return ui.Message{}, err
	}
	msg := h.choosing(ctx, c, m, next, "")
	msg.Text = said + "\n" + msg.Text
	return msg, nil
}

// readLine reads what was typed to follow next, what the other side plays first included. What the other
// side cannot play is refused in words about them.
func (h *handlers) readLine(ctx context.Context, c *dispatch.Call, m planned, next panel.Planning) (match.Line, error) {
	var typed match.Line
	if next.Turn != rules.NoTurn {
		typed = append(typed, next.Turn)
	}
	p := next.Game.Position()
	for word := range strings.FieldsSeq(c.Input) {
		turn, err := p.ParseTurn(word)
		_, is := errors.AsType[*rules.TurnError](err)
		switch {
		case is && len(typed)%2 == 0:
			return nil, text.Refuse(msgPlanTheirs, i18n.Args{"Turn": word, "Other": h.opponent(ctx, c, &m.Match)})
		case err != nil:
			return nil, err
		}
		typed, p = append(typed, turn), p.Play(turn)
	}
	return typed, nil
}

// typedPair shows the board after a turn and its answer, to be confirmed.
func (h *handlers) typedPair(ctx context.Context, c *dispatch.Call, m planned, from string,
	typed match.Line) (ui.Message, error) {
	next, err := m.after(from, typed[0].String())
	if err != nil {
		return h.planGone(ctx, c, m)
	}
	return h.choosing(ctx, c, m, next, typed[1].String()), nil
}

// The words with which the argument of a panel.Plan begins that plans a line which was typed.
const (
	typedMark     = "line"
	typedSureMark = "sureline" // it was said that it loses
)

// askTyped asks whether line is meant, as l says it.
func askTyped(c *dispatch.Call, m planned, l newLine, line match.Line) ui.Message {
	next := panel.Planning{From: l.from}
	yes := ui.Button{Label: c.T.Text(msgPlanYes, nil), Style: ui.Good,
		ID: stateID(panel.Plan, &m.Match.Match, next.State()+"/"+typedMark+" "+l.text)}
	words := text.PlanWords(c.T, &m.Match.Match, line)
	if loses(&m.Match.Match, line) {
		words += "\n" + c.T.Text(msgPlanLoses, nil)
		yes.Style, yes.ID.Arg = ui.Danger, next.State()+"/"+typedSureMark+" "+l.text
	}
	return ui.Message{Text: c.T.Text(msgPlanTyped, i18n.Args{"Line": words}),
		Rows: ui.Buttons(yes, planAnother(c.T, m))}
}

// loses reports whether an answer of line loses at once.
func loses(m *match.Match, line match.Line) bool {
	p := m.Game.Position()
	for i, t := range line {
		if i%2 != 0 && p.LosesAtOnce(t) {
			return true
		}
		p = p.Play(t)
	}
	return false
}

// typedLine reads what askTyped has the control of c keep; false when it is another control.
func typedLine(c *dispatch.Call, from string) (newLine, bool) {
	_, said, _ := strings.Cut(tapped(c), "/")
	mark, line, _ := strings.Cut(said, " ")
	l := newLine{from: from, text: line, sure: mark == typedSureMark, typed: true}
	return l, mark == typedMark || mark == typedSureMark
}

// plannedLines returns how many lines the player of s has planned in m.
func plannedLines(s play.Seat, m *match.Match) int { return len(s.Plan.Tree(m).Lines()) }
