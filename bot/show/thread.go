package show

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
)

// OpenThread opens the thread of m and returns its id. The thread is attached to the challenge; if that is gone,
// Discord announces the thread in the channel. Errors are as for play.Threads.
func (n *Notifier) OpenThread(ctx context.Context, m play.Match) (string, error) {
	n.awaitReady(ctx)
	title, card := n.messages.ThreadTitle(ctx, m), m.Post
	if card.Message != "" && card.Channel == m.Venue.Channel {
		err := n.out.to.StartThread(ctx, card.Channel, card.Message, title)
		if err == nil {
			err = n.editStarter(ctx, m, card)
		}
		switch discord.CodeOf(err) {
		case discordgo.ErrCodeUnknownMessage:
		case discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached:
			return card.Message, nil // the thread is more important
		default:
			return card.Message, threadError("match "+string(m.ID), err)
		}
	}
	id, err := n.out.to.CreateThread(ctx, m.Venue.Channel, title)
	return id, threadError("match "+string(m.ID), err)
}

// CloseThread archives the thread of m after updating its starter. Errors are as for play.Threads.
func (n *Notifier) CloseThread(ctx context.Context, m play.Match) error {
	if err := n.editStarter(ctx, m, m.Starter()); err != nil {
		return fmt.Errorf("close thread of match %s: %w", m.ID, err)
	}
	if err := n.out.to.ArchiveThread(ctx, m.OwnThread()); err != nil {
		return fmt.Errorf("archive thread of match %s: %w", m.ID, classify(err))
	}
	return nil
}

// OpenThreadUnder opens a thread under a post, whose message has the same id. It does nothing if there is one. Errors
// are those of play.Threads and contain what, the purpose of the thread.
func (n *Notifier) OpenThreadUnder(ctx context.Context, p play.Post, title, what string) error {
	n.awaitReady(ctx)
	return threadError(what, n.out.to.StartThread(ctx, p.Channel, p.Message, title))
}

// editStarter edits the message to which the thread of m is attached. If Discord refuses that, the message stays as it
// is.
func (n *Notifier) editStarter(ctx context.Context, m play.Match, starter play.Post) error {
	msg, err := n.messages.ThreadStarter(m).Wire(n.out.links)
	if err != nil {
		return err
	}
	if err = n.out.to.EditMessage(ctx, starter.Channel, starter.Message, msg); discord.IsRefused(err) {
		return nil
	}
	return err
}

// threadError adds to err the matching error of play.Threads. what has no thread because of err.
func threadError(what string, err error) error {
	why := play.ErrGone
	switch {
	case err == nil:
		return nil
	case discord.CodeOf(err) == discordgo.ErrCodeMaximumNumberOfActiveThreadsReached:
		why = play.ErrFull
	case discord.CodeOf(err) == discordgo.ErrCodeCannotExecuteActionOnThisChannelType:
		why = play.ErrUnfit
	case discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions, discord.CodeOf(err) == discordgo.ErrCodeMissingAccess:
		why = play.ErrClosed
	case !isPermanent(err):
		return fmt.Errorf("open thread for %s: %w", what, err)
	}
	return fmt.Errorf("open thread for %s: %w: %w", what, why, err)
}
