package daily

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// Poster posts puzzles of the day. It implements play.DailyPoster. Both fields are required.
type Poster struct {
	Posts   *show.Notifier
	Message func(play.DailyNews) ui.Message // Handlers.Message
}

// ShowDaily implements play.DailyPoster.
func (p Poster) ShowDaily(ctx context.Context, n play.DailyNews) (play.Post, error) {
	at := show.StandingPost{Post: n.Post, Key: fmt.Sprintf("daily-%d", n.Day), Since: n.Since}
	var err error
	if n.Closed && !n.IsPosted() { // it may have been posted without a record
		if at.Post, err = p.Posts.FindPost(ctx, at); err != nil || at.Message == "" {
			return play.Post{}, err
		}
	}
	post, err := p.Posts.Upsert(ctx, at, p.Message(n))
	if err != nil {
		err = fmt.Errorf("post the puzzle of the day of server %s: %w", n.Server, err)
	}
	return post, err
}
