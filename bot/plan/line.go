package plan

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"

	"madbot/bot/dispatch"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/rules"
	"madbot/rules/match"
)

// after returns a line that continues the line named from and, unless turn is empty, that turn of the other side. It
// returns errPlanChanged if either is no longer possible.
func (m planned) after(from, turn string) (panel.Planning, error) {
	line, ok := lineNamed(m.plan, from)
	next := panel.Planning{From: from, Line: line, Game: m.in.Game.Clone()}
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

// answer returns the plan's answer to the last turn of line, or NoTurn if it has none.
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

// lineName names a line by a hash of its turns, so that the name stays valid when other lines change. The empty line
// is "".
func lineName(line match.Line) string {
	if len(line) == 0 {
		return ""
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(line.String()))
	return strconv.FormatUint(uint64(hash.Sum32()), 36)
}

// lineNamed returns the line of plan, or the beginning of one, with that name.
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

// newLine is the turns to plan after the line named from.
type newLine struct {
	from, text string
	sure       bool // the player confirmed an answer that loses at once
	typed      bool
}

// in returns the whole line of l in m. It returns a *play.DoubtError if an answer loses at once and l is not sure, and
// errPlanChanged if the line that l continues is not in plan.
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
			return append(line, more...), &play.DoubtError{Why: play.Loses, Turn: t, Ref: play.Ref{ID: m.ID, Ply: m.Moment()}}
		}
		p = p.Play(t)
	}
	return append(line, more...), nil
}

// add adds a line to the plan and shows it. It asks first if an answer loses at once.
func (h *Handlers) add(ctx context.Context, c *dispatch.Call, id match.ID, l newLine) (show.Answer, error) {
	var line match.Line
	var before match.Plan
	m, plan, err := h.Service.SetPlan(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		func(m *match.Match, p match.Plan) (_ match.Plan, err error) {
			before = p
			if line, err = l.in(m, p); err != nil {
				return p, err
			}
			return p.Add(&m.Game, m.ColorOf(c.Actor.ID), line)
		})
	losing, asks := errors.AsType[*play.DoubtError](err)
	switch {
	case err == nil:
		c.Log.Info("plan", "match", id)
		return updated(m, h.lineAdded(ctx, c, planned{m, plan}, line)), nil
	case asks && l.typed:
		return updated(m, askTyped(c, planned{m, before}, l, line)), nil
	case asks:
		return updated(m, h.askTwice(ctx, c, planned{m, before}, line, losing.Turn)), nil
	}
	return h.refused(ctx, c, m, before, err)
}

// refused replies to an error of changing the plan. If the plan or the match has changed, it shows that instead.
func (h *Handlers) refused(ctx context.Context, c *dispatch.Call, m play.Match, plan match.Plan,
	err error) (show.Answer, error) {
	switch {
	case errors.Is(err, errPlanChanged):
		msg, err := h.lineGone(ctx, c, planned{m, plan})
		return updated(m, msg), err
	case m.ID != "" && (errors.Is(err, match.ErrNotTheirTurn) || show.IsStale(err)):
		return h.passed(ctx, c, m)
	}
	return show.Answer{Match: m}, err
}

// goesOn reports whether the line can be extended.
func (m planned) goesOn(line match.Line) bool {
	game := m.in.Game.Clone()
	for _, t := range line {
		_ = game.Play(t) // it is in the plan
	}
	return len(line) < match.MaxPlies && !game.Outcome().Over()
}

// loses reports whether an answer in line loses at once.
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
