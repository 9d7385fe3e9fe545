package end

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to a player who agreed to an offer or made none.
var (
	msgNotOffered = i18n.Message{ID: "stop.kept", Other: "No offer sent."}
	msgStopped    = i18n.Message{ID: "stop.agreed", Other: "Agreed: the game is over."}
	msgGivenBack  = i18n.Message{ID: "takeback.agreed", Other: "Agreed: {{.Other}} plays again."}
	msgGaveDay    = i18n.Message{ID: "moretime.agreed", Other: "You gave {{.Other}} more time."}
	msgPaused     = i18n.Message{ID: "pause.agreed", Other: "Agreed: the clock is paused."}
)

// msgAgreed returns the answer to a player who agrees to an offer of kind k.
func msgAgreed(k match.OfferKind) i18n.Message {
	switch k {
	case match.ToTakeBack:
		return msgGivenBack
	case match.ForTime:
		return msgGaveDay
	case match.ToPause:
		return msgPaused
	}
	return msgStopped
}

// askStop says how the match would count if it stopped, and asks whether to offer that, or to accept the other side's
// offer.
func (h *Handlers) askStop(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.Offers[match.ToCallOff].IsOpen() {
		return h.askCallOff(ctx, c, m)
	}
	return h.askEnd(ctx, c, m, match.ToStop)
}

// askCallOff asks whether to offer to call the match off, or to accept the other side's offer.
func (h *Handlers) askCallOff(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return h.askEnd(ctx, c, m, match.ToCallOff)
}

// askEnd asks whether to make an offer of kind k, which would end the match, or to accept the other side's.
func (h *Handlers) askEnd(ctx context.Context, c *dispatch.Call, m play.Match, k match.OfferKind) (dispatch.Reply,
	error) {
	if err := m.As(c.Actor.ID).CanOffer(k); err != nil {
		return dispatch.Reply{}, err
	}
	return h.questionOf(ctx, c, &m, k), nil
}

// askAccept asks whether to accept the other side's offer that the control names, which ends the match.
func (h *Handlers) askAccept(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	try, k := m.Clone(), ui.ReadOffer(c.ID.Arg).Kind
	_, err := try.As(c.Actor.ID).AnswerOffer(k, true, m.Changed)
	if err == nil && c.ID.Ply != m.Moment() { // that was another offer
		err = play.ErrStale
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.questionOf(ctx, c, &m, k), nil
}

// questionOf asks whether to make or to accept an offer of kind k.
func (h *Handlers) questionOf(ctx context.Context, c *dispatch.Call, m *play.Match,
	k match.OfferKind) dispatch.Reply {
	other := h.View.Opponent(ctx, c, m)
	said := text.MayStop(c.T, &m.Match, c.Actor.ID, other)
	switch k {
	case match.ToCallOff:
		said = text.MayCallOff(c.T, &m.Match, other)
	case match.ToTakeBack:
		said = text.MayTakeBack(c.T, &m.Match, c.Actor.ID, other)
	}
	return dispatch.Reply{Kind: show.ReplyKind(c), Message: ui.Message{
		Text: said, Rows: show.OfferQuestion(c.T, &m.Match, c.Actor.ID, k)}}
}

// offer makes an offer, or accepts the same offer that the other side has made meanwhile. It asks first about turns to
// take back if the control does not say Yes or No.
func (h *Handlers) offer(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	arg := ui.ReadOffer(c.ID.Arg)
	switch {
	case arg.Answer == "" && arg.Kind == match.ToTakeBack:
		return h.Pick.Load(ctx, c, id, h.askBack)
	case arg.Answer != ui.Yes:
		can := func(p match.Party) error { return p.CanOffer(arg.Kind) }
		return h.Pick.Load(ctx, c, id, show.SayIf(can, msgNotOffered))
	}
	k := arg.Kind
	m, err := h.Service.Offer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k)
	switch {
	case errors.Is(err, match.ErrOfferOpen): // made by the same button before, or by the other side
		return show.Answer{Match: m, Reply: h.shownOffer(ctx, c, &m, k)}, nil
	case err != nil:
		return show.Answer{Match: m}, err
	}
	c.Log.Info("offer", "match", id, "kind", k)
	if !m.Offers[k].IsOpen() {
		return show.Changed(m, h.agreed(ctx, c, &m, k)), nil
	}
	return show.Changed(m, h.shownOffer(ctx, c, &m, k)), nil
}

// shownOffer shows an open offer of m with its buttons.
func (h *Handlers) shownOffer(ctx context.Context, c *dispatch.Call, m *play.Match, k match.OfferKind) dispatch.Reply {
	reply := h.offerOutcome(ctx, c, m, k)
	reply.Message.Rows = ui.Buttons(show.Answers(c.T, &m.Match, k, c.Actor.ID)...)
	return reply
}

// offerOutcome says how an offer of m ended.
func (h *Handlers) offerOutcome(ctx context.Context, c *dispatch.Call, m *play.Match,
	k match.OfferKind) dispatch.Reply {
	reader := text.OfferReader{ID: c.Actor.ID, Other: h.View.Opponent(ctx, c, m)}
	return dispatch.InPlace(text.Offer(c.T, &m.Match, k, reader))
}

// agreed tells the player who agreed to an offer what that did.
func (h *Handlers) agreed(ctx context.Context, c *dispatch.Call, m *play.Match, k match.OfferKind) dispatch.Reply {
	return dispatch.InPlace(c.T.Text(msgAgreed(k), i18n.Args{"Other": h.View.Opponent(ctx, c, m)}))
}

// withdrawOffer takes the caller's own offer back.
func (h *Handlers) withdrawOffer(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	k := ui.ReadOffer(c.ID.Arg).Kind
	m, err := h.Service.WithdrawOffer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k)
	return h.offerClosed(ctx, c, m, k, err)
}

// answerOffer answers the other side's offer. It asks first if that ends the match.
func (h *Handlers) answerOffer(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	arg := ui.ReadOffer(c.ID.Arg)
	if arg.Answer == "" {
		return h.Pick.Load(ctx, c, id, h.askAccept)
	}
	yes, k := arg.Answer == ui.Yes, arg.Kind
	m, err := h.Service.AnswerOffer(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, k, yes)
	if !yes || errors.Is(err, match.ErrNoOffer) && !(k == match.ToPause && m.Clock.Paused) {
		return h.offerClosed(ctx, c, m, k, err)
	}
	if errors.Is(err, match.ErrNoOffer) { // the same button was pressed before
		return show.Answer{Match: m, Reply: h.agreed(ctx, c, &m, k)}, nil
	}
	a, err := show.Silent(c, m, "offer accepted", err)
	if err == nil && c.OnPrivate {
		a.Reply = h.agreed(ctx, c, &m, k)
	}
	return a, err
}

// offerClosed answers a player who refused or withdrew an offer. It is no error if the same button did that before.
func (h *Handlers) offerClosed(ctx context.Context, c *dispatch.Call, m play.Match, k match.OfferKind,
	err error) (show.Answer, error) {
	reply := h.offerOutcome(ctx, c, &m, k)
	if errors.Is(err, match.ErrNoOffer) && closedBy(&m.Match, k, c) {
		if !c.OnPrivate {
			reply.Kind = dispatch.Private
		}
		return show.Answer{Match: m, Reply: reply}, nil
	}
	a, err := show.Silent(c, m, "offer settled", err)
	if err == nil && c.OnPrivate {
		a.Reply = reply
	}
	return a, err
}

// closedBy reports whether the caller refused or withdrew the last offer of kind k in m, as the control of c does.
func closedBy(m *match.Match, k match.OfferKind, c *dispatch.Call) bool {
	own, o := m.ColorOf(c.Actor.ID), m.Offers[k]
	if own == rules.NoColor || m.Status != match.Playing {
		return false
	}
	if c.ID.Verb == ui.WithdrawOffer {
		return o.Withdrawn() == own || o.IsSpent() && o.By == own
	}
	return ui.ReadOffer(c.ID.Arg).Answer == ui.No && o.Refused && o.By == own.Other()
}
