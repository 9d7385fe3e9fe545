package plan

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// drop removes a line or, after asking, the whole plan, and shows the rest.
func (h *Handlers) drop(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	if c.ID.Arg == ui.DropAsk {
		return h.planning(h.askDrop)(ctx, c, id)
	}
	m, plan, err := h.Service.SetPlan(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		func(_ *match.Match, p match.Plan) (match.Plan, error) {
			if c.ID.Arg == ui.DropAll {
				return match.Plan{}, nil
			}
			i := slices.IndexFunc(p.Lines(), func(l match.Line) bool { return lineName(l) == c.ID.Arg })
			if _, begins := lineNamed(p, c.ID.Arg); i < 0 && begins { // it was extended since then
				return p, errPlanChanged
			}
			return p.Remove(i), nil
		})
	if err != nil {
		return h.refused(ctx, c, m, plan, err)
	}
	c.Log.Info("plan", "match", id)
	return updated(m, h.listed(ctx, c, planned{m, plan}, 0)), nil
}

// askDrop asks whether to drop the whole plan.
func (h *Handlers) askDrop(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
	if m.plan.IsEmpty() {
		return h.listed(ctx, c, m, 0), nil
	}
	keep := mineButton(c.T, m, "0")
	keep.Label, keep.Style = c.T.Text(msgPlanKeep, nil), ui.Strong
	return ui.Message{Text: c.T.Text(msgPlanDrop, i18n.Args{"Other": h.View.Opponent(ctx, c, &m.in)}),
		Rows: ui.Buttons(ui.Button{ID: ui.OnMatch(ui.DropPlan, &m.in.Match, ui.DropAll),
			Label: c.T.Text(msgPlanAll, nil), Style: ui.Danger}, keep)}, nil
}
