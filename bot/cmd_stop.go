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
func (h *handlers) offerStop(ctx context.Context, c *Call, id match.ID) (answer, error) {
	m, err := h.service.OfferStop(ctx, c.Actor, play.Ref{ID: id, Ply: play.AnyPly})
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("stop offered", "match", id)
	if m.Status == match.Finished {
		return answer{m, update(c.T.Text(msgStopped, nil)), true}, nil
	}
	other := m.PlayerOf(m.ColorOf(c.Actor.ID).Other())
	said := c.T.Text(msgOffered, i18n.Args{"Other": text.Mention(other)})
	return answer{m, update(said), true}, nil
}

// answerStop answers the other side's offer.
func (h *handlers) answerStop(ctx context.Context, c *Call, id match.ID) (answer, error) {
	yes := c.ID.Arg == answerYes
	m, err := h.service.AnswerStop(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, yes)
	switch {
	case err != nil || !c.private:
		return done(c, m, "stop answered", err)
	case yes:
		return answer{m, update(c.T.Text(msgStopped, nil)), true}, nil
	}
	return answer{m, update(c.T.Text(msgNotStopped, nil)), true}, nil
}

// stopButtons answer an offer to stop that is open.
func stopButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []Row {
	asked := m.PlayerOf(m.Offer.By.Other())
	if !m.Offer.IsOpen() || reader != everybody && reader != asked {
		return nil
	}
	return buttons(
		Button{stateID("stop", m, answerYes), t.Text(msgStopYes, nil), Strong},
		Button{stateID("stop", m, answerNo), t.Text(msgStopNo, nil), Quiet})
}
