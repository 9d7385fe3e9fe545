package notify

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
	open  Mailer
	out   outbox
}

// NewMessenger returns a Messenger that posts to out, with commands linked as links has them.
func NewMessenger(words Words, out Mailer, links *ui.Links) *Messenger {
	return &Messenger{words, out, outbox{out, links}}
}

// letter is a message for one player.
type letter struct {
	text  ui.Message
	key   string
	since time.Time // as that of a play.Announcement
}

// Notify implements play.Messenger. Where a thread takes nothing any more, the notice goes to the channel
// that it is in.
func (s *Messenger) Notify(ctx context.Context, n play.Notice) (play.Post, error) {
	l := letter{s.words.Notice(n), n.Key, n.Since}
	if n.Direct {
		return s.direct(ctx, n.To.ID, l)
	}
	m := &n.Match
	if m.Venue.Away {
		return play.Post{}, fmt.Errorf("notice of match %s: %w: the bot only answers there", m.ID, play.ErrClosed)
	}
	l.text.Ping = []match.PlayerID{n.To.ID}
	place := m.Shown()
	post, err := s.post(ctx, place, l)
	if place != m.Venue.Channel && (errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed)) {
		return s.post(ctx, m.Venue.Channel, l)
	}
	return post, err
}

// Digest implements play.Messenger.
func (s *Messenger) Digest(ctx context.Context, d play.Digest) error {
	_, err := s.direct(ctx, d.To.ID, letter{text: s.words.Digest(d), key: d.Key})
	return err
}

// direct sends a direct message. A person with whom no conversation can be opened takes none.
func (s *Messenger) direct(ctx context.Context, to match.PlayerID, l letter) (play.Post, error) {
	channel, err := s.open.CreateDM(ctx, string(to))
	if isFinal(err) {
		return play.Post{}, fmt.Errorf("open direct messages: %w: %w", play.ErrClosed, err)
	}
	if err != nil {
		return play.Post{}, err
	}
	return s.post(ctx, channel, l)
}

// isFinal reports whether Discord said of a person that there is no conversation with them.
func isFinal(err error) bool {
	refused, ok := errors.AsType[*discord.APIError](err)
	return ok && slices.Contains([]int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound}, refused.Status)
}

// post sends a letter to a channel, unless it was sent there.
func (s *Messenger) post(ctx context.Context, channel string, l letter) (play.Post, error) {
	id, err := s.out.find(ctx, channel, l.key, l.since)
	if err == nil && id == "" {
		id, err = s.out.post(ctx, channel, l.text, l.key)
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // it was sent
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("notice: %w", gone(err))
	}
	return play.Post{Channel: channel, Message: id}, nil
}
