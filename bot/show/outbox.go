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

// outbox posts messages under keys, so that a message is posted once even if posting is repeated after a crash.
type outbox struct {
	to    Discord
	links *ui.Links
}

// post posts msg in a channel and returns its id. If Discord has recently seen the key, it returns the earlier message
// instead of posting a second one.
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

// edit replaces a post by msg, under a key.
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

// once finds the message of at in its channel, or calls post. The Post is zero if Discord accepted the message but its
// id could not be read. Errors are classified.
func (o outbox) once(ctx context.Context, at StandingPost, post func() (id string, err error)) (play.Post, error) {
	id, err := o.find(ctx, at)
	if err == nil && id == "" {
		id, err = post()
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable):
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, classify(err)
	}
	return play.Post{Channel: at.Channel, Message: id}, nil
}

// clockSkew is how far the bot's clock may be ahead of Discord's.
const clockSkew = time.Minute

// find returns the message that was posted in the channel of at under its key since at.Since, or "". Discord itself
// remembers keys only for a few minutes, but a crashed process may be down for longer.
func (o outbox) find(ctx context.Context, at StandingPost) (id string, err error) {
	if at.Since.IsZero() {
		return "", nil
	}
	id, err = o.to.FindMessage(ctx, at.Channel, mark(at.Key), at.Since.Add(-clockSkew))
	if isPermanent(err) {
		return "", nil
	}
	return id, err
}

// isPermanent reports whether a call that failed with err would fail again, because Discord refused it or its response
// cannot be read.
func isPermanent(err error) bool {
	return discord.IsRefused(err) || errors.Is(err, discord.ErrUnreadable)
}

// inWords sends msg, without its picture if the bot may not attach files.
func inWords(msg ui.Message, send func(ui.Message) error) error {
	err := send(msg)
	if msg.Picture != nil && discord.CodeOf(err) == discordgo.ErrCodeMissingPermissions {
		return send(msg.InWords())
	}
	return err
}

// mark returns the mark of a message with a key. It is larger than the component ids that Discord assigns.
func mark(key string) int {
	h := fnv.New32a()
	h.Write([]byte(key)) //nolint:errcheck // it never fails
	return int(h.Sum32()>>2 | 1<<30)
}

// StandingPost is a message that is posted once and then edited.
type StandingPost struct {
	play.Post           // the Message is empty until it is known
	Key       string    // identifies the message
	Since     time.Time // when the first attempt to post it started; zero: none has
}

// Upsert posts msg, or edits the existing post, and returns its place. The Post is zero if Discord accepted the message
// but its id could not be read. Posting notifies msg.Ping, editing nobody. Without the right to attach files, msg is
// posted in words. Errors are play.ErrGone and play.ErrClosed as for a play.Announcer, or temporary.
func (n *Notifier) Upsert(ctx context.Context, at StandingPost, msg ui.Message) (play.Post, error) {
	n.awaitReady(ctx)
	msg.Silent = len(msg.Ping) == 0
	if at.Message == "" {
		return n.out.once(ctx, at, func() (id string, err error) {
			err = inWords(msg, func(m ui.Message) (err error) {
				id, err = n.out.post(ctx, at.Channel, m, at.Key)
				return err
			})
			return id, err
		})
	}
	err := inWords(msg, func(m ui.Message) error { return n.out.edit(ctx, at.Post, m, at.Key) })
	if isPermanent(err) {
		err = fmt.Errorf("%w: %w", play.ErrGone, err)
	}
	return at.Post, err
}

// FindPost returns the post of at. It looks up an unknown message by its key; the Post is zero if there is none.
func (n *Notifier) FindPost(ctx context.Context, at StandingPost) (play.Post, error) {
	n.awaitReady(ctx)
	if at.Message != "" {
		return at.Post, nil
	}
	id, err := n.out.find(ctx, at)
	if err != nil || id == "" {
		return play.Post{}, err
	}
	return play.Post{Channel: at.Channel, Message: id}, nil
}
