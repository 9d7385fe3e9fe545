package notify

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/bot/play/leagues"
	"madbot/bot/ui"
)

// Leagues shows how leagues stand. It is a leagues.Poster and safe for concurrent use.
type Leagues struct {
	words func(leagues.News) ui.Message
	out   outbox
}

// NewLeagues returns Leagues that post to out, with commands linked as links has them.
func NewLeagues(words func(leagues.News) ui.Message, out Poster, links *ui.Links) *Leagues {
	return &Leagues{words, outbox{out, links}}
}

// ShowLeague implements leagues.Poster.
func (l *Leagues) ShowLeague(ctx context.Context, n leagues.News) (play.Post, error) {
	at := standing{play.Post{Channel: n.Post.Channel, Message: n.Post.Message},
		fmt.Sprintf("league-%d-%d", n.Post.Season, n.Post.Group), n.Since}
	p, err := l.out.stand(ctx, at, l.words(n))
	if err != nil {
		err = fmt.Errorf("show the league of server %s: %w", n.Server, err)
	}
	return p, err
}
