package bot

import (
	"context"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/rules/match"
)

var (
	msgOffered = i18n.Message{ID: "stop.offered",
		Other: "You offered to stop. {{.Other}} can accept or refuse until the next turn."}
	msgStopped    = i18n.Message{ID: "stop.agreed", Other: "Agreed: the match is over."}
	msgNotStopped = i18n.Message{ID: "stop.refused", Other: "You play on."}

	msgStopYes = i18n.Message{ID: "button.stopyes", Other: "Stop here"}
	msgStopNo  = i18n.Message{ID: "button.stopno", Other: "Play on"}
)

// stop offers to stop a match, or accepts such an offer (rules 5.3).
func (h *handlers) stop() Command {
	return Command{
		Spec: spec("stop", "Offer to stop a match, or accept such an offer",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      h.about("halt", h.offerStop, isPlaying),
		Complete: map[string]Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]Component{
			"halt": {Run: h.about("halt", h.offerStop, isPlaying), Inline: true},
			"stop": {Run: h.about("stop", h.answerStop, isPlaying), Inline: true},
		},
	}
}

// offerStop offers, or accepts the other side's offer.
func (h *handlers) offerStop(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	m, err := h.service.OfferStop(ctx, play.Ref{ID: m.ID, Ply: m.Game.Ply()}, c.Actor)
	if err != nil {
		return Reply{}, err
	}
	c.Log.Info("stop offered", "match", m.ID)
	if m.Status == match.Finished {
		return update(c.T.Text(msgStopped, nil)), nil
	}
	other := m.PlayerOf(m.ColorOf(c.Actor).Other())
	return update(c.T.Text(msgOffered, i18n.Args{"Other": text.Mention(other)})), nil
}

// answerStop answers the other side's offer.
func (h *handlers) answerStop(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	yes := c.ID.Arg == answerYes
	_, err := h.service.AnswerStop(ctx, c.ID.Ref(), c.Actor, yes)
	if err != nil || !c.private {
		return h.done(c, m.ID, "stop answered", err)
	}
	if yes {
		return update(c.T.Text(msgStopped, nil)), nil
	}
	return update(c.T.Text(msgNotStopped, nil)), nil
}

func stopButtons(t i18n.Printer, m *match.Match) []Row {
	return buttons(
		Button{stateID("stop", m, answerYes), t.Text(msgStopYes, nil), Strong},
		Button{stateID("stop", m, answerNo), t.Text(msgStopNo, nil), Quiet})
}
