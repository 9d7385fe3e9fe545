package pick

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
)

// Share shows the post of r, which is something of m, to everybody where c comes from, once, and returns the answer.
func (p *Picker) Share(ctx context.Context, c *dispatch.Call, m *play.Match, what play.Shared,
	r dispatch.Reply) (dispatch.Reply, error) {
	if m.StaysElsewhere(c.Venue) {
		return r, play.ErrForeign
	}
	if c.Hidden() {
		return r, play.ErrUnposted
	}
	if err := p.Places.Allowed(ctx, c); err != nil {
		return r, err
	}
	if lacking := c.Lacking(); len(lacking) > 0 {
		return r, text.RefuseHere(c.T, lacking)
	}
	at := play.Sharing{What: what, Channel: c.Venue.Channel}
	if c.Venue.Away { // an answer cannot be recognised when it is sent again
		r.Unposted = func(ctx context.Context) {
			if err := p.Service.Unshare(ctx, m.ID, what); err != nil {
				c.Log.Error("counts as posted", "match", m.ID, "err", err)
			}
		}
		return r, p.Service.Share(ctx, c.Actor, m.ID, at, nil)
	}
	msg := r.Post
	r.Post = nil
	err := p.Service.Share(ctx, c.Actor, m.ID, at, func(ctx context.Context, s play.Sharing) error {
		return p.Poster.Share(ctx, s, *msg)
	})
	if err != nil {
		c.Log.Warn("not shared", "match", m.ID, "err", err)
	}
	return r, err
}
