package league

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"madbot/bot/play"
	"madbot/bot/play/season"
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

// TellLeague implements Poster.
func (h *Handlers) TellLeague(ctx context.Context, server string, about season.Tell) error {
	l, err := h.Service.Store.League(ctx, server)
	if err != nil {
		return err
	}
	to, err := h.Service.Store.Player(ctx, about.Player)
	switch {
	case errors.Is(err, play.ErrNotFound): // they were forgotten
		return nil
	case err != nil:
		return err
	}
	key := fnv.New32a()
	fmt.Fprint(key, server, about.Player, about.Other, about.Kind)
	at := show.StandingPost{Key: fmt.Sprintf("l%d-%x", about.Season, key.Sum32()), Since: about.Begun}
	return h.Posts.Direct(ctx, about.Player, at, tellText(h.View.Catalog.Printer(to.Language()), &l, about))
}
