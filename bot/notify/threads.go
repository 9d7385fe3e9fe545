package notify

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// Threader begins and archives threads; discord.Client is one.
type Threader interface {
	// StartThread begins a thread under a message, which has the same id, or does nothing if there is one.
	StartThread(ctx context.Context, channel, message, name string) error
	// CreateThread begins a thread in a channel.
	CreateThread(ctx context.Context, channel, name string) (id string, err error)
	// ArchiveThread archives a thread.
	ArchiveThread(ctx context.Context, thread string) error
	// EditMessage makes a message m.
	EditMessage(ctx context.Context, channel, message string, m discord.Message) error
}

// ThreadViews is what people see of the thread of a match.
type ThreadViews struct {
	Title func(context.Context, play.Match) string // its name
	Sign  func(play.Match) ui.Message              // what stands above it in its channel
}

// Threads gives matches threads: the card of the challenge becomes the message that the thread hangs on.
// It is a play.Threads and safe for concurrent use.
type Threads struct {
	views ThreadViews
	out   Threader
	links *ui.Links
}

// NewThreads returns a Threads that works on out, with commands linked as links has them.
func NewThreads(views ThreadViews, out Threader, links *ui.Links) *Threads {
	return &Threads{views, out, links}
}

// OpenThread implements play.Threads. Without a card, Discord says in the channel that there is a thread.
func (n *Threads) OpenThread(ctx context.Context, m play.Match) (string, error) {
	title, card := n.views.Title(ctx, m), m.Post
	if card.Message != "" && card.Channel == m.Venue.Channel {
		err := n.out.StartThread(ctx, card.Channel, card.Message, title)
		if err == nil {
			err = n.sign(ctx, m, card)
		}
		switch discord.CodeOf(err) {
		case discordgo.ErrCodeUnknownMessage:
		case discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached:
			return card.Message, nil // the thread is more important
		default:
			return card.Message, threadless("match "+string(m.ID), err)
		}
	}
	id, err := n.out.CreateThread(ctx, m.Venue.Channel, title)
	return id, threadless("match "+string(m.ID), err)
}

// CloseThread implements play.Threads.
func (n *Threads) CloseThread(ctx context.Context, m play.Match) error {
	if err := n.sign(ctx, m, m.Starter()); err != nil {
		return fmt.Errorf("close thread of match %s: %w", m.ID, err)
	}
	if err := n.out.ArchiveThread(ctx, m.OwnThread()); err != nil {
		return fmt.Errorf("archive thread of match %s: %w", m.ID, gone(err))
	}
	return nil
}

// sign makes what stands above a thread say how m is; where Discord refuses that, it stays as it was.
func (n *Threads) sign(ctx context.Context, m play.Match, above play.Post) error {
	msg, err := n.views.Sign(m).Wire(n.links)
	if err != nil {
		return err
	}
	if err = n.out.EditMessage(ctx, above.Channel, above.Message, msg); isRefusal(err) {
		return nil
	}
	return err
}

// threadless adds to an error why what has no thread.
func threadless(what string, err error) error {
	why := play.ErrGone
	switch {
	case err == nil:
		return nil
	case discord.CodeOf(err) == discordgo.ErrCodeMaximumNumberOfActiveThreadsReached:
		why = play.ErrFull
	case discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions, discord.CodeOf(err) == discordgo.ErrCodeMissingAccess:
		why = play.ErrClosed
	case !isRefusal(err) && !errors.Is(err, discord.ErrUnreadable):
		return fmt.Errorf("open thread for %s: %w", what, err)
	}
	return fmt.Errorf("open thread for %s: %w: %w", what, why, err)
}

// isRefusal reports whether Discord refused a call, and would again.
func isRefusal(err error) bool {
	refused, ok := errors.AsType[*discord.APIError](err)
	return ok && refused.Status < http.StatusInternalServerError && refused.Status != http.StatusTooManyRequests
}
