package people

import (
	"cmp"
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// A private question to someone who manages the server, a button, and the answers.
var (
	msgMayAnnul = i18n.Message{ID: "annul.ask",
		Other: "Annul the game of {{.Red}} and {{.Blue}}? Its points and rating changes are undone, and they're told."}
	msgNoAnnul  = i18n.Message{ID: "annul.no", Other: "Let it count"}
	msgAnnulled = i18n.Message{ID: "annul.done", Other: "Annulled: the game counts for nothing."}
	msgCounts   = i18n.Message{ID: "annul.kept", Other: "The game counts."}
)

// annul annuls the result of a rated game for someone who manages the server, after they confirm it.
func (h *Handlers) annul(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	if c.ID.Arg != ui.Yes {
		return h.Pick.Load(ctx, c, id, h.askAnnul)
	}
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err == nil {
		err = mayManage(c)
	}
	if err == nil {
		m, err = h.Service.Annul(ctx, c.Actor, id)
	}
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("annul", "match", id)
	return show.Changed(m, dispatch.InPlace(c.T.Text(msgAnnulled, nil))), nil
}

// mayManage returns a refusal if the caller does not manage the server.
func mayManage(c *dispatch.Call) error {
	if !c.Manages() || c.Venue.Away {
		return text.RefuseMember()
	}
	return nil
}

// askAnnul asks whether to annul a game. If the answer was no, it says that the game counts.
func (h *Handlers) askAnnul(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := cmp.Or(mayManage(c), m.Match.CanAnnul()); err != nil {
		return dispatch.Reply{}, err
	}
	if c.ID.Arg == ui.No {
		return dispatch.InPlace(c.T.Text(msgCounts, nil)), nil
	}
	args := i18n.Args{"Red": text.Mention(c.T, m.Players.Red), "Blue": text.Mention(c.T, m.Players.Blue)}
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgMayAnnul, args),
		Rows: ui.Buttons(show.Annul(c.T, &m.Match, ui.Yes), ui.Button{ID: ui.OnMatch(ui.Annul, &m.Match, ui.No),
			Label: c.T.Text(msgNoAnnul, nil), Style: ui.Quiet})}}, nil
}
