package show

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Handler answers a call about a match that it loads by its id. Beside an error it returns the
// match as it was found, if it was.
type Handler func(context.Context, *dispatch.Call, match.ID) (Answer, error)

// Reader answers with a match as it is, and changes nothing.
type Reader func(context.Context, *dispatch.Call, play.Match) (dispatch.Reply, error)

// Answer is what came of a call about a match.
type Answer struct {
	Match play.Match // as it is now
	Reply dispatch.Reply
	Acted bool   // the match was changed
	Next  string // said as well when people are told of that
}

// Changed is the answer of what changed m.
func Changed(m play.Match, r dispatch.Reply) Answer { return Answer{Match: m, Reply: r, Acted: true} }

// About is what is about one match.
type About struct {
	Verb  ui.Verb // of the menu, when the person is asked which match
	Among Among
	Run   Handler
}

// WithMatch returns a handler for the match that a call is about: the match of its control, the one that
// is named, or the only one that is left. When several are left, the person is asked, and the answer comes
// back with the verb. What is refused because the match went on is answered with the match as it stands.
func (p *Picker) WithMatch(a About) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		id, list, err := p.Meant(ctx, c, a.Among)
		switch {
		case err != nil:
			return dispatch.Reply{}, err
		case len(list) > 0:
			return p.Ask(ctx, c, ui.NoMatch(a.Verb, Carried(c)), list), nil
		}
		answer, err := a.Run(ctx, c, id)
		if err != nil {
			answer.Reply, err = p.present(ctx, c, answer.Match, err)
		}
		p.markSeen(ctx, c, answer)
		if err != nil {
			return dispatch.Reply{}, err
		}
		if answer.Acted {
			answer.Match = p.awaitDelivery(ctx, c, answer.Match)
		}
		if answer.Acted && answer.Match.Venue.Away {
			answer.Reply.Message.Text += answer.Next
			answer.Next, answer.Reply = "", p.PostWithReply(ctx, c, answer.Match, answer.Reply)
		}
		return p.withUndeliveredNotice(ctx, c, answer), nil
	}
}

// WithID is WithMatch for a match that is known.
func (p *Picker) WithID(ctx context.Context, c *dispatch.Call, id match.ID, run Handler) (dispatch.Reply, error) {
	a, err := run(ctx, c, id)
	p.markSeen(ctx, c, a)
	return p.withUndeliveredNotice(ctx, c, a), err
}

// Controls are controls about a match, whose answers show in their own messages.
func (p *Picker) Controls(among Among, run map[ui.Verb]Handler) dispatch.Controls {
	controls := dispatch.Controls{}
	for verb, f := range run {
		controls[verb] = dispatch.Component{Run: p.WithMatch(About{verb, among, f}), Inline: true}
	}
	return controls
}

// Loaded returns a Handler that loads the match for f.
func (p *Picker) Loaded(f Reader) Handler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (Answer, error) {
		m, err := p.Service.Match(ctx, c.Actor, id)
		if err != nil {
			return Answer{}, err
		}
		reply, err := f(ctx, c, m)
		return Answer{Match: m, Reply: reply}, err
	}
}

// markSeen notes that the person has seen the match of an answer: whatever is said of a match is a look at it.
func (p *Picker) markSeen(ctx context.Context, c *dispatch.Call, a Answer) {
	if a.Match.ID == "" || a.Reply.Kind == dispatch.Silence {
		return
	}
	p.MarkSeen(ctx, c, a.Match)
}

// MarkSeen notes that the person sees m where no handler of WithMatch shows it.
func (p *Picker) MarkSeen(ctx context.Context, c *dispatch.Call, m play.Match) {
	if err := p.Service.Saw(ctx, c.Actor, m); err != nil { // what they see is more important
		c.Log.Warn("look not kept", "match", m.ID, "err", err)
	}
}

// Says answers with text alone, in the place of a question, to whom allowed returns nil.
func Says(said i18n.Message, allowed func(match.Party) error) Reader {
	return func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		if err := allowed(m.As(c.Actor.ID)); err != nil {
			return dispatch.Reply{}, err
		}
		return dispatch.InPlace(c.T.Text(said, nil)), nil
	}
}

// present answers a refusal with the match as it stands, if the person saw an older state of it.
func (p *Picker) present(ctx context.Context, c *dispatch.Call, m play.Match, why error) (dispatch.Reply, error) {
	if m.ID == "" || !IsStale(why) {
		return dispatch.Reply{}, why
	}
	said, _ := text.Refusal(c.T, why)
	c.Log.Debug("refused", "match", m.ID, "why", why)
	return dispatch.Reply{Message: p.View.PrivateBoard(ctx, c, m, said)}, nil
}

// IsStale reports whether err is best answered with the match as it stands: the person saw an
// older state of it.
func IsStale(err error) bool {
	for _, stale := range []error{play.ErrStale, match.ErrFinished, match.ErrNotYourTurn,
		match.ErrNoOffer, match.ErrOfferOpen, match.ErrOwnOffer, match.ErrNotOfferer,
		match.ErrNotProposed, match.ErrNotOverdue, match.ErrGiven, match.ErrOwnClock, match.ErrPaused,
		match.ErrNotPaused} {
		if errors.Is(err, stale) {
			return true
		}
	}
	return false
}

// ReplyKind returns how to answer c: what was picked in a menu in place of the menu, unless that is to
// stay, and what a button says that is to be so, and everything else with a message of its own.
func ReplyKind(c *dispatch.Call) dispatch.ReplyKind {
	if len(c.Values) > 0 && c.ID.Arg != ui.MenuStays || c.ID.Arg == ui.InPlace {
		return dispatch.Update
	}
	return dispatch.Private
}

// Done answers a button whose effect the channel shows.
func Done(c *dispatch.Call, m play.Match, what string, err error) (Answer, error) {
	if err != nil {
		return Answer{Match: m}, err
	}
	c.Log.Info(what, "match", m.ID)
	return Changed(m, dispatch.Reply{Kind: dispatch.Silence}), nil
}

// Answered is Done, but a private message that showed the match shows what became of it.
func (p *Picker) Answered(ctx context.Context, c *dispatch.Call, m play.Match, what string,
	err error) (Answer, error) {
	a, err := Done(c, m, what, err)
	if err == nil && c.OnPrivate {
		a.Reply = dispatch.Reply{Kind: dispatch.Update, Message: p.View.PrivateBoard(ctx, c, m, "")}
	}
	return a, err
}
