package show

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Notify sends a notice to a player, as a direct message or with a mention where the match is shown. If a thread
// accepts no more messages, the notice goes to its channel. Errors are as for a play.Messenger.
func (n *Notifier) Notify(ctx context.Context, about play.Notice) (play.Post, error) {
	n.awaitReady(ctx)
	msg, at := n.messages.Notice(about), StandingPost{Key: about.Key, Since: about.Since}
	if about.Direct {
		return n.sendDirect(ctx, about.To.ID, at, msg)
	}
	m := &about.Match
	if m.Venue.Away {
		return play.Post{}, fmt.Errorf("notice of match %s: %w: the bot only answers there", m.ID, play.ErrClosed)
	}
	msg.Ping = []match.PlayerID{about.To.ID}
	if m.NeedsForumPost() {
		return play.Post{}, fmt.Errorf("notice of match %s: %w: no post in the forum", m.ID, play.ErrClosed)
	}
	at.Channel = m.Shown()
	post, err := n.sendNotice(ctx, at, msg)
	if at.Channel != m.Venue.Channel && !m.Venue.Forum &&
		(errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed)) {
		at.Channel = m.Venue.Channel
		return n.sendNotice(ctx, at, msg)
	}
	return post, err
}

// Digest sends a player the weekly digest in a direct message. Errors are as for a play.Messenger.
func (n *Notifier) Digest(ctx context.Context, d play.Digest) error {
	n.awaitReady(ctx)
	_, err := n.sendDirect(ctx, d.To.ID, StandingPost{Key: d.Key}, n.messages.Digest(d))
	return err
}

// Direct sends msg as a direct message, once per at.Key. Errors are as for a play.Messenger.
func (n *Notifier) Direct(ctx context.Context, to match.PlayerID, at StandingPost, msg ui.Message) error {
	n.awaitReady(ctx)
	_, err := n.sendDirect(ctx, to, at, msg)
	return err
}

// sendDirect sends msg as a direct message. It returns play.ErrClosed if the person accepts none.
func (n *Notifier) sendDirect(ctx context.Context, to match.PlayerID, at StandingPost,
	msg ui.Message) (play.Post, error) {
	channel, err := n.out.to.CreateDM(ctx, string(to))
	if isUnreachable(err) {
		return play.Post{}, fmt.Errorf("open direct messages: %w: %w", play.ErrClosed, err)
	}
	if err != nil {
		return play.Post{}, err
	}
	at.Channel = channel
	return n.sendNotice(ctx, at, msg)
}

func isUnreachable(err error) bool {
	refused, ok := errors.AsType[*discord.APIError](err)
	return ok && slices.Contains([]int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound}, refused.Status)
}

// sendNotice posts msg at at, unless it is already there.
func (n *Notifier) sendNotice(ctx context.Context, at StandingPost, msg ui.Message) (play.Post, error) {
	post, err := n.out.once(ctx, at, func() (string, error) { return n.out.post(ctx, at.Channel, msg, at.Key) })
	if err != nil {
		return play.Post{}, fmt.Errorf("notice: %w", err)
	}
	return post, nil
}
