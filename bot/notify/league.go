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
	views LeagueViews
	out   outbox
	open  Threader
}

// LeagueViews is what people see of leagues.
type LeagueViews struct {
	Post  func(leagues.News) ui.Message
	Title func(leagues.News) string // of the thread of a group
}

// LeaguePoster is what Leagues works on; discord.Client is one.
type LeaguePoster interface {
	Poster
	Threader
}

// NewLeagues returns Leagues that post to out, with commands linked as links has them.
func NewLeagues(views LeagueViews, out LeaguePoster, links *ui.Links) *Leagues {
	return &Leagues{views, outbox{out, links}, out}
}

// ShowLeague implements leagues.Poster.
func (l *Leagues) ShowLeague(ctx context.Context, n leagues.News) (play.Post, error) {
	at := standing{play.Post{Channel: n.Post.Channel, Message: n.Post.Message},
		fmt.Sprintf("league-%d-%d", n.Post.Season, n.Post.Group), n.Since}
	p, err := l.out.stand(ctx, at, l.views.Post(n))
	if err != nil {
		err = fmt.Errorf("show the league of server %s: %w", n.Server, err)
	}
	return p, err
}

// OpenLeague implements leagues.Poster.
func (l *Leagues) OpenLeague(ctx context.Context, n leagues.News) (string, error) {
	at := n.Post
	return at.Message, threadless("a league", l.open.StartThread(ctx, at.Channel, at.Message, l.views.Title(n)))
}
