package notify

import (
	"context"
	"fmt"

	"madbot/bot/play"
)

// ShowDaily implements play.Herald.
func (n *Notifier) ShowDaily(ctx context.Context, d play.DailyNews) (play.Post, error) {
	n.await(ctx)
	at := standing{d.Post, fmt.Sprintf("daily-%d", d.Day), d.Since}
	if d.Closed && !d.IsPosted() { // it may stand there
		id, err := n.out.find(ctx, at.Channel, at.key, at.since)
		if err != nil || id == "" {
			return play.Post{}, err
		}
		at.Message = id
	}
	p, err := n.out.stand(ctx, at, n.views.Daily(d))
	if err != nil {
		err = fmt.Errorf("post the puzzle of the day of server %s: %w", d.Server, err)
	}
	return p, err
}
