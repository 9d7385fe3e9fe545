package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
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

// ShowDaily implements play.Herald. It notifies nobody. Where the bot may not attach files, the board is told in words.
func (h *Herald) ShowDaily(ctx context.Context, n play.DailyNews) (play.Post, error) {
	msg, key := h.words(n), fmt.Sprintf("daily-%d", n.Day)
	msg.Silent = true
	if n.IsPosted() {
		err := h.out.edit(ctx, n.Post, msg, key)
		if mayNotLook(err) {
			err = fmt.Errorf("%w: %w", play.ErrGone, err)
		}
		return n.Post, err
	}
	id, err := h.out.find(ctx, n.Post.Channel, key, n.Since)
	if err == nil && id == "" {
		id, err = h.out.post(ctx, n.Post.Channel, msg, key)
		if discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions {
			id, err = h.out.post(ctx, n.Post.Channel, msg.InWords(), key)
		}
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it is there
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("post the puzzle of the day of server %s: %w", n.Server, gone(err))
	}
	return play.Post{Channel: n.Post.Channel, Message: id}, nil
}
