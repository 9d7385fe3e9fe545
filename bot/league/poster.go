package league

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/bot/show"
)

// ShowLeague implements Poster.
func (h *Handlers) ShowLeague(ctx context.Context, n News) (play.Post, error) {
	at := show.StandingPost{Post: play.Post{Channel: n.Post.Channel, Message: n.Post.Message},
		Key: fmt.Sprintf("league-%d-%d", n.Post.Season, n.Post.Group), Since: n.Since}
	p, err := h.Posts.Upsert(ctx, at, h.Message(n))
	if err != nil {
		err = fmt.Errorf("show the league of server %s: %w", n.Server, err)
	}
	return p, err
}

// OpenLeague implements Poster.
func (h *Handlers) OpenLeague(ctx context.Context, n News) (string, error) {
	at := play.Post{Channel: n.Post.Channel, Message: n.Post.Message}
	return at.Message, h.Posts.OpenThreadUnder(ctx, at, h.Title(n), "a league")
}
