package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgOffered = i18n.Message{ID: "stop.offered",
		Other: "You offered to stop. {{.Other}} can accept or refuse until the next turn."}
	msgNotOffered = i18n.Message{ID: "stop.kept", Other: "Nothing was offered."}
	msgStopped    = i18n.Message{ID: "stop.agreed", Other: "Agreed: the match is over."}
	msgNotStopped = i18n.Message{ID: "stop.refused", Other: "The match goes on."}
	msgUnoffered  = i18n.Message{ID: "stop.withdrawn",
		Other: "You withdrew your offer. The match goes on."}

	msgOfferStop    = i18n.Message{ID: "button.offerstop", Other: "Offer to stop"}
	msgStopYes      = i18n.Message{ID: "button.stopyes", Other: "Stop here"}
	msgStopNo       = i18n.Message{ID: "button.stopno", Other: "Play on"}
	msgWithdrawStop = i18n.Message{ID: "button.withdrawstop", Other: "Withdraw offer"}
)

// stop offers to stop a match, or answers such an offer (rules 5.3), after asking once more.
func (h *handlers) stop() dispatch.Command {
	ask := h.about("halt", h.viewing(h.askStop), isPlaying)
	return dispatch.Command{
		Spec: spec("stop", "Offer to stop a match, or answer such an offer; you are asked once more",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      ask,
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{
			"halt":    {Run: ask, Inline: true},
			"offer":   {Run: h.about("offer", h.offerStop, isPlaying), Inline: true},
			"unoffer": {Run: h.about("unoffer", h.withdrawStop, isPlaying), Inline: true},
			"stop":    {Run: h.about("stop", h.answerStop, isPlaying), Inline: true},
		},
	}
}

// askStop says what stopping would bring, and asks whether to offer it, or to accept the other side's
// offer.
func (h *handlers) askStop(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := canStop(&m.Match, c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	reply := dispatch.Reply{Kind: settle(c)}
	if m.Offer.IsOpen() {
		reply.Message = ui.Message{Text: text.Offer(c.T, &m.Match, c.Actor.ID),
			Rows: stopButtons(c.T, &m.Match, c.Actor.ID)}
		return reply, nil
	}
	reply.Message = ui.Message{Text: text.MayStop(c.T, &m.Match, c.Actor.ID),
		Rows: ui.Buttons(
			ui.Button{ID: stateID("offer", &m.Match, answerYes),
				Label: c.T.Text(msgOfferStop, nil), Style: ui.Strong},
			ui.Button{ID: stateID("offer", &m.Match, answerNo),
				Label: c.T.Text(msgStopNo, nil), Style: ui.Quiet})}
	return reply, nil
}

// canStop returns the reason why p can neither offer to stop m nor accept an offer, nil when there is
// none: it tries on a copy.
func canStop(m *match.Match, p match.PlayerID) error {
	try := m.Clone()
	_, err := try.OfferStop(p, m.Changed)
	return err
}

// offerStop makes the offer, or accepts the one that the other side has made meanwhile.
func (h *handlers) offerStop(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if c.ID.Arg != answerYes {
		return h.viewing(says(msgNotOffered, canStop))(ctx, c, id)
	}
	m, err := h.service.OfferStop(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("stop offered", "match", id)
	if m.Status == match.Finished {
		return changed(m, dispatch.InPlace(c.T.Text(msgStopped, nil))), nil
	}
	other := m.PlayerOf(m.ColorOf(c.Actor.ID).Other())
	reply := dispatch.InPlace(c.T.Text(msgOffered, i18n.Args{"Other": text.Mention(other)}))
	reply.Message.Rows = stopButtons(c.T, &m.Match, c.Actor.ID)
	return changed(m, reply), nil
}

// withdrawStop takes the caller's own offer back.
func (h *handlers) withdrawStop(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.WithdrawStop(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil || !c.Private {
		return done(c, m, "stop withdrawn", err)
	}
	return changed(m, dispatch.InPlace(c.T.Text(msgUnoffered, nil))), nil
}

// answerStop answers the other side's offer.
func (h *handlers) answerStop(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	yes := c.ID.Arg == answerYes
	m, err := h.service.AnswerStop(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, yes)
	switch {
	case err != nil || !c.Private:
		return done(c, m, "stop answered", err)
	case yes:
		return changed(m, dispatch.InPlace(c.T.Text(msgStopped, nil))), nil
	}
	return changed(m, dispatch.InPlace(c.T.Text(msgNotStopped, nil))), nil
}

// stopButtons are for the two sides of an offer to stop that is open: to answer it and to withdraw
// it.
func stopButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if !m.Offer.IsOpen() {
		return nil
	}
	var row []ui.Button
	if reader == everybody || m.OfferAwaits(reader) {
		row = append(row,
			ui.Button{ID: stateID("stop", m, answerYes),
				Label: t.Text(msgStopYes, nil), Style: ui.Strong},
			ui.Button{ID: stateID("stop", m, answerNo), Label: t.Text(msgStopNo, nil), Style: ui.Quiet})
	}
	if reader == everybody || reader == m.PlayerOf(m.Offer.By) {
		row = append(row, ui.Button{ID: stateID("unoffer", m, ""),
			Label: t.Text(msgWithdrawStop, nil), Style: ui.Quiet})
	}
	if len(row) == 0 {
		return nil
	}
	return ui.Buttons(row...)
}
