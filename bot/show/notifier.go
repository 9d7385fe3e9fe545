package show

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Discord is what a Notifier needs of Discord; discord.Client implements it.
type Discord interface {
	// CreateMessage posts m in a channel.
	CreateMessage(ctx context.Context, channel string, m discord.Message) (id string, err error)
	// EditMessage replaces a message by m.
	EditMessage(ctx context.Context, channel, message string, m discord.Message) error
	DeleteMessage(ctx context.Context, channel, message string) error
	// FindMessage returns the bot's message in a channel that has a mark and was posted since a time, or shortly before;
	// "" if there is none.
	FindMessage(ctx context.Context, channel string, mark int, since time.Time) (id string, err error)

	// StartThread opens a thread under a message, which has the same id. It does nothing if there is one.
	StartThread(ctx context.Context, channel, message, name string) error
	// CreateThread opens a thread in a channel.
	CreateThread(ctx context.Context, channel, name string) (id string, err error)
	ArchiveThread(ctx context.Context, thread string) error
	RenameThread(ctx context.Context, thread, name string) error
	// CreateForumPost creates a post in a forum. Its first message has the same id.
	CreateForumPost(ctx context.Context, forum string, p discord.ForumPost) (id string, err error)
	// FindForumPost returns the bot's post in a forum whose first message has a mark and was posted since a time, or
	// shortly before; "" if there is none.
	FindForumPost(ctx context.Context, guild, forum string, mark int, since time.Time) (id string, err error)

	// CreateDM returns the channel of the bot's direct messages with a person.
	CreateDM(ctx context.Context, user string) (channel string, err error)
	// StartTyping shows the typing indicator in a channel for some seconds.
	StartTyping(ctx context.Context, channel string) error
	// InGuild reports whether the bot is on a server.
	InGuild(ctx context.Context, server string) (bool, error)
	// HasRole reports whether a server has a role; also true if Discord does not say.
	HasRole(ctx context.Context, server, role string) (bool, error)
	// IsMember reports whether a person is on a server; also true if Discord does not say.
	IsMember(ctx context.Context, server, user string) (bool, error)
}

// Messages makes the messages that a Notifier posts; View implements it.
type Messages interface {
	// BoardMessage shows a match in its channel, with its news.
	BoardMessage(ctx context.Context, m play.Match, news ...match.Event) ui.Message
	Notice(play.Notice) ui.Message
	Digest(play.Digest) ui.Message
	// ThreadTitle names the thread of a match.
	ThreadTitle(context.Context, play.Match) string
	// ThreadStarter returns the message to which the thread of a match is attached.
	ThreadStarter(play.Match) ui.Message
}

// Notifier does the worker's tasks on Discord. It is safe for concurrent use.
type Notifier struct {
	// Ready waits until the bot knows its commands, to which posts link; nil means that it already does.
	Ready    func(context.Context)
	messages Messages
	out      outbox
}

// NewNotifier returns a Notifier that posts messages to out and links the commands in them. If it is only used for
// standing posts, messages may be nil.
func NewNotifier(messages Messages, out Discord, links *ui.Links) *Notifier {
	return &Notifier{messages: messages, out: outbox{out, links}}
}

func (n *Notifier) awaitReady(ctx context.Context) {
	if n.Ready != nil {
		n.Ready(ctx)
	}
}

// IsOn reports whether the bot is on a server.
func (n *Notifier) IsOn(ctx context.Context, server string) (bool, error) {
	n.awaitReady(ctx)
	return n.out.to.InGuild(ctx, server)
}

// HasRole reports whether a server has a role; also true if Discord does not say.
func (n *Notifier) HasRole(ctx context.Context, server, role string) (bool, error) {
	return n.out.to.HasRole(ctx, server, role)
}

// IsMember reports whether a person is on a server; also true if Discord does not say.
func (n *Notifier) IsMember(ctx context.Context, server string, p match.PlayerID) (bool, error) {
	return n.out.to.IsMember(ctx, server, string(p))
}

// Type shows the typing indicator where m is shown, unless the bot cannot post there.
func (n *Notifier) Type(ctx context.Context, m play.Match) error {
	if m.Venue.Away || m.Closed || m.NeedsForumPost() {
		return nil
	}
	if err := n.out.to.StartTyping(ctx, m.Shown()); err != nil {
		return fmt.Errorf("type in match %s: %w", m.ID, err)
	}
	return nil
}

// Announce posts the board of a match, or edits the board a.Edit, and returns its post. A board that notifies somebody
// is always posted, because an edit notifies nobody. Without the right to attach files, the board is in words. Where
// the bot only replies, nothing is posted. Errors are as for a play.Announcer.
func (n *Notifier) Announce(ctx context.Context, a play.Announcement) (play.Post, error) {
	n.awaitReady(ctx)
	m := a.Match
	if m.Venue.Away { // the board was in the reply to the person who changed the match
		return play.Post{}, nil
	}
	if m.NeedsForumPost() {
		return n.announceInForum(ctx, a)
	}
	post, err := n.out.once(ctx, StandingPost{play.Post{Channel: m.Shown()}, m.Key(), a.Since},
		func() (string, error) { return n.send(ctx, a) })
	if err != nil {
		return play.Post{}, fmt.Errorf("announce match %s: %w", m.ID, err)
	}
	return post, nil
}

// send posts an announcement, or edits the board, and returns the message. A board that can no longer be edited is
// posted again, unless the match is over and there is no news.
func (n *Notifier) send(ctx context.Context, a play.Announcement) (id string, err error) {
	m := a.Match
	msg := n.messages.BoardMessage(ctx, m, a.News...)
	msg.Ping = a.Ping
	if a.Edit != (play.Post{}) {
		err := n.out.edit(ctx, a.Edit, msg, m.Key())
		switch {
		case !isPermanent(err):
			return a.Edit.Message, err
		case m.Status == match.Finished && len(a.News) == 0:
			return a.Edit.Message, nil
		}
	}
	if err := n.leaveFirst(ctx, m); err != nil {
		return "", err
	}
	err = inWords(msg, func(msg ui.Message) (err error) {
		id, err = n.out.post(ctx, m.Shown(), msg, m.Key())
		return err
	})
	return id, err
}

// Share posts msg according to s, unless it is already there. It returns play.ErrClosed if Discord refuses the post.
func (n *Notifier) Share(ctx context.Context, s play.Sharing, msg ui.Message) error {
	_, err := n.out.once(ctx, StandingPost{play.Post{Channel: s.Channel}, s.Key, s.Since},
		func() (string, error) { return n.out.post(ctx, s.Channel, msg, s.Key) })
	if discord.IsRefused(err) {
		return fmt.Errorf("%w: %w", play.ErrClosed, err)
	}
	return err
}

// Retire deletes a post. A post that is already gone is no error.
func (n *Notifier) Retire(ctx context.Context, p play.Post) error {
	err := n.out.to.DeleteMessage(ctx, p.Channel, p.Message)
	if err == nil || discord.CodeOf(err) == discordgo.ErrCodeUnknownMessage {
		return nil
	}
	return fmt.Errorf("retire post %s: %w", p, classify(err))
}

// classify adds play.ErrGone to an error after which retrying is useless, and play.ErrClosed to one for lack of
// permissions.
func classify(err error) error {
	switch discord.CodeOf(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeCannotSendMessagesInVoiceChannel, // or in a forum
		discordgo.ErrCodePerformedOperationOnArchivedThread, discordgo.ErrCodeThreadIsLocked:
		return fmt.Errorf("%w: %w", play.ErrGone, err)
	case discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodeCannotSendMessagesToThisUser, discord.CodeNoMutualServers:
		return fmt.Errorf("%w: %w", play.ErrClosed, err)
	}
	return err
}
