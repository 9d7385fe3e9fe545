package bot

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/terms"
	"madbot/bot/text"
	"madbot/rules/match"
)

var (
	msgOtherTerms  = i18n.Message{ID: "button.terms", Other: "Other terms"}
	msgCounterSent = i18n.Message{ID: "counter.sent",
		Other: "Sent: you now challenge {{.To}} on your terms, and their challenge is closed."}
)

// counter shows the terms of m, a challenge to the caller, as they chose to change them.
func (h *handlers) counter(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.CanDecline(c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	chosen, ok := terms.Chosen(tapped(c))
	if !ok {
		chosen = terms.Turned(&m.Match)
	}
	return dispatch.Reply{Message: terms.Form(c.T, &m.Match, chosen)}, nil
}

// inForm is f with its answers as blocks, in the place of the form.
func inForm(f dispatch.Handler) dispatch.Handler {
	f = asBlock(f)
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := f(ctx, c)
		if err == nil && c.Block {
			r.Kind = dispatch.Update
		}
		return r, err
	}
}

// sendCounter answers a challenge with the terms that were chosen. Pressed twice, it was done.
func (h *handlers) sendCounter(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	chosen, _ := terms.Chosen(c.ID.Arg) // none are refused
	m, err := h.service.Counter(ctx, c.Actor, id, chosen)
	switch {
	case errors.Is(err, play.ErrSame):
		return answer{match: m, reply: h.same(ctx, c, m)}, nil
	case err != nil:
		return answer{match: m}, err
	case m.Status != match.Proposed: // it was sent and answered long ago
		return answer{match: m, reply: dispatch.Reply{Kind: dispatch.Update, Message: h.show(ctx, c, m, "")}}, nil
	}
	c.Log.Info("counter", "match", id, "challenge", m.ID)
	said := c.T.Text(msgCounterSent, i18n.Args{"To": text.Mention(m.Opponent)})
	return changed(m, dispatch.InPlace(said)), nil
}

// same shows a challenge that was to be made a second time.
func (h *handlers) same(ctx context.Context, c *dispatch.Call, m play.Match) dispatch.Reply {
	where := text.Place(c.T, new(m.Summary()))
	return dispatch.Reply{Message: h.show(ctx, c, m, c.T.Text(msgSame, i18n.Args{"Where": where}))}
}
