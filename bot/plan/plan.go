// Package plan is the room for planning ahead: answers to turns that the other player may play, made in private.
package plan

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Handlers answers the controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
}

var msgPlanEnds = i18n.Message{ID: "plan.ends",
	Other: "**{{.Turn}}** would end the game, so there's nothing to answer."}

// errPlanChanged is returned if the requested line is no longer in the plan.
var errPlanChanged = errors.New("plan changed")

// Commands returns none: plans have only buttons.
func (h *Handlers) Commands() []dispatch.Command { return nil }

// Controls returns the controls of plans.
func (h *Handlers) Controls() dispatch.Controls {
	controls := h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{
		ui.Plan: h.tap, ui.Plans: h.planning(h.list), ui.SubmitPlan: h.planning(h.submitLine),
		ui.PlanLine: h.planning(h.showLine), ui.DropPlan: h.drop})
	controls[ui.TypePlan] = dispatch.Component{Run: typeLine, Inline: true}
	return controls.Prompts()
}

// planned is a match with the plan of the player who waits for the other.
type planned struct {
	in   play.Match
	plan match.Plan
}

// planning returns a show.Handler that loads the plan for view, which does not change it. If the match has changed,
// the handler shows its panel instead.
func (h *Handlers) planning(
	view func(context.Context, *dispatch.Call, planned) (ui.Message, error)) show.Handler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
		m, seat, err := h.Service.Seat(ctx, c.Actor, id)
		switch {
		case err != nil:
			return show.Answer{Match: m}, err
		case !show.CanPlan(&m.Match, c.Actor.ID) || c.IsStale(&m):
			return h.passed(ctx, c, m)
		}
		msg, err := view(ctx, c, planned{m, seat.PlanIn(&m.Match)})
		return updated(m, msg), err
	}
}

// updated returns an answer about m that replaces the message whose control was used.
func updated(m play.Match, msg ui.Message) show.Answer {
	return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update, Message: msg}}
}

// passed shows the panel of m, because the plan was for an older state of it.
func (h *Handlers) passed(ctx context.Context, c *dispatch.Call, m play.Match) (show.Answer, error) {
	if !show.IsBegun(&m) {
		return show.Answer{Match: m}, match.ErrNotPlaying
	}
	p := h.Live.Panel(ctx, c, &m)
	p.Says = panel.Meanwhile(c, &m.Match)
	return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
}

// tap selects what was tapped for a line, or adds the line to the plan.
func (h *Handlers) tap(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	arg := ui.ReadPlan(c.Argument())
	choice := ui.ReadTap(arg.Tap)
	if choice.Turn != "" {
		return h.add(ctx, c, id, newLine{from: arg.From, text: arg.Turn + " " + choice.Turn, sure: choice.Sure})
	}
	if typed, ok := ui.ReadLine(arg.Tap); ok {
		return h.add(ctx, c, id, newLine{from: arg.From, text: typed.Line, sure: typed.Sure, typed: true})
	}
	return h.planning(func(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
		next, err := m.after(arg.From, arg.Turn)
		if err != nil {
			return h.lineGone(ctx, c, m)
		}
		return h.choosing(ctx, c, m, next, choice.Selection), nil
	})(ctx, c, id)
}

// choosing shows the panel of a line with chosen selected. A turn of the other side is added to the line as soon as it
// is selected.
func (h *Handlers) choosing(ctx context.Context, c *dispatch.Call, m planned, next panel.Planning,
	chosen string) ui.Message {
	position := next.Game.Position()
	selection, _ := tap.Parse(&position, chosen)
	p := h.Live.Panel(ctx, c, &m.in)
	if next.Turn == rules.NoTurn && selection.Turn != rules.NoTurn && !selection.Open {
		answered, err := m.after(next.From, selection.Turn.String())
		if err == nil && !answered.Game.Outcome().Over() {
			next = answered
		} else {
			p.Says = c.T.Text(msgPlanEnds, i18n.Args{"Turn": selection.Turn})
		}
		selection = tap.Selection{}
	}
	p.Planning, p.Selection = &next, selection
	return panel.Message(c.T, p)
}
