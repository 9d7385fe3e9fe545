package challenge

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// accept accepts a challenge. If it cannot be rated, it offers an unrated one to the challenger.
func (h *Handlers) accept(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Accept(ctx, c.Actor, id)
	if limit, ok := errors.AsType[*play.LimitError](err); ok && limit.Limit.IsRated() {
		made := play.Challenge{To: m.Challenger, Terms: m.Terms.FromOpponent()}
		_, made.Refused = h.home(ctx, c, made.To)
		return show.Answer{Match: m, Reply: offerUnrated(c, made, err)}, nil
	}
	return h.Pick.SilentOrBoard(ctx, c, m, "accept", err)
}

func (h *Handlers) decline(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Decline(ctx, c.Actor, id)
	return h.Pick.SilentOrBoard(ctx, c, m, "decline", err)
}

// The private answer to “Always decline” under a challenge.
var msgNoMore = i18n.Message{ID: "challenge.nomore",
	Other: "Declined, and {{.By}} can't challenge you again. `/settings` undoes that, and so does challenging them."}

// refuse declines a challenge and all further ones from the same person.
func (h *Handlers) refuse(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Refuse(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("refuse", "match", id)
	return show.Changed(m, dispatch.InPrivate(c.T.Text(msgNoMore, i18n.Args{"By": text.Mention(c.T, m.Challenger)}))), nil
}

func (h *Handlers) withdraw(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Withdraw(ctx, c.Actor, id)
	return h.Pick.SilentOrBoard(ctx, c, m, "withdraw", err)
}

// explain explains the aim of the game and the terms of m.
func explain(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return dispatch.Reply{Message: ui.Message{Text: text.TermsExplained(c.T, m.Terms),
		Rows: ui.Buttons(show.Learn(c.T))}}, nil
}
