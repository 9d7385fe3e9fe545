package show

import (
	"context"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Picker finds the match that a call is about and completes the answer. Every field is required.
type Picker struct {
	View   *View
	Places *Places
	// DeliveryWait is how long a reply waits to learn whether the board was posted, so that it can warn the player.
	DeliveryWait time.Duration
	Sharer       Sharer
}

// Handler returns a handler for the match that a call is about: the match of the button, the named match, or the only
// one of among. If several are left, it asks which one is meant in a menu with verb v.
func (p *Picker) Handler(v ui.Verb, among Among, run Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		id, list, err := p.Meant(ctx, c, among)
		if err != nil {
			return dispatch.Reply{}, err
		}
		if id == "" {
			return p.ask(ctx, c, ui.NoMatch(v, Carried(c)), list), nil
		}
		return p.Run(ctx, c, id, run)
	}
}

// Controls returns controls about a match, whose answers replace their own messages.
func (p *Picker) Controls(among Among, run map[ui.Verb]Handler) dispatch.Controls {
	controls := dispatch.Controls{}
	for v, h := range run {
		controls[v] = dispatch.Component{Run: p.Handler(v, among, h), Inline: true}
	}
	return controls
}

// Run answers a call about the match with the id by calling run. If run refuses because the match has changed, the
// answer shows the current match. If the board cannot be posted, the answer says so or, where the bot only replies,
// contains the board.
func (p *Picker) Run(ctx context.Context, c *dispatch.Call, id match.ID, run Handler) (dispatch.Reply, error) {
	a, err := run(ctx, c, id)
	if err != nil && a.Match.ID != "" && IsStale(err) {
		said, _ := text.Refusal(c.T, err)
		c.Log.Debug("refused", "match", a.Match.ID, "why", err)
		a.Reply, err = dispatch.Reply{Message: p.View.PrivateBoard(ctx, c, a.Match, said)}, nil
	}
	if a.Match.ID != "" && a.Reply.Kind != dispatch.Silence && !(a.Changed && a.Match.Moment() > 0) { // else Service did
		p.View.MarkSeen(ctx, c, a.Match)
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	if a.Changed {
		a.Match = p.awaitDelivery(ctx, c, a.Match)
		if a.Match.Venue.Away {
			a.Reply.Message.Text += a.Next
			a.Next, a.Reply = "", p.PostWithReply(ctx, c, a.Match, a.Reply)
		}
	}
	return p.warn(ctx, c, a), nil
}

// ask asks which match of list is meant. The menu has id.
func (p *Picker) ask(ctx context.Context, c *dispatch.Call, id ui.ID, list []play.Summary) dispatch.Reply {
	return dispatch.Reply{Kind: dispatch.Update,
		Message: ui.Message{Text: text.WhichMatch(c.T), Rows: p.View.Menu(ctx, c, id, list, c.Actor.ID)}}
}
