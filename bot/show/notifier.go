package show

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

// Discord is what a Notifier works on; discord.Client is one.
type Discord interface {
	Poster
	Threader
	// CreateDM returns the channel of the bot's direct conversation with a person.
	CreateDM(ctx context.Context, user string) (channel string, err error)
	// StartTyping shows for some seconds that the bot writes in a channel.
	StartTyping(ctx context.Context, channel string) error
	// InGuild reports whether the bot is on a server.
	InGuild(ctx context.Context, server string) (bool, error)
	// IsMember reports whether a person is on a server; true also when Discord does not tell.
	IsMember(ctx context.Context, server, user string) (bool, error)
}

// Views is what people see.
type Views struct {
	Board  func(ctx context.Context, m play.Match, news ...match.Event) ui.Message // of a match, and of its news
	Notice func(play.Notice) ui.Message
	Digest func(play.Digest) ui.Message
	Title  func(context.Context, play.Match) string // the name of its thread
	Sign   func(play.Match) ui.Message              // what stands above that in its channel
}

// Notifier shows on Discord what happened: a match as one standing message, posted anew when somebody is notified,
// because an edit notifies nobody, and else edited. It is whatever the worker announces with, and safe for concurrent
// use.
type Notifier struct {
	// Ready waits until the bot knows its commands, which posts link; nil: it does.
	Ready func(context.Context)
	views Views
	out   outbox
}

// NewNotifier returns a Notifier that posts to out, with commands linked as links has them.
func NewNotifier(v Views, out Discord, links *ui.Links) *Notifier {
	return &Notifier{views: v, out: outbox{out, links}}
}

// await waits until the bot is ready.
func (n *Notifier) await(ctx context.Context) {
	if n.Ready != nil {
		n.Ready(ctx)
	}
}

// IsOn implements departure.Presence.
func (n *Notifier) IsOn(ctx context.Context, server string) (bool, error) {
	n.await(ctx)
	return n.out.to.InGuild(ctx, server)
}

// IsMember implements leagues.Members.
func (n *Notifier) IsMember(ctx context.Context, server string, p match.PlayerID) (bool, error) {
	return n.out.to.IsMember(ctx, server, string(p))
}

// Type implements worker.Typist. Where the bot cannot post it shows nothing.
func (n *Notifier) Type(ctx context.Context, m play.Match) error {
	if m.Venue.Away || m.Closed {
		return nil
	}
	if err := n.out.to.StartTyping(ctx, m.Shown()); err != nil {
		return fmt.Errorf("type in match %s: %w", m.ID, err)
	}
	return nil
}

// Announce implements play.Announcer: it posts m in its channel or thread, and returns the message. Where the
// bot may not attach files, the board is told in words. Where it only answers, there is nothing to post.
func (n *Notifier) Announce(ctx context.Context, a play.Announcement) (play.Post, error) {
	n.await(ctx)
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
	msg, key := n.views.Board(ctx, m, a.News...), m.Key()
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
