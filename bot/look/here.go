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

// Private answers to a button that shows a match here.
var (
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the game is shown in {{.Channel}}."}
	msgAwayHome = i18n.Message{ID: "home.onlyanswers",
		Other: "Here I only answer, so a game can't move here."}
)

// moveHere shows a match in the channel of the call from now on.
func (h *Handlers) moveHere(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	home, refused := h.home(ctx, c)
	if refused != nil {
		return h.Pick.Load(ctx, c, id, func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
			if m.StaysElsewhere(c.Venue) { // another channel here would not help
				return dispatch.Reply{}, play.ErrForeign
			}
			return dispatch.Reply{}, refused
		})
	}
	m, err := h.Service.MoveHere(ctx, c.Actor, id, home)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("match moved", "match", id)
	m = h.Pick.AwaitForumPost(ctx, m)
	return show.Changed(m, dispatch.InPlace(c.T.Text(msgHome, i18n.Args{"Channel": text.Channel(m.Shown())}))), nil
}

// home returns where to show a match that moves to the channel of c, or why none can be shown there.
func (h *Handlers) home(ctx context.Context, c *dispatch.Call) (play.Venue, error) {
	switch {
	case c.Venue.Away:
		return c.Venue, text.Refuse(msgAwayHome, nil)
	case len(c.MissingPostRights()) > 0:
		return c.Venue, text.RefuseHere(c.T, c.MissingPostRights())
	}
	return h.Pick.Places.Home(ctx, c)
}
