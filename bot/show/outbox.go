package show

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// Poster posts messages, removes them and finds them again; discord.Client is one.
type Poster interface {
	// CreateMessage posts m in a channel.
	CreateMessage(ctx context.Context, channel string, m discord.Message) (id string, err error)
	// EditMessage makes a message m.
	EditMessage(ctx context.Context, channel, message string, m discord.Message) error
	// DeleteMessage removes a message.
	DeleteMessage(ctx context.Context, channel, message string) error
	// FindMessage returns the bot's message in a channel that has a mark and was posted since a time, or not long before;
	// "": none.
	FindMessage(ctx context.Context, channel string, mark int, since time.Time) (id string, err error)
}

// outbox posts messages once for a key.
type outbox struct {
	to    Discord
	links *ui.Links
}

// post sends a message to a channel and returns its id. With a key that it has seen lately, Discord
// returns the message that it has instead of posting a second one.
func (o outbox) post(ctx context.Context, channel string, msg ui.Message, key string) (string, error) {
	msg.Mark = mark(key)
	m, err := msg.Wire(o.links)
	if err != nil {
		return "", err
	}
	m.Nonce, m.EnforceNonce = discord.Truncate(key, play.MaxKey), true
	id, err := o.to.CreateMessage(ctx, channel, m)
	if plain, had := m.WithoutEmojis(); had && discord.CodeOf(err) == discordgo.ErrCodeInvalidFormBody { // one may be gone
		return o.to.CreateMessage(ctx, channel, plain)
	}
	return id, err
}

// edit makes the message that stands the one with a key.
func (o outbox) edit(ctx context.Context, at play.Post, msg ui.Message, key string) error {
	msg.Mark = mark(key)
	m, err := msg.Wire(o.links)
	if err != nil {
		return err
	}
	err = o.to.EditMessage(ctx, at.Channel, at.Message, m)
	if plain, had := m.WithoutEmojis(); had && discord.CodeOf(err) == discordgo.ErrCodeInvalidFormBody { // one may be gone
		return o.to.EditMessage(ctx, at.Channel, at.Message, plain)
	}
	return err
}

// StandingPost is a message that is posted once and then edited.
type StandingPost struct {
	play.Post           // the Message is empty until it is known
	Key       string    // of the message
	Since     time.Time // when it may have been posted first; zero: it was not
}

// Upsert posts msg, or edits the message that was posted before, and returns where it is. The Post is zero if
// Discord took the message but its id could not be read. It notifies nobody. Where the bot may not attach files, words
// replace the picture. Errors are play.ErrGone and play.ErrClosed as for a play.Announcer, or may pass.
func (n *Notifier) Upsert(ctx context.Context, at StandingPost, msg ui.Message) (play.Post, error) {
	n.await(ctx)
	o := n.out
	msg.Silent = true
	if at.Message != "" {
		err := inWords(msg, func(m ui.Message) error { return o.edit(ctx, at.Post, m, at.Key) })
		if mayNotLook(err) {
			err = fmt.Errorf("%w: %w", play.ErrGone, err)
		}
		return at.Post, err
	}
	id, err := o.find(ctx, at.Channel, at.Key, at.Since)
	if err == nil && id == "" {
		err = inWords(msg, func(m ui.Message) (err error) {
			id, err = o.post(ctx, at.Channel, m, at.Key)
			return err
		})
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it is there
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, gone(err)
	}
	return play.Post{Channel: at.Channel, Message: id}, nil
}

// FindPost returns the post of at, looking it up by its key when its message is not known; the zero Post if it is not
// there.
func (n *Notifier) FindPost(ctx context.Context, at StandingPost) (play.Post, error) {
	n.await(ctx)
	if at.Message != "" {
		return at.Post, nil
	}
	id, err := n.out.find(ctx, at.Channel, at.Key, at.Since)
	if err != nil || id == "" {
		return play.Post{}, err
	}
	return play.Post{Channel: at.Channel, Message: id}, nil
}

// inWords sends msg, in words where the bot may not attach files.
func inWords(msg ui.Message, send func(ui.Message) error) error {
	err := send(msg)
	if discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions {
		return send(msg.InWords())
	}
	return err
}

// clocksDiffer is by how much the clock of the bot may be ahead of Discord's.
const clocksDiffer = time.Minute

// find returns the message that was posted with a key since a time; "": none is found. Discord knows a key only
// for some minutes, and a process that was killed may be missed for longer. Since zero, it was not posted.
func (o outbox) find(ctx context.Context, channel, key string, since time.Time) (id string, err error) {
	if since.IsZero() {
		return "", nil
	}
	id, err = o.to.FindMessage(ctx, channel, mark(key), since.Add(-clocksDiffer))
	if mayNotLook(err) {
		return "", nil
	}
	return id, err
}

// mayNotLook reports whether Discord will not show what was posted, or change it: it refused to, or its answer cannot
// be read, which it cannot be the next time either.
func mayNotLook(err error) bool {
	return discord.IsRefused(err) || errors.Is(err, discord.ErrUnreadable)
}

// mark returns the mark of a message with a key. It is larger than the ids that Discord counts.
func mark(key string) int {
	h := fnv.New32a()
	h.Write([]byte(key)) //nolint:errcheck // it never fails
	return int(h.Sum32()>>2 | 1<<30)
}
