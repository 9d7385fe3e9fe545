package turn

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// completeTurn suggests legal turns of the matches that the person may mean.
func (h *Handlers) completeTurn(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
	matches, err := h.onTurn(ctx, c)
	if err != nil {
		return nil, err
	}
	summaries := make([]play.Summary, len(matches))
	for i := range matches {
		summaries[i] = matches[i].Summary()
	}
	boards := make([]turns.Board, len(matches))
	for i, tag := range h.View.Tags(ctx, c, summaries) {
		boards[i] = turns.Board{Position: matches[i].Game.Position(), Tag: tag}
	}
	_, typed := c.Focused()
	typed = show.ReadTurn(typed).Turn
	var choices []ui.Choice
	shown := map[int]bool{}
	for _, s := range turns.Suggest(c.T, boards, typed, discord.MaxChoices) {
		m, value := &matches[s.Board], dispatch.AsTyped(typed)
		if s.Turn != rules.NoTurn {
			value = ui.TurnArg{Turn: s.Turn.String(), Ref: play.Ref{ID: m.ID, Ply: m.Moment()}}.String()
		}
		choices = append(choices, ui.Choice{Name: s.Name, Value: value})
		shown[s.Board] = true
	}
	for i := range shown {
		h.View.MarkSeen(ctx, c, matches[i])
	}
	return choices, nil
}

// onTurn loads the matches that c can mean in which it is the person's turn. If there are none, the error says why.
func (h *Handlers) onTurn(ctx context.Context, c *dispatch.Call) ([]play.Match, error) {
	id, list, err := h.Pick.Meant(ctx, c, show.OnTurn())
	if err != nil {
		return nil, err
	}
	ids := []match.ID{id}
	if id == "" {
		ids = nil
		for _, m := range list[:min(len(list), discord.MaxChoices-1)] {
			ids = append(ids, m.ID)
		}
	}
	var matches []play.Match
	var whyNot error
	for _, id := range ids {
		m, err := h.Service.Match(ctx, c.Actor, id)
		if err != nil {
			return nil, err
		}
		if err := m.As(c.Actor.ID).OnTurn(); err != nil {
			whyNot = err
			continue
		}
		matches = append(matches, m)
	}
	if len(matches) == 0 {
		return nil, whyNot
	}
	return matches, nil
}
