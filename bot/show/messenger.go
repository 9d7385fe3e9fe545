package show

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// letter is a message for one player.
type letter struct {
	text  ui.Message
	key   string
	since time.Time // as that of a play.Announcement
}

// Notify implements play.Messenger. Where a thread takes nothing any more, the notice goes to the channel
// that it is in.
func (n *Notifier) Notify(ctx context.Context, about play.Notice) (play.Post, error) {
	n.await(ctx)
	l := letter{n.views.Notice(about), about.Key, about.Since}
	if about.Direct {
		return n.direct(ctx, about.To.ID, l)
	}
	m := &about.Match
	if m.Venue.Away {
		return play.Post{}, fmt.Errorf("notice of match %s: %w: the bot only answers there", m.ID, play.ErrClosed)
	}
	l.text.Ping = []match.PlayerID{about.To.ID}
	place := m.Shown()
	post, err := n.deliver(ctx, place, l)
	if place != m.Venue.Channel && (errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed)) {
		return n.deliver(ctx, m.Venue.Channel, l)
	}
	return post, err
}

// Digest implements play.Messenger.
func (n *Notifier) Digest(ctx context.Context, d play.Digest) error {
	n.await(ctx)
	_, err := n.direct(ctx, d.To.ID, letter{text: n.views.Digest(d), key: d.Key})
	return err
}

// direct sends a direct message. A person with whom no conversation can be opened takes none.
func (n *Notifier) direct(ctx context.Context, to match.PlayerID, l letter) (play.Post, error) {
	channel, err := n.out.to.CreateDM(ctx, string(to))
	if isFinal(err) {
		return play.Post{}, fmt.Errorf("open direct messages: %w: %w", play.ErrClosed, err)
	}
	if err != nil {
		return play.Post{}, err
	}
	return n.deliver(ctx, channel, l)
}

// isFinal reports whether Discord said of a person that there is no conversation with them.
func isFinal(err error) bool {
	refused, ok := errors.AsType[*discord.APIError](err)
	return ok && slices.Contains([]int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound}, refused.Status)
}

// deliver sends a letter to a channel, unless it was sent there.
func (n *Notifier) deliver(ctx context.Context, channel string, l letter) (play.Post, error) {
	id, err := n.out.find(ctx, channel, l.key, l.since)
	if err == nil && id == "" {
		id, err = n.out.post(ctx, channel, l.text, l.key)
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it was sent
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("notice: %w", gone(err))
	}
	return play.Post{Channel: channel, Message: id}, nil
}
