package show

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Handler answers a call about the match with the given id. It returns the match, if it found it, even with an error.
type Handler func(context.Context, *dispatch.Call, match.ID) (Answer, error)

// MatchReply returns the reply to a call about a match, without changing the match.
type MatchReply func(context.Context, *dispatch.Call, play.Match) (dispatch.Reply, error)

// Answer is the result of a Handler.
type Answer struct {
	Match   play.Match // as it is now
	Reply   dispatch.Reply
	Changed bool   // the handler changed the match
	Next    string // ends the reply, unless the reply warns that the news of the match could not be posted
}

// Changed returns the Answer of a handler that changed m.
func Changed(m play.Match, r dispatch.Reply) Answer { return Answer{Match: m, Reply: r, Changed: true} }

// WithMatch returns a Handler that loads the match and replies with f.
func (p *Picker) WithMatch(f MatchReply) Handler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (Answer, error) { return p.Load(ctx, c, id, f) }
}

// Load loads a match and replies with f.
func (p *Picker) Load(ctx context.Context, c *dispatch.Call, id match.ID, f MatchReply) (Answer, error) {
	m, err := p.View.Service.Match(ctx, c.Actor, id)
	if err != nil {
		return Answer{}, err
	}
	reply, err := f(ctx, c, m)
	return Answer{Match: m, Reply: reply}, err
}

// SayIf returns a MatchReply that replaces a question by said, unless allowed returns an error for the caller.
func SayIf(allowed func(match.Party) error, said i18n.Message) MatchReply {
	return func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		if err := allowed(m.As(c.Actor.ID)); err != nil {
			return dispatch.Reply{}, err
		}
		return dispatch.InPlace(c.T.Text(said, nil)), nil
	}
}

// Silent answers a button that changed m, if err is nil. It shows nothing, because the channel shows the change.
func Silent(c *dispatch.Call, m play.Match, what string, err error) (Answer, error) {
	if err != nil {
		return Answer{Match: m}, err
	}
	c.Log.Info(what, "match", m.ID)
	return Changed(m, dispatch.Reply{Kind: dispatch.Silence}), nil
}

// SilentOrBoard is Silent, except that it replaces a private message by the board of m.
func (p *Picker) SilentOrBoard(ctx context.Context, c *dispatch.Call, m play.Match, what string,
	err error) (Answer, error) {
	a, err := Silent(c, m, what, err)
	if err == nil && c.OnPrivate {
		a.Reply = dispatch.Reply{Kind: dispatch.Update, Message: p.View.PrivateBoard(ctx, c, m, "")}
	}
	return a, err
}

// IsStale reports whether err is best answered by showing the match as it is now, because the person saw an older
// state of it.
func IsStale(err error) bool {
	for _, stale := range []error{play.ErrStale, match.ErrFinished, match.ErrNotYourTurn,
		match.ErrNoOffer, match.ErrOfferOpen, match.ErrOtherOffer, match.ErrOwnOffer, match.ErrNotOfferer,
		match.ErrNotProposed, match.ErrNotOverdue, match.ErrGiftUsed, match.ErrOwnClock, match.ErrPaused,
		match.ErrNotPaused, match.ErrSuspended} {
		if errors.Is(err, stale) {
			return true
		}
	}
	return false
}

// ReplyKind returns Update for a menu item (unless the menu stays) and for a button whose answer replaces its message,
// otherwise Private.
func ReplyKind(c *dispatch.Call) dispatch.ReplyKind {
	if len(c.Values) > 0 && c.ID.Arg != ui.MenuStays || c.ID.Arg == ui.InPlace {
		return dispatch.Update
	}
	return dispatch.Private
}
