// Package notify tells people what happened: it posts boards, with whom they concern, and removes those
// that are out of date.
package notify

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Poster posts messages and removes them; discord.Client is one.
type Poster interface {
	// CreateMessage posts m in a channel.
	CreateMessage(ctx context.Context, channel string, m discord.Message) (id string, err error)
	// DeleteMessage removes a message.
	DeleteMessage(ctx context.Context, channel, message string) error
}

// Board posts messages, removes them and finds them again; discord.Client is one.
type Board interface {
	Poster
	// FindMessage returns the bot's message in a channel that has a mark and was posted since a time; "": none.
	FindMessage(ctx context.Context, channel string, mark int, since time.Time) (id string, err error)
}

// Public returns what all see of a match, and of its news, in its channel.
type Public func(ctx context.Context, m play.Match, news ...match.Event) ui.Message

// Notifier shows matches in their channels: one standing message each, posted anew with each event,
// because an edit notifies nobody. It is a play.Announcer and safe for concurrent use.
type Notifier struct {
	public Public
	out    Board
	links  *ui.Links
}

// New returns a Notifier that posts to out, with commands linked as links has them.
func New(public Public, out Board, links *ui.Links) *Notifier {
	return &Notifier{public, out, links}
}

// Announce implements play.Announcer: it posts m in its channel or thread, and returns the message. Where the bot may not attach
// files, the board is told in words. Where it only answers, there is nothing to post.
func (n *Notifier) Announce(ctx context.Context, a play.Announcement) (play.Post, error) {
	m := a.Match
	if m.Venue.Away { // it was shown with the answer to whoever did it
		return play.Post{}, nil
	}
	id, err := n.find(ctx, a)
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

// clocksDiffer is by how much the clock of the bot may be ahead of Discord's.
const clocksDiffer = time.Minute

// find returns the message by which a was made already; "": none is found. Discord knows the key of a message
// only for some minutes, and a process that was killed may be missed for longer.
func (n *Notifier) find(ctx context.Context, a play.Announcement) (id string, err error) {
	if a.Since.IsZero() {
		return "", nil
	}
	id, err = n.out.FindMessage(ctx, a.Match.Shown(), mark(a.Match.Key()), a.Since.Add(-clocksDiffer))
	if refused, ok := errors.AsType[*discord.APIError](err); ok && refused.Status < 500 ||
		errors.Is(err, discord.ErrUnreadable) {
		return "", nil // the bot may not look there
	}
	return id, err
}

// mark returns the mark of the announcement with a key. It is larger than the ids that Discord counts.
func mark(key string) int {
	h := fnv.New32a()
	h.Write([]byte(key)) //nolint:errcheck // it never fails
	return int(h.Sum32()>>2 | 1<<30)
}

// send posts an announcement and returns the message.
func (n *Notifier) send(ctx context.Context, a play.Announcement) (id string, err error) {
	m := a.Match
	msg, key := n.public(ctx, m, a.News...), m.Key()
	msg.Ping, msg.Mark = a.Ping, mark(key)
	id, err = n.post(ctx, m.Shown(), msg, key)
	if discord.CodeOf(err) == discord.CodeMissingRights && msg.Picture != nil {
		id, err = n.post(ctx, m.Shown(), msg.InWords(), key)
	}
	return id, err
}

// post sends a message to a channel and returns its id. With a key that it has seen lately, Discord
// returns the message that it has instead of posting a second one.
func (n *Notifier) post(ctx context.Context, channel string, msg ui.Message,
	key string) (string, error) {
	m, err := msg.Wire(n.links)
	if err != nil {
		return "", err
	}
	m.Nonce, m.EnforceNonce = discord.Cut(key, play.MaxKey), true
	return n.out.CreateMessage(ctx, channel, m)
}

// Retire implements play.Announcer: it removes a message; one that is gone already is no error.
func (n *Notifier) Retire(ctx context.Context, p play.Post) error {
	err := n.out.DeleteMessage(ctx, p.Channel, p.Message)
	if discord.CodeOf(err) == discord.CodeUnknownMessage {
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
	case discord.CodeUnknownChannel, discord.CodeUnknownGuild, discord.CodeArchivedThread,
		discord.CodeLockedThread:
		return fmt.Errorf("%w: %w", play.ErrGone, err)
	case discord.CodeMissingAccess, discord.CodeMissingRights, discord.CodeCannotMessage,
		discord.CodeNoMutualServers:
		return fmt.Errorf("%w: %w", play.ErrClosed, err)
	}
	return err
}
