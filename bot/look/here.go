package look

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/rules/match"
)

// Private answers to a button that shows a match in this channel from now on.
var (
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the game is shown here."}
	msgAwayHome = i18n.Message{ID: "home.onlyanswers",
		Other: "Here I only answer, so a game can't move here."}
)

// moveHere shows a match in the channel of the call from now on.
func (h *Handlers) moveHere(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	if refused := h.refusal(ctx, c); refused != nil {
		return h.Pick.Load(ctx, c, id, func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
			if m.StaysElsewhere(c.Venue) { // another channel here would not help
				return dispatch.Reply{}, play.ErrForeign
			}
			return dispatch.Reply{}, refused
		})
	}
	m, err := h.Service.MoveHere(ctx, c.Actor, id, c.Home())
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("match moved", "match", id)
	return show.Changed(m, dispatch.InPlace(c.T.Text(msgHome, nil))), nil
}

// refusal returns why no match can be shown in the channel of c, or nil if it can.
func (h *Handlers) refusal(ctx context.Context, c *dispatch.Call) error {
	switch {
	case c.Venue.Away:
		return text.Refuse(msgAwayHome, nil)
	case len(c.MissingPostRights()) > 0:
		return text.RefuseHere(c.T, c.MissingPostRights())
	}
	return h.Pick.Places.Allowed(ctx, c)
}
