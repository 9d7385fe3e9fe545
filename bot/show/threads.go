package show

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
)

// Threader begins and archives threads; discord.Client is one.
type Threader interface {
	// StartThread begins a thread under a message, which has the same id, or does nothing if there is one.
	StartThread(ctx context.Context, channel, message, name string) error
	// CreateThread begins a thread in a channel.
	CreateThread(ctx context.Context, channel, name string) (id string, err error)
	// ArchiveThread archives a thread.
	ArchiveThread(ctx context.Context, thread string) error
}

// OpenThread implements play.Threads. Without a card, Discord says in the channel that there is a thread.
func (n *Notifier) OpenThread(ctx context.Context, m play.Match) (string, error) {
	n.await(ctx)
	title, card := n.views.Title(ctx, m), m.Post
	if card.Message != "" && card.Channel == m.Venue.Channel {
		err := n.out.to.StartThread(ctx, card.Channel, card.Message, title)
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
	id, err := n.out.to.CreateThread(ctx, m.Venue.Channel, title)
	return id, threadless("match "+string(m.ID), err)
}

// CloseThread implements play.Threads.
func (n *Notifier) CloseThread(ctx context.Context, m play.Match) error {
	if err := n.sign(ctx, m, m.Starter()); err != nil {
		return fmt.Errorf("close thread of match %s: %w", m.ID, err)
	}
	if err := n.out.to.ArchiveThread(ctx, m.OwnThread()); err != nil {
		return fmt.Errorf("archive thread of match %s: %w", m.ID, gone(err))
	}
	return nil
}

// OpenThreadUnder opens a thread under a post, or does nothing if there is one. The thread has the id of the post's
// message. Errors are as for play.Threads; what names in them what the thread is for.
func (n *Notifier) OpenThreadUnder(ctx context.Context, p play.Post, title, what string) error {
	n.await(ctx)
	return threadless(what, n.out.to.StartThread(ctx, p.Channel, p.Message, title))
}

// sign makes what stands above a thread say how m is; where Discord refuses that, it stays as it was.
func (n *Notifier) sign(ctx context.Context, m play.Match, above play.Post) error {
	msg, err := n.views.Sign(m).Wire(n.out.links)
	if err != nil {
		return err
	}
	if err = n.out.to.EditMessage(ctx, above.Channel, above.Message, msg); isRefusal(err) {
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
