package dispatch

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// ReplyKind says how a Reply is shown.
type ReplyKind uint8

// The kinds. The zero value is Private.
const (
	Private ReplyKind = iota // a message that only the person sees
	Update                   // updates the private message whose control was used; otherwise a private message
	Silence                  // nothing, because the result shows elsewhere; only for buttons
	Form                     // a form with the custom id of a control; refused if the answer was deferred
)

// Reply is what a handler returns for the dispatcher to send.
type Reply struct {
	Kind    ReplyKind
	Message ui.Message
	Form    discord.Modal // for the kind Form
	Panel   match.ID      // the match whose panel the message is, which replaces the previous one; empty: no panel
	// Then waits for a reply that replaces the message, and returns it, or false if there is none. It must return when its
	// ctx ends. If it is nil, nothing replaces the message.
	Then func(ctx context.Context) (Reply, bool)
	// Post is posted for everybody in the channel after the answer, unless it is nil.
	Post *ui.Message
	// OnRefused is called if Discord refuses Post; may be nil.
	OnRefused func(context.Context)
	// Card replaces the public message whose control was used, unless it is nil.
	Card *ui.Message
}

// Map returns r with change applied to its message and to those that Then returns.
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

// InPrivate returns a private Reply of only text.
func InPrivate(text string) Reply { return Reply{Message: ui.Message{Text: text}} }

// InPlace returns a Reply that replaces the private message by only text.
func InPlace(text string) Reply { return Reply{Kind: Update, Message: ui.Message{Text: text}} }
