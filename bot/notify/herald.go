package notify

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/bot/ui"
)

// Herald shows puzzles of the day. It is a play.Herald and safe for concurrent use.
type Herald struct {
	words func(play.DailyNews) ui.Message
	out   outbox
}

// NewHerald returns a Herald that posts to out, with commands linked as links has them.
func NewHerald(words func(play.DailyNews) ui.Message, out Poster, links *ui.Links) *Herald {
	return &Herald{words, outbox{out, links}}
}

// ShowDaily implements play.Herald.
func (h *Herald) ShowDaily(ctx context.Context, n play.DailyNews) (play.Post, error) {
	at := standing{n.Post, fmt.Sprintf("daily-%d", n.Day), n.Since}
	if n.Closed && !n.IsPosted() { // it may stand there
		id, err := h.out.find(ctx, at.Channel, at.key, at.since)
		if err != nil || id == "" {
			return play.Post{}, err
		}
		at.Message = id
	}
	p, err := h.out.stand(ctx, at, h.words(n))
	if err != nil {
		err = fmt.Errorf("post the puzzle of the day of server %s: %w", n.Server, err)
	}
	return p, err
}
