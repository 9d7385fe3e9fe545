package notify

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

// Mailer posts messages, in direct conversations too; discord.Client is one.
type Mailer interface {
	Poster
	// CreateDM returns the channel of the bot's direct conversation with a person.
	CreateDM(ctx context.Context, user string) (channel string, err error)
}

// Words are what players are told.
type Words struct {
	Notice func(play.Notice) ui.Message
	Digest func(play.Digest) ui.Message
}

// Messenger tells players what is for one of them alone. It is a play.Messenger and safe for concurrent
// use.
type Messenger struct {
	words Words
	out   Mailer
	links *ui.Links
}

// NewMessenger returns a Messenger that posts to out, with commands linked as links has them.
func NewMessenger(words Words, out Mailer, links *ui.Links) *Messenger {
	return &Messenger{words, out, links}
}

// Notify implements play.Messenger. Where a thread takes nothing any more, the notice goes to the channel
// that it is in.
func (s *Messenger) Notify(ctx context.Context, n play.Notice) (play.Post, error) {
	msg := s.words.Notice(n)
	if n.Direct {
		return s.direct(ctx, n.To.ID, msg, n.Key)
	}
	m := &n.Match
	if m.Venue.Away {
		return play.Post{}, fmt.Errorf("notice of match %s: %w: the bot only answers there", m.ID, play.ErrClosed)
	}
	msg.Ping = []match.PlayerID{n.To.ID}
	place := m.Shown()
	post, err := s.post(ctx, place, msg, n.Key)
	if place != m.Venue.Channel && (errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed)) {
		return s.post(ctx, m.Venue.Channel, msg, n.Key)
	}
	return post, err
}

// Digest implements play.Messenger.
func (s *Messenger) Digest(ctx context.Context, d play.Digest) error {
	_, err := s.direct(ctx, d.To.ID, s.words.Digest(d), d.Key)
	return err
}

// direct sends a direct message. A person with whom no conversation can be opened takes none.
func (s *Messenger) direct(ctx context.Context, to match.PlayerID, msg ui.Message, key string) (play.Post, error) {
	channel, err := s.out.CreateDM(ctx, string(to))
	if isFinal(err) {
		return play.Post{}, fmt.Errorf("open direct messages: %w: %w", play.ErrClosed, err)
	}
	if err != nil {
		return play.Post{}, err
	}
	return s.post(ctx, channel, msg, key)
}

// isFinal reports whether Discord said of a person that there is no conversation with them.
func isFinal(err error) bool {
	refused, ok := errors.AsType[*discord.APIError](err)
	return ok && slices.Contains([]int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound}, refused.Status)
}

// post sends a message, once for a key.
func (s *Messenger) post(ctx context.Context, channel string, msg ui.Message, key string) (play.Post, error) {
	w, err := msg.Wire(s.links)
	if err != nil {
		return play.Post{}, err
	}
	w.Nonce, w.EnforceNonce = discord.Cut(key, play.MaxKey), true
	id, err := s.out.CreateMessage(ctx, channel, w)
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it was sent
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("notice: %w", gone(err))
	}
	return play.Post{Channel: channel, Message: id}, nil
}
