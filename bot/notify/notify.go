// Package notify tells people what happened: it posts boards, with whom they concern, and removes those
// that are out of date.
package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Public returns what all see of a match, and of its news, in its channel.
type Public func(ctx context.Context, m play.Match, news ...match.Event) ui.Message

// Notifier shows matches in their channels: one standing message each, posted anew when somebody is notified, because
// an edit notifies nobody, and else edited. It is a play.Announcer and safe for concurrent use.
type Notifier struct {
	public Public
	out    outbox
}

// New returns a Notifier that posts to out, with commands linked as links has them.
func New(public Public, out Poster, links *ui.Links) *Notifier {
	return &Notifier{public, outbox{out, links}}
}

// Announce implements play.Announcer: it posts m in its channel or thread, and returns the message. Where the
// bot may not attach files, the board is told in words. Where it only answers, there is nothing to post.
func (n *Notifier) Announce(ctx context.Context, a play.Announcement) (play.Post, error) {
	m := a.Match
	if m.Venue.Away { // it was shown with the answer to whoever did it
		return play.Post{}, nil
	}
	id, err := n.out.find(ctx, m.Shown(), m.Key(), a.Since)
	if err == nil && id == "" {
		id, err = n.send(ctx, a)
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // again and again: it stays where it is
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("announce match %s: %w", m.ID, gone(err))
	}
	return play.Post{Channel: m.Shown(), Message: id}, nil
}

// send posts an announcement, or changes the message that stands, and returns the message. One that cannot be changed
// any more is posted anew, if there is news.
func (n *Notifier) send(ctx context.Context, a play.Announcement) (id string, err error) {
	m := a.Match
	msg, key := n.public(ctx, m, a.News...), m.Key()
	msg.Ping = a.Ping
	if a.Edit != (play.Post{}) {
		err := n.out.edit(ctx, a.Edit, msg, key)
		switch refused := mayNotLook(err); {
		case !refused:
			return a.Edit.Message, err
		case m.Status == match.Finished && len(a.News) == 0: // nothing happened that people are to be told of
			return a.Edit.Message, nil
		}
	}
	id, err = n.out.post(ctx, m.Shown(), msg, key)
	if discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions && msg.Picture != nil {
		id, err = n.out.post(ctx, m.Shown(), msg.InWords(), key)
	}
	return id, err
}

// Share posts msg where and as s says, unless it is there. The error is play.ErrClosed when Discord refuses it.
func (n *Notifier) Share(ctx context.Context, s play.Sharing, msg ui.Message) error {
	id, err := n.out.find(ctx, s.Channel, s.Key, s.Since)
	if err == nil && id == "" {
		_, err = n.out.post(ctx, s.Channel, msg, s.Key)
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it is there
		return nil
	case discord.IsRefused(err):
		return fmt.Errorf("%w: %w", play.ErrClosed, err)
	}
	return err
}

// Retire implements play.Announcer: it removes a message; one that is gone already is no error.
func (n *Notifier) Retire(ctx context.Context, p play.Post) error {
	err := n.out.to.DeleteMessage(ctx, p.Channel, p.Message)
	if discord.CodeOf(err) == discordgo.ErrCodeUnknownMessage {
		return nil
	}
	if err != nil {
		return fmt.Errorf("retire post %s: %w", p, gone(err))
	}
	return nil
}

// gone adds play.ErrGone to an error after which trying again cannot help, and play.ErrClosed to one
// after which the bot needs rights that it may still be given.
func gone(err error) error {
	switch discord.CodeOf(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked:
		return fmt.Errorf("%w: %w", play.ErrGone, err)
	case discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodeCannotSendMessagesToThisUser, discord.CodeNoMutualServers:
		return fmt.Errorf("%w: %w", play.ErrClosed, err)
	}
	return err
}
