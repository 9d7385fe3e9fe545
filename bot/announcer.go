package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// announcer shows matches in their channels: one standing message each, posted anew with each
// event, because an edit notifies nobody.
type announcer struct {
	public func(play.Match, ...match.Event) ui.Message // what all see of a match, and of news
	out    poster
	links  *ui.Links
}

// poster posts messages and removes them; discord.Client is one.
type poster interface {
	CreateMessage(ctx context.Context, channel string, m discord.Message) (id string, err error)
	DeleteMessage(ctx context.Context, channel, message string) error
}

// announce posts m and returns its message. Where the bot may not attach files, the board is told
// in words. Where it only answers, there is nothing to post.
func (a *announcer) announce(ctx context.Context, m play.Match, news []match.Event) (play.Post,
	error) {
	if m.Venue.Away { // it was shown with the answer to whoever did it
		return play.Post{}, nil
	}
	msg, key := a.public(m, news...), m.Key()
	msg.Ping = pings(&m, news)
	id, err := a.post(ctx, m.Venue.Channel, msg, key)
	if discord.CodeOf(err) == discord.CodeMissingRights && msg.Picture != nil {
		msg.Text += "\n\n" + msg.Picture.Alt
		msg.Picture = nil
		id, err = a.post(ctx, m.Venue.Channel, msg, key)
	}
	switch {
	case errors.Is(err, discord.ErrUnreadable): // again and again: it stays where it is
		return play.Post{}, nil
	case err != nil:
		return play.Post{}, fmt.Errorf("announce match %s: %w", m.ID, gone(err))
	}
	return play.Post{Channel: m.Venue.Channel, Message: id}, nil
}

// post sends a message to a channel and returns its id. With a key that it has seen lately, Discord
// returns the message that it has instead of posting a second one.
func (a *announcer) post(ctx context.Context, channel string, msg ui.Message,
	key string) (string, error) {
	m, err := msg.Wire(a.links)
	if err != nil {
		return "", err
	}
	m.Nonce, m.EnforceNonce = discord.Cut(key, play.MaxKey), true
	return a.out.CreateMessage(ctx, channel, m)
}

// retire removes a message; one that is gone already is no error.
func (a *announcer) retire(ctx context.Context, p play.Post) error {
	err := a.out.DeleteMessage(ctx, p.Channel, p.Message)
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

// pings returns who is notified of news: whoever is to act, or to know what another did. The bot
// itself needs no notice.
func pings(m *play.Match, news []match.Event) []match.PlayerID {
	var ids []match.PlayerID
	add := func(id match.PlayerID) {
		if id != "" && id != m.Robot() && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, e := range news {
		switch e.Kind {
		case match.ChallengeWithdrawn, match.ChallengeExpired, match.StopWithdrawn, match.TakebackWithdrawn,
			match.TimeWithdrawn, match.PauseWithdrawn, match.WentAway, match.CameBack, match.Credited,
			match.Hinted, match.Planned:
		case match.TakenBack:
			if e.By != m.ToMove() {
				add(m.ToMove())
			}
		case match.Accepted, match.Played:
			add(m.ToMove())
		case match.TimeUp:
			if m.RanOut() {
				add(m.PlayerOf(m.ColorOf(m.ToMove()).Other()))
			}
		case match.Ended:
			if e.By != m.Red {
				add(m.Red)
			}
			if e.By != m.Blue {
				add(m.Blue)
			}
		default:
			add(other(&m.Match, e.By))
		}
	}
	moved := m.Post != (play.Post{}) && m.Post.Channel != m.Venue.Channel
	if moved || len(news) == 0 {
		add(m.ToMove())
	}
	return ids
}

// other returns the one of the two who is not p; "" while there is none.
func other(m *match.Match, p match.PlayerID) match.PlayerID {
	if p == m.Challenger {
		return m.Opponent
	}
	return m.Challenger
}
