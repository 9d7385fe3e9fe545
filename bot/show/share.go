package show

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Sharer posts what somebody shares of a match; Notifier implements it.
type Sharer interface {
	// Share posts msg as s says, unless it was posted already. Errors are those that Boards.Share expects of post.
	Share(ctx context.Context, s play.Sharing, msg ui.Message) error
}

// Share posts r.Post, which is about m, once for everybody in the channel of c. It returns the reply to c.
func (p *Picker) Share(ctx context.Context, c *dispatch.Call, m *play.Match, what play.Shared,
	r dispatch.Reply) (dispatch.Reply, error) {
	if m.StaysElsewhere(c.Venue) {
		return r, play.ErrForeign
	}
	if c.MustBePrivate() {
		return r, play.ErrUnposted
	}
	if err := p.Places.Allowed(ctx, c); err != nil {
		return r, err
	}
	if lacking := c.MissingRights(); len(lacking) > 0 {
		return r, text.RefuseHere(c.T, lacking)
	}
	at := play.Sharing{What: what, Channel: c.Venue.Channel}
	if c.Venue.Away { // the dispatcher posts it with the reply, since the bot could not find such a post again
		r.OnRefused = func(ctx context.Context) {
			if err := p.View.Service.Unshare(ctx, m.ID, what); err != nil {
				c.Log.Error("share not undone: it counts as posted", "match", m.ID, "err", err)
			}
		}
		return r, p.View.Service.Share(ctx, c.Actor, m.ID, at, nil)
	}
	msg := r.Post
	r.Post = nil
	err := p.View.Service.Share(ctx, c.Actor, m.ID, at, func(ctx context.Context, s play.Sharing) error {
		return p.Sharer.Share(ctx, s, *msg)
	})
	if err != nil {
		c.Log.Warn("not shared", "match", m.ID, "err", err)
	}
	return r, err
}
