package plan

import (
	"context"
	"errors"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// The limits of what is shown of a plan.
const (
	maxTyped = 50  // characters that are typed, which a custom id must hold
	planPage = 8   // lines on a page
	maxLine  = 400 // characters of a line there
)

// typeLine opens the form to type a line in. It reads nothing from the store, because a form cannot be deferred.
func typeLine(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	id, label, note, arg := c.ID, msgPlanLabel, msgPlanNote, ui.ReadPlan(c.ID.Arg)
	typed, _ := ui.ReadLine(arg.Tap) // else nothing was
	if arg.Turn != "" {
		label, note = msgPlanAnswer, msgPlanNoteOf
	}
	id.Verb, id.Arg = ui.SubmitPlan, ui.PlanArg{From: arg.From, Turn: arg.Turn}.String()
	return dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: id.String(),
		Title: show.PlanAhead(c.T), Label: c.T.Text(label, nil), Note: c.T.Text(note, nil),
		Value: typed.Line, MaxLength: maxTyped}}, nil
}

// submitLine asks to confirm the line that was typed: on the panel if it is one turn and its answer, otherwise in
// words.
func (h *Handlers) submitLine(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	arg := ui.ReadPlan(c.ID.Arg)
	next, err := m.after(arg.From, arg.Turn)
	if err != nil {
		return h.lineGone(ctx, c, m)
	}
	typed, err := h.readLine(ctx, c, m, next)
	switch {
	case err == nil && c.Input == "": // a retried interaction has lost the input
		return h.choosing(ctx, c, m, next, ""), nil
	case err == nil && len(typed) == 1: // their turn alone
		return h.choosing(ctx, c, m, next, typed[0].String()), nil
	case err == nil && len(typed) == 2:
		return h.typedPair(ctx, c, m, arg.From, typed)
	case err == nil && len(typed)%2 != 0:
		err = match.ErrPlan
	case err == nil && len(typed.String()) > maxTyped:
		err = text.Refuse(msgPlanTooLong, nil)
	case err == nil:
		return askTyped(c, m, newLine{from: arg.From, text: typed.String()}, append(next.Line, typed...)), nil
	}
	said, known := text.Refusal(c.T, err)
	if !known {
		return ui.Message{}, err
	}
	next.Typed = c.Input
	msg := h.choosing(ctx, c, m, next, "")
	msg.Text = said + "\n" + msg.Text
	return msg, nil
}

// readLine parses the typed line that continues next, including the turn of the other side if one was chosen. If the
// other side cannot play its turn, the refusal is worded about that side.
func (h *Handlers) readLine(ctx context.Context, c *dispatch.Call, m planned, next panel.Planning) (match.Line, error) {
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
			return nil, text.Refuse(msgPlanTheirs, i18n.Args{"Turn": word, "Other": h.View.Opponent(ctx, c, &m.in)})
		case err != nil:
			return nil, err
		}
		typed, p = append(typed, turn), p.Play(turn)
	}
	return typed, nil
}

// typedPair asks on the panel to confirm a turn and its answer.
func (h *Handlers) typedPair(ctx context.Context, c *dispatch.Call, m planned, from string,
	typed match.Line) (ui.Message, error) {
	next, err := m.after(from, typed[0].String())
	if err != nil {
		return h.lineGone(ctx, c, m)
	}
	return h.choosing(ctx, c, m, next, typed[1].String()), nil
}

// askTwice asks to confirm a line whose last answer loses at once.
func (h *Handlers) askTwice(ctx context.Context, c *dispatch.Call, m planned, line match.Line,
	turn rules.Turn) ui.Message {
	last := len(line) - 2
	next, err := m.after(lineName(line[:last]), line[last].String())
	if err != nil { // the other side cannot play it
		return h.listed(ctx, c, m, 0)
	}
	p := h.Live.Panel(ctx, c, &m.in)
	p.Planning = &next
	return panel.AskTwice(c.T, p, turn)
}

// askTyped asks to confirm line, which was typed as l.
func askTyped(c *dispatch.Call, m planned, l newLine, line match.Line) ui.Message {
	yes := ui.Button{Label: c.T.Text(msgPlanYes, nil), Style: ui.Good}
	words, sure := text.PlanWords(c.T, &m.in.Match, line), loses(&m.in.Match, line)
	if sure {
		words += "\n" + c.T.Text(msgPlanLoses, nil)
		yes.Style = ui.Danger
	}
	typed := ui.LineArg{Line: l.text, Sure: sure}
	yes.ID = ui.OnMatch(ui.Plan, &m.in.Match, ui.PlanArg{From: l.from, Tap: typed.String()}.String())
	change := ui.PlanArg{From: l.from, Tap: ui.LineArg{Line: l.text}.String()}
	return ui.Message{Text: c.T.Text(msgPlanTyped, i18n.Args{"Line": words}), Rows: ui.Buttons(yes,
		ui.Button{ID: ui.OnMatch(ui.TypePlan, &m.in.Match, change.String()), Label: c.T.Text(msgPlanChange, nil)},
		anotherButton(c.T, m))}
}
