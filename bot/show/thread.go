package show

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
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

// announceInForum creates the post of a match in its forum, unless an earlier attempt has, and returns its first
// message. Errors are as for a play.Announcer; besides play.ErrClosed, they contain play.ErrFull if there are too many
// threads, and play.ErrUnfit if the post needs a tag that only moderators may apply.
func (n *Notifier) announceInForum(ctx context.Context, a play.Announcement) (play.Post, error) {
	m, forum, key := a.Match, a.Match.Venue.Channel, a.Match.Key()
	msg := n.messages.BoardMessage(ctx, m, a.News...)
	msg.Ping = a.Ping
	id, err := "", error(nil)
	if !a.Since.IsZero() {
		id, err = n.out.to.FindForumPost(ctx, m.Venue.Guild, forum, mark(key), a.Since.Add(-clockSkew))
	}
	if id == "" && (err == nil || isPermanent(err)) {
		title := n.messages.ThreadTitle(ctx, m)
		err = inWords(msg, func(msg ui.Message) (err error) {
			id, err = n.out.createForumPost(ctx, forum, title, msg, key)
			return err
		})
	}
	if err != nil {
		return play.Post{}, fmt.Errorf("post match %s in a forum: %w", m.ID, forumError(err))
	}
	return play.Post{Channel: id, Message: id}, nil
}

// createForumPost creates a post in a forum whose first message is msg, under a key, and returns its id.
func (o outbox) createForumPost(ctx context.Context, forum, title string, msg ui.Message, key string) (string, error) {
	msg.Mark = mark(key)
	m, err := msg.Wire(o.links)
	if err != nil {
		return "", err
	}
	id, err := o.to.CreateForumPost(ctx, forum, discord.ForumPost{Name: title, Message: m})
	if plain, had := m.WithoutEmojis(); had && discord.CodeOf(err) == discordgo.ErrCodeInvalidFormBody { // one may be gone
		return o.to.CreateForumPost(ctx, forum, discord.ForumPost{Name: title, Message: plain})
	}
	return id, err
}

// forumError adds to err, with which a post could not be created, the matching error of play.Announcer. If the post was
// created but its id could not be read, the next attempt finds it.
func forumError(err error) error {
	switch code := discord.CodeOf(err); {
	case code == discord.CodeTagRequired:
		return fmt.Errorf("%w: %w: %w", play.ErrClosed, play.ErrUnfit, err)
	case code == discordgo.ErrCodeMaximumNumberOfActiveThreadsReached:
		return fmt.Errorf("%w: %w: %w", play.ErrClosed, play.ErrFull, err)
	}
	return classify(err)
}

// leaveFirst prepares the post of m in a forum for a new board message: its first message, which cannot be deleted,
// says who is playing, and the post is named after the two. If Discord refuses that, the post stays as it is.
func (n *Notifier) leaveFirst(ctx context.Context, m play.Match) error {
	if !m.Venue.Forum || m.Post == (play.Post{}) || m.Post != m.Starter() {
		return nil
	}
	err := n.out.to.RenameThread(ctx, m.Thread, n.messages.ThreadTitle(ctx, m))
	if err != nil && !discord.IsRefused(err) {
		return err
	}
	return n.editStarter(ctx, m, m.Post)
}
