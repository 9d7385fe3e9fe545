package dispatch

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// ReplyKind is the way a Reply is shown.
type ReplyKind uint8

// The kinds. The zero value is Private.
const (
	Private ReplyKind = iota // a message that only the person sees
	Update                   // the private message whose control was used becomes this, if it can
	Silence                  // not at all: what was done shows elsewhere; only for buttons
	Form                     // a form to fill in, whose custom id is that of a control; only at once
)

// Reply is the answer of a handler, for the dispatcher to send.
type Reply struct {
	Kind    ReplyKind
	Message ui.Message
	Form    discord.Modal // of the kind Form
	Panel   match.ID      // of which the message is the panel: the person's former one goes, if it can; empty: it is none
	// Then waits for what takes the place of the message, with what follows that, and returns it; false: nothing does. It
	// ends with its ctx. nil: nothing is awaited.
	Then func(ctx context.Context) (Reply, bool)
	// Post is for everybody in the place, after the answer; nil: nothing is.
	Post *ui.Message
	// Unposted is called when Discord refuses Post; nil: nothing is.
	OnRefused func(context.Context)
	// Card is what the public message whose control was used becomes, with the answer; nil: it stays as it is.
	Card *ui.Message
}

// Each returns r with its message, and those that take its place, as change makes them.
func (r Reply) Map(change func(ui.Message) ui.Message) Reply {
	r.Message = change(r.Message)
	if then := r.Then; then != nil {
		r.Then = func(ctx context.Context) (Reply, bool) {
			next, there := then(ctx)
			return next.Map(change), there
		}
	}
	return r
}

// InPrivate returns a private Reply of text alone.
func InPrivate(text string) Reply { return Reply{Message: ui.Message{Text: text}} }

// InPlace returns a Reply that replaces a private message by text alone.
func InPlace(text string) Reply { return Reply{Kind: Update, Message: ui.Message{Text: text}} }
