package people

import (
	"cmp"
	"context"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// A form with which a manager annuls a game, and the private answers.
var (
	msgAnnulForm  = i18n.Message{ID: "annul.form", Other: "Annul this game"}
	msgAnnulLabel = i18n.Message{ID: "annul.form.label", Other: "Why? Both players read it"}
	msgAnnulHelp  = i18n.Message{ID: "annul.help", Other: "Its points and rating changes are undone. You have 7 days to let it count again."}
	msgAnnulOver  = i18n.Message{ID: "annul.help.over",
		Other: "Its points and rating changes are undone; the table of its season, which is over, stays. You have 7 days to " +
			"let it count again."}
	msgAnnulled   = i18n.Message{ID: "annul.done", Other: "Annulled: the game doesn't count."}
	msgReinstated = i18n.Message{ID: "annul.undone", Other: "The game counts again."}
)

// annul opens the form in which a manager of the server annuls the result of a rated game.
func (h *Handlers) annul(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err = cmp.Or(err, mayManage(c)); err == nil {
		err = h.Service.CheckAnnul(ctx, c.Actor, &m)
	}
	if err != nil {
		return show.Answer{Match: m}, err
	}
	part, err := h.Service.LeagueOf(ctx, &m, "")
	if err != nil {
		return show.Answer{Match: m}, err
	}
	press, help := c.ID, i18n.Either(part.Over, msgAnnulOver, msgAnnulHelp)
	press.Verb = ui.SubmitAnnul
	return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: press.String(),
		Title: c.T.Text(msgAnnulForm, nil), Label: c.T.Text(msgAnnulLabel, nil), Note: c.T.Text(help, nil),
		MaxLength: match.MaxAnnulReason, Long: true}}}, nil
}

// submitAnnul annuls the result of a rated game for the reason in the form.
func (h *Handlers) submitAnnul(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err = cmp.Or(err, mayManage(c)); err == nil {
		m, err = h.Service.Annul(ctx, c.Actor, id, strings.TrimSpace(c.Input))
	}
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("annul", "match", id)
	return show.Changed(m, dispatch.InPrivate(c.T.Text(msgAnnulled, nil))), nil
}

// reinstate lets an annulled game count again.
func (h *Handlers) reinstate(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err = cmp.Or(err, mayManage(c)); err == nil {
		m, err = h.Service.Reinstate(ctx, c.Actor, id)
	}
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("reinstate", "match", id)
	return show.Changed(m, dispatch.InPrivate(c.T.Text(msgReinstated, nil))), nil
}

// mayManage returns a refusal if the caller does not manage the server.
func mayManage(c *dispatch.Call) error {
	if !c.Manages() || c.Venue.Away {
		return text.RefuseMember()
	}
	return nil
}
