package challenge

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/rules/match"
)

// The private answer after sending other terms.
var (
	msgCounterSent = i18n.Message{ID: "counter.sent",
		Other: "Sent: you now challenge {{.To}} on your terms, and their challenge is closed."}
)

// counter shows the form in which the caller changes the terms of m, a challenge to them. It says immediately if the
// chosen terms cannot be rated.
func (h *Handlers) counter(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.As(c.Actor.ID).CanDecline(); err != nil {
		return dispatch.Reply{}, err
	}
	chosen, ok := formTerms(c.Argument())
	if !ok {
		chosen = m.Terms.FromOpponent()
	}
	err := h.Service.MayRate(ctx, c.Actor.ID, play.Challenge{To: m.Challenger, Venue: m.Venue, Terms: chosen})
	if err != nil && !isUnratable(err) {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Message: form{c.T, &m.Match, chosen, err}.message()}, nil
}

// inForm wraps f so that its reply replaces the form.
func inForm(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := f(ctx, c)
		if err == nil && c.OnBlock {
			r.Kind = dispatch.Update
		}
		return r, err
	}
}

// sendCounter answers a challenge with one on the chosen terms. A second press finds that one.
func (h *Handlers) sendCounter(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	chosen, _ := formTerms(c.ID.Arg) // the zero Terms are refused
	m, err := h.Service.Counter(ctx, c.Actor, id, chosen)
	switch {
	case errors.Is(err, play.ErrSame):
		return show.Answer{Match: m, Reply: h.same(ctx, c, m)}, nil
	case err != nil:
		return show.Answer{Match: m}, err
	case m.Status != match.Proposed: // sent before, and already answered
		return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update, Message: h.View.PrivateBoard(ctx, c, m, "")}}, nil
	}
	c.Log.Info("counter", "match", id, "challenge", m.ID)
	said := c.T.Text(msgCounterSent, i18n.Args{"To": text.Mention(c.T, m.Opponent)})
	return show.Changed(m, dispatch.InPlace(said)), nil
}
