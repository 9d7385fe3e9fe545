package notify

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/bot/play/leagues"
)

// ShowLeague implements leagues.Poster.
func (n *Notifier) ShowLeague(ctx context.Context, l leagues.News) (play.Post, error) {
	n.await(ctx)
	at := standing{play.Post{Channel: l.Post.Channel, Message: l.Post.Message},
		fmt.Sprintf("league-%d-%d", l.Post.Season, l.Post.Group), l.Since}
	p, err := n.out.stand(ctx, at, n.views.League(l))
	if err != nil {
		err = fmt.Errorf("show the league of server %s: %w", l.Server, err)
	}
	return p, err
}

// OpenLeague implements leagues.Poster.
func (n *Notifier) OpenLeague(ctx context.Context, l leagues.News) (string, error) {
	n.await(ctx)
	at := l.Post
	return at.Message, threadless("a league", n.out.to.StartThread(ctx, at.Channel, at.Message, n.views.Group(l)))
}
