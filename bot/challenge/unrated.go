package challenge

import (
	"context"
	"errors"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The button under a refusal of a rated challenge: it makes the same challenge as one that is not rated.
var msgPlayUnrated = i18n.Message{ID: "button.unrated", Other: "Play unrated"}

// isUnratable reports whether err refuses only that a match is rated.
func isUnratable(err error) bool {
	limit, ok := errors.AsType[*play.LimitError](err)
	return errors.Is(err, play.ErrNobodyManages) || ok && limit.Limit.IsRated()
}

// offerUnrated says why made cannot be rated, and offers it as a challenge that is not.
func offerUnrated(c *dispatch.Call, made play.Challenge, why error) dispatch.Reply {
	said, _ := text.Refusal(c.T, why)
	msg := ui.Message{Text: said}
	if made.Refused == nil {
		terms := made.Terms
		terms.Rated = false
		msg.Rows = ui.Buttons(ui.Button{ID: ui.NoMatch(ui.Unrated, EncodeTerms(terms)+" "+string(made.To)),
			Label: c.T.Text(msgPlayUnrated, nil), Style: ui.Good})
	}
	return dispatch.Reply{Message: msg}
}

// sendUnrated makes the challenge in the button.
func (h *Handlers) sendUnrated(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	terms, _ := formTerms(c.ID.Arg) // the zero Terms are refused
	_, to, _ := strings.Cut(c.ID.Arg, " ")
	reply, err := h.proposeTo(ctx, c, play.Challenge{To: match.PlayerID(to), Terms: terms})
	if reply.Kind == dispatch.Private {
		reply.Kind = dispatch.Update
	}
	return reply, err
}
