// Package review shows the review of a finished match: an overview, its key moments, where the reader can look for a
// better turn, and a step through all turns. Package rules/review judges the turns; here it is called judged.
package review

import (
	"context"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
	judged "madbot/rules/review"
)

// Renderer draws reviews; render.Renderer implements it.
type Renderer interface {
	// Outlook writes a PNG of the curve of the sides' chances over a game.
	Outlook(w io.Writer, game render.Outlook, o render.Options) error
}

// Handlers holds what the handlers need. Every field is required.
type Handlers struct {
	Service  *play.Service
	View     *show.View
	Pick     *show.Picker
	Renderer Renderer
}

// Commands returns none: buttons of a finished match open its review.
func (h *Handlers) Commands() []dispatch.Command { return nil }

// Controls returns the handlers of the buttons that show a review, its moments and turns, and post it.
func (h *Handlers) Controls() dispatch.Controls {
	about := func(v ui.Verb, run show.Handler) dispatch.Handler {
		return h.Pick.Handler(v, show.Open(), run)
	}
	return dispatch.Controls{
		ui.Review:     {Run: about(ui.Review, h.show), Inline: true},
		ui.Moment:     {Run: about(ui.Moment, h.onReview(h.moment)), Inline: true},
		ui.Better:     {Run: about(ui.Better, h.onReview(h.better)), Inline: true},
		ui.TryBetter:  {Run: about(ui.TryBetter, h.onReview(h.try)), Inline: true, Prompt: true},
		ui.ReviewTurn: {Run: about(ui.ReviewTurn, h.onReview(h.turn)), Inline: true},
		ui.PostReview: {Run: about(ui.PostReview, h.onReview(h.post)), Inline: true},
	}
}

type reviewed struct {
	*dispatch.Call
	match play.Match
	state play.Review
	play.Judged
}

// show shows the review of a match, or its progress while it is being made.
func (h *Handlers) show(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, state, err := h.Service.Review(ctx, c.Actor, id, c.ID.Arg == ui.Anew)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	reply, err := h.answer(ctx, c, m, state)
	return show.Answer{Match: m, Reply: reply}, err
}

// answer shows the review of m or, while it is being made, its progress, which the review replaces later.
func (h *Handlers) answer(ctx context.Context, c *dispatch.Call, m play.Match,
	state play.Review) (dispatch.Reply, error) {
	kind := show.ReplyKind(c)
	if c.ID.Verb != ui.Review || c.ID.Arg != "" {
		kind = dispatch.Update
	}
	if !state.IsUnderWay() {
		if !state.IsMade() { // a failure, logged by the worker
			return dispatch.Reply{Kind: kind, Message: ui.Message{Text: c.T.Text(msgFailed, nil)}}, nil
		}
		r, err := h.load(ctx, c, m, state)
		if err != nil {
			return dispatch.Reply{}, err
		}
		return dispatch.Reply{Kind: kind, Message: h.overview(ctx, r)}, nil
	}
	coming := ui.Message{Text: progress(c.T, state)}
	return dispatch.Reply{Kind: kind, Message: coming, Then: func(ctx context.Context) (dispatch.Reply, bool) {
		now, further := h.Service.AwaitProgress(ctx, state)
		if !further {
			return dispatch.Reply{}, false
		}
		next, err := h.answer(ctx, c, m, now)
		if err != nil {
			c.Log.Error("review not shown", "match", m.ID, "err", err)
		}
		return next, err == nil
	}}, nil
}

// load judges m by its finished review.
func (h *Handlers) load(ctx context.Context, c *dispatch.Call, m play.Match,
	state play.Review) (r reviewed, err error) {
	r = reviewed{Call: c, match: m, state: state}
	r.Judged, err = h.Service.Judged(ctx, &m, &state, c.Actor.ID)
	return r, err
}

// onReview wraps the handler of a control of a review. While the review is being made again, it shows the progress.
func (h *Handlers) onReview(f func(context.Context, reviewed) (dispatch.Reply, error)) show.Handler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
		m, state, err := h.Service.Review(ctx, c.Actor, id, false)
		if err != nil {
			return show.Answer{Match: m}, err
		}
		if state.IsUnderWay() {
			reply, err := h.answer(ctx, c, m, state)
			return show.Answer{Match: m, Reply: reply}, err
		}
		r, err := h.load(ctx, c, m, state)
		if err != nil {
			return show.Answer{Match: m}, err
		}
		reply, err := f(ctx, r)
		return show.Answer{Match: m, Reply: reply}, err
	}
}

func (r *reviewed) moments() []judged.Turn { return r.Moments(r.match.ColorOf(r.Actor.ID)) }
