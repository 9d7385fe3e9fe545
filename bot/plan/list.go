package plan

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// A plan is answers to what the other may play, made in advance, in private. A line of it is turns of both in a
// row; as Line it reads “If @Bob plays 211xb3: 222-c4” or the same in words.
var (
	msgPlanMade = i18n.Message{ID: "plan.made",
		Other: "**Planned.** {{.Line}}\n" +
			"-# It's played at once when it applies, and you can change it until then. {{.Other}} sees nothing " +
			"of it before."}
	msgPlanNone    = i18n.Message{ID: "plan.none", Other: "You've planned nothing for what {{.Other}} plays now."}
	msgPlanIs      = i18n.Message{ID: "plan.list", Other: "**Your plan** against {{.Other}}, for you alone:"}
	msgPlanItem    = i18n.Message{ID: "plan.item", Other: "**{{.Number}}.** {{.Line}}"}
	msgPlanChanged = i18n.Message{ID: "plan.changed",
		Other: "Your plan has changed meanwhile, so that line isn't in it any more. This is your plan now."}
	msgPlanTooLong = i18n.Message{ID: "plan.toolong",
		Other: "That's more than I can take at once. Plan the first turns of it, then **And if then…** goes on from " +
			"there."}
	msgPlanLoses = i18n.Message{ID: "plan.typedloses",
		Other: "An answer in it sends your own corvette into exile: you'd lose at once."}
	msgPlanTheirs = i18n.Message{ID: "plan.theirs", Other: "{{.Other}} can't play **{{.Turn}}** there."}
	msgPlanTyped  = i18n.Message{ID: "plan.typed", Other: "{{.Line}}\nPlan this?"}
	msgPlanDrop   = i18n.Message{ID: "plan.drop", Other: "Drop your whole plan against {{.Other}}?"}
)

// The buttons and the form for plans, in private. Buttons are short. A form has a title, and a field with a name and a
// note.
var (
	msgPlanDeeper = i18n.Message{ID: "plan.button.deeper", Other: "And if then…"}
	msgPlanMore   = i18n.Message{ID: "plan.button.another", Other: "Plan another line"}
	msgPlanMine   = i18n.Message{ID: "plan.button.mine", Other: "My plan"}
	msgPlanRemove = i18n.Message{ID: "plan.button.remove", Other: "Remove this line"}
	msgPlanAll    = i18n.Message{ID: "plan.button.drop", Other: "Drop my plan"}
	msgPlanKeep   = i18n.Message{ID: "plan.button.keep", Other: "Keep my plan"}
	msgPlanYes    = i18n.Message{ID: "plan.button.yes", Other: "Confirm"}
	msgPlanChange = i18n.Message{ID: "plan.button.change", Other: "Change it"}
	msgPlanBoard  = i18n.Message{ID: "plan.button.board", Other: "Board"}
	msgPlanPick   = i18n.Message{ID: "plan.button.pick", Other: "Go on from a line, or remove it"}
	msgPlanLabel  = i18n.Message{ID: "plan.form.label", Other: "Their turn and your answer"}
	msgPlanAnswer = i18n.Message{ID: "plan.form.answer", Other: "Your answer"}
	msgPlanNote   = i18n.Message{ID: "plan.form.note", Other: "Such as 211xb3 222-c4; more turns may follow"}
	msgPlanNoteOf = i18n.Message{ID: "plan.form.noteanswer", Other: "Such as 222-c4; more turns may follow"}
)

// lineAdded says that a line was planned.
func (h *Handlers) lineAdded(ctx context.Context, c *dispatch.Call, m planned, line match.Line) ui.Message {
	args := i18n.Args{"Line": text.PlanWords(c.T, &m.in.Match, line), "Other": h.View.Opponent(ctx, c, &m.in)}
	row := []ui.Button{anotherButton(c.T, m), mineButton(c.T, m, "0"), boardButton(c.T, m)}
	if m.goesOn(line) {
		row = slices.Insert(row, 0, deeperButton(c.T, m, line))
	}
	return ui.Message{Text: c.T.Text(msgPlanMade, args), Rows: ui.Buttons(row...)}
}

func deeperButton(t i18n.Printer, m planned, line match.Line) ui.Button {
	next := panel.Planning{From: lineName(line)}
	return ui.Button{ID: ui.OnMatch(ui.Plan, &m.in.Match, next.Arg("").String()), Label: t.Text(msgPlanDeeper, nil),
		Style: ui.Strong}
}

func anotherButton(t i18n.Printer, m planned) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Plan, &m.in.Match, ""), Label: t.Text(msgPlanMore, nil)}
}

func mineButton(t i18n.Printer, m planned, page string) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Plans, &m.in.Match, page), Label: t.Text(msgPlanMine, nil)}
}

func boardButton(t i18n.Printer, m planned) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.OpenPanel, &m.in.Match, ""), Label: t.Text(msgPlanBoard, nil)}
}

// lineGone shows the plan, because the requested line is no longer in it.
func (h *Handlers) lineGone(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	msg := h.listed(ctx, c, m, 0)
	msg.Text = c.T.Text(msgPlanChanged, nil) + "\n" + msg.Text
	return msg, nil
}

func (h *Handlers) list(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	page, _ := strconv.Atoi(c.ID.Arg) // else the first
	return h.listed(ctx, c, m, page), nil
}

// listed returns a page of the plan with its controls.
func (h *Handlers) listed(ctx context.Context, c *dispatch.Call, m planned, page int) ui.Message {
	lines, other := m.plan.Lines(), h.View.Opponent(ctx, c, &m.in)
	if len(lines) == 0 {
		return ui.Message{Text: c.T.Text(msgPlanNone, i18n.Args{"Other": other}),
			Rows: ui.Buttons(show.Plan(c.T, &m.in.Match, 0), boardButton(c.T, m))}
	}
	page = min(max(page, 0), (len(lines)-1)/planPage)
	from := page * planPage
	said := []string{c.T.Text(msgPlanIs, i18n.Args{"Other": other})}
	menu := &ui.Menu{ID: ui.OnMatch(ui.PlanLine, &m.in.Match, ""), Prompt: c.T.Text(msgPlanPick, nil)}
	for i, line := range lines[from:min(from+planPage, len(lines))] {
		words := turns.Cut(text.PlanLine(c.T, &m.in.Match, line), maxLine)
		said = append(said, c.T.Text(msgPlanItem, i18n.Args{"Number": from + i + 1, "Line": words}))
		menu.Items = append(menu.Items, ui.Item{Value: lineName(line),
			Label: discord.Truncate(strconv.Itoa(from+i+1)+". "+line.String(), discord.MaxSelectText)})
	}
	rows := []ui.Row{{Menu: menu}}
	pages := show.Page{At: page, Last: (len(lines) - 1) / planPage}
	rows = append(rows, show.Pages(c.T, &m.in.Match, ui.Plans, pages)...)
	rows = append(rows, ui.Buttons(anotherButton(c.T, m), boardButton(c.T, m),
		ui.Button{ID: ui.OnMatch(ui.DropPlan, &m.in.Match, ui.DropAsk), Label: c.T.Text(msgPlanAll, nil)})...)
	return ui.Message{Text: strings.Join(said, "\n"), Rows: rows}
}

// showLine shows a line with its controls.
func (h *Handlers) showLine(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	line, known := lineNamed(m.plan, c.Argument())
	if !known || len(line) == 0 {
		return h.lineGone(ctx, c, m)
	}
	row := []ui.Button{{ID: ui.OnMatch(ui.DropPlan, &m.in.Match, lineName(line)),
		Label: c.T.Text(msgPlanRemove, nil)}, mineButton(c.T, m, "0")}
	if m.goesOn(line) {
		row = slices.Insert(row, 0, deeperButton(c.T, m, line))
	}
	return ui.Message{Text: text.PlanWords(c.T, &m.in.Match, line), Rows: ui.Buttons(row...)}, nil
}
