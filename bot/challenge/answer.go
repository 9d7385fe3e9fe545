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

func (h *Handlers) accept(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Accept(ctx, c.Actor, id)
	return h.Pick.Answered(ctx, c, m, "accept", err)
}

func (h *Handlers) decline(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Decline(ctx, c.Actor, id)
	return h.Pick.Answered(ctx, c, m, "decline", err)
}

// The private answer to “Always decline” under a challenge.
var msgNoMore = i18n.Message{ID: "challenge.nomore",
	Other: "Declined, and {{.By}} can't challenge you again. `/settings` undoes that, and so does challenging them."}

// refuse declines a challenge, and all more from whoever made it.
func (h *Handlers) refuse(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Refuse(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("refused", "match", id)
	return show.Changed(m, dispatch.InPrivate(c.T.Text(msgNoMore, i18n.Args{"By": text.Mention(c.T, m.Challenger)}))), nil
}

func (h *Handlers) withdraw(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Withdraw(ctx, c.Actor, id)
	return h.Pick.Answered(ctx, c, m, "withdraw", err)
}

// explain says what the game is about, and what the terms of m mean.
func explain(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return dispatch.Reply{Message: ui.Message{Text: text.TermsExplained(c.T, m.Terms),
		Rows: ui.Buttons(show.Learn(c.T))}}, nil
}

// A button under a public challenge, and the private answer to the form it opens: other terms.
var (
	msgCounterSent = i18n.Message{ID: "counter.sent",
		Other: "Sent: you now challenge {{.To}} on your terms, and their challenge is closed."}
)

// counter shows the terms of m, a challenge to the caller, as they chose to change them.
func (h *Handlers) counter(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.As(c.Actor.ID).CanDecline(); err != nil {
		return dispatch.Reply{}, err
	}
	chosen, ok := Chosen(c.Argument())
	if !ok {
		chosen = m.Terms.Turned()
	}
	return dispatch.Reply{Message: Form(c.T, &m.Match, chosen)}, nil
}

// inForm is f with its answers in the place of the form.
func inForm(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := f(ctx, c)
		if err == nil && c.OnBlock {
			r.Kind = dispatch.Update
		}
		return r, err
	}
}

// sendCounter answers a challenge with the terms that were chosen. Pressed twice, it was done.
func (h *Handlers) sendCounter(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	chosen, _ := Chosen(c.ID.Arg) // none are refused
	m, err := h.Service.Counter(ctx, c.Actor, id, chosen)
	switch {
	case errors.Is(err, play.ErrSame):
		return show.Answer{Match: m, Reply: h.same(ctx, c, m)}, nil
	case err != nil:
		return show.Answer{Match: m}, err
	case m.Status != match.Proposed: // it was sent and answered long ago
		return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update, Message: h.View.PrivateBoard(ctx, c, m, "")}}, nil
	}
	c.Log.Info("counter", "match", id, "challenge", m.ID)
	said := c.T.Text(msgCounterSent, i18n.Args{"To": text.Mention(c.T, m.Opponent)})
	return show.Changed(m, dispatch.InPlace(said)), nil
}
