package bot

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

var msgPlanEnds = i18n.Message{ID: "plan.ends",
	Other: "**{{.Turn}}** would end the match, so there is nothing to answer."}

// The verbs of a plan beside those of its panel.
const (
	planTypedVerb = "plantyped" // takes what was filled in the form of panel.PlanType
	planLineVerb  = "planline"  // shows a line; the argument, or what is picked, is its name
	planDropVerb  = "unplan"    // removes the line of that name; or dropAsk, dropAll
)

// errPlanChanged is returned when the line that was meant is no longer in the plan.
var errPlanChanged = errors.New("plan changed")

// planControls are the controls of plans.
func (h *handlers) planControls() map[string]dispatch.Component {
	private := func(verb string, f matchHandler) dispatch.Component {
		return dispatch.Component{Run: asBlock(h.about(verb, f, isPlaying)), Inline: true, Prompt: true}
	}
	return map[string]dispatch.Component{
		panel.Plan:     private(panel.Plan, h.planTap),
		panel.PlanList: private(panel.PlanList, h.planning(h.planList)),
		panel.PlanType: {Run: typePlan, Inline: true, Prompt: true},
		planTypedVerb:  private(planTypedVerb, h.planning(h.planTyped)),
		planLineVerb:   private(planLineVerb, h.planning(h.planLine)),
		planDropVerb:   private(planDropVerb, h.planDrop),
	}
}

// planned is a match with what its player, who waits for the other, has planned.
type planned struct {
	play.Match
	plan match.Plan
}

// planning returns a matchHandler for what changes nothing of a plan. To who saw an older state of the
// match it shows how that stands.
func (h *handlers) planning(
	view func(context.Context, *dispatch.Call, planned) (ui.Message, error)) matchHandler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
		m, seat, err := h.service.Seat(ctx, c.Actor, id)
		switch {
		case err != nil:
			return answer{match: m}, err
		case !panel.CanPlan(&m.Match, c.Actor.ID) || isBehind(c, &m):
			return h.planPassed(ctx, c, m)
		}
		msg, err := view(ctx, c, planned{m, seat.Plan.Tree(&m.Match)})
		return updated(m, msg), err
	}
}

// updated is the answer about m that shows msg in place of the message whose control was used.
func updated(m play.Match, msg ui.Message) answer {
	return answer{match: m, reply: dispatch.Reply{Kind: dispatch.Update, Message: msg}}
}

// planPassed shows m to who wanted to plan for an older state of it.
func (h *handlers) planPassed(ctx context.Context, c *dispatch.Call, m play.Match) (answer, error) {
	if !isBegun(&m) {
		return answer{match: m}, match.ErrNotPlaying
	}
	p := h.panel(ctx, c, &m)
	p.Says = h.meanwhile(c, &m.Match)
	return answer{match: m, reply: inPanel(c, p)}, nil
}

// planTap shows what can be chosen next for a line, or plans it.
func (h *handlers) planTap(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	from, turn, choice := panel.ReadPlan(tapped(c))
	if choice.Turn != "" {
		return h.makePlan(ctx, c, id, newLine{from: from, text: turn + " " + choice.Turn, sure: choice.Sure})
	}
	if typed, ok := typedLine(c, from); ok {
		return h.makePlan(ctx, c, id, typed)
	}
	return h.planning(func(ctx context.Context, c *dispatch.Call, m planned) (ui.Message, error) {
		next, err := m.after(from, turn)
		if err != nil {
			return h.planGone(ctx, c, m)
		}
		return h.choosing(ctx, c, m, next, choice.Selection), nil
	})(ctx, c, id)
}

// choosing shows the board of a line on which text is selected. What the other side plays goes into the
// line as soon as it is chosen.
func (h *handlers) choosing(ctx context.Context, c *dispatch.Call, m planned, next panel.Planning,
	chosen string) ui.Message {
	position := next.Game.Position()
	selection, _ := tap.Parse(&position, chosen)
	p := h.panel(ctx, c, &m.Match)
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

// after returns a line that goes on from the one that is named, and from a turn of the other side if
// there is one; errPlanChanged when that cannot be.
func (m planned) after(from, turn string) (panel.Planning, error) {
	line, ok := lineNamed(m.plan, from)
	next := panel.Planning{From: from, Line: line, Game: m.Game.Clone()}
	for _, t := range line {
		if !ok || next.Game.Play(t) != nil {
			return next, errPlanChanged
		}
	}
	switch {
	case !ok:
		return next, errPlanChanged
	case turn == "":
		return next, nil
	}
	position := next.Game.Position()
	theirs, err := position.ParseTurn(turn)
	if err != nil || next.Game.Play(theirs) != nil {
		return next, errPlanChanged
	}
	next.Turn, next.Answer = theirs, m.answer(append(line, theirs))
	return next, nil
}

// answer returns what the plan answers to the last turn of line; NoTurn: nothing.
func (m planned) answer(line match.Line) rules.Turn {
	plan, answer := m.plan, rules.NoTurn
	for i := 0; i < len(line); i += 2 {
		next, rest, ok := plan.Answer(line[i])
		if !ok {
			return rules.NoTurn
		}
		answer, plan = next, rest
	}
	return answer
}

// lineName names a line by its turns, so that the name is right whatever else changes; "" is no line.
func lineName(line match.Line) string {
	if len(line) == 0 {
		return ""
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(line.String()))
	return strconv.FormatUint(uint64(hash.Sum32()), 36)
}

// lineNamed returns the line of plan, or the beginning of one, that has a name.
func lineNamed(plan match.Plan, name string) (match.Line, bool) {
	if name == "" {
		return nil, true
	}
	for _, line := range plan.Lines() {
		for n := 2; n <= len(line); n += 2 {
			if lineName(line[:n]) == name {
				return line[:n:n], true
			}
		}
	}
	return nil, false
}

// newLine is what is to be planned: turns that follow a line that is named.
type newLine struct {
	from, text string
	sure       bool // it was asked whether the answer is to lose at once
	typed      bool
}

// makePlan adds a line to the plan, after another question when it loses at once, and shows it.
func (h *handlers) makePlan(ctx context.Context, c *dispatch.Call, id match.ID, l newLine) (answer, error) {
	var line match.Line
	var before match.Plan // where it is not changed
	m, plan, err := h.service.SetPlan(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		func(m *match.Match, p match.Plan) (_ match.Plan, err error) {
			before = p
			if line, err = l.in(m, p); err != nil {
				return p, err
			}
			return p.Add(&m.Game, m.ColorOf(c.Actor.ID), line)
		})
	losing, asks := errors.AsType[*play.LosingError](err)
	switch {
	case err == nil:
		c.Log.Info("plan", "match", id)
		return updated(m, h.planMade(ctx, c, planned{m, plan}, line)), nil
	case asks && l.typed:
		return updated(m, askTyped(c, planned{m, before}, l, line)), nil
	case asks:
		return updated(m, h.askPlan(ctx, c, planned{m, before}, line, losing.Turn)), nil
	}
	return h.planRefused(ctx, c, m, before, err)
}

// planRefused answers an error of a change of plan: in the place of the plan when that, or the match,
// went on meanwhile.
func (h *handlers) planRefused(ctx context.Context, c *dispatch.Call, m play.Match, plan match.Plan,
	err error) (answer, error) {
	switch {
	case errors.Is(err, errPlanChanged):
		msg, err := h.planGone(ctx, c, planned{m, plan})
		return updated(m, msg), err
	case m.ID != "" && (errors.Is(err, match.ErrNotTheirTurn) || wantsBoard(err)):
		return h.planPassed(ctx, c, m)
	}
	return answer{match: m}, err
}

// in returns l as it is in a match with a plan, a *play.LosingError when the answer loses and l is not
// sure, or errPlanChanged.
func (l newLine) in(m *match.Match, plan match.Plan) (match.Line, error) {
	line, ok := lineNamed(plan, l.from)
	if !ok {
		return nil, errPlanChanged
	}
	p := m.Game.Position()
	for _, t := range line {
		p = p.Play(t)
	}
	more, err := match.ParseLine(p, l.text)
	if err != nil {
		return nil, err
	}
	for i, t := range more {
		if i%2 != 0 && !l.sure && p.LosesAtOnce(t) {
			return append(line, more...), &play.LosingError{Turn: t, Ref: play.Ref{ID: m.ID, Ply: m.Moment()}}
		}
		p = p.Play(t)
	}
	return append(line, more...), nil
}
