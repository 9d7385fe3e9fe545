// Package review has the review of a match that is over: how it went, and the moments worth another look.
package review

import (
	"context"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	judged "madbot/rules/review"
)

// Renderer draws reviews; render.Renderer is one.
type Renderer interface {
	// Outlook writes a PNG of how a game went.
	Outlook(w io.Writer, game render.Outlook, o render.Options) error
	// Choice writes a PNG of what some turns lead to from one position, side by side.
	Choice(w io.Writer, from rules.Position, turns []rules.Turn, o render.Options) error
}

// Handlers handles what Commands and Controls list. Every field is required.
type Handlers struct {
	Service  *play.Service
	View     *show.View
	Pick     *show.Picker
	Live     *panel.Panels
	Renderer Renderer
}

// Commands returns none: a review is asked for where a match is shown.
func (h *Handlers) Commands() []dispatch.Command { return nil }

// Controls returns what shows a review, its moments and its turns, and posts it.
func (h *Handlers) Controls() dispatch.Controls {
	about := func(v ui.Verb, run show.Handler) dispatch.Handler {
		return h.Pick.WithMatch(show.About{Verb: v, Among: show.Open(), Run: run})
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

// reviewed is a match with its review, as somebody sees it.
type reviewed struct {
	*dispatch.Call
	match play.Match
	state play.Review
	judged.Review
	standing map[int]bool // after how many turns there stood what nothing is said of
}

// show shows the review of a match, or how far it has come until it is there.
func (h *Handlers) show(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, state, err := h.Service.Review(ctx, c.Actor, id, c.ID.Arg == ui.Anew)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	reply, err := h.answer(ctx, c, m, state)
	return show.Answer{Match: m, Reply: reply}, err
}

// answer is the review of m, or how far it has come, which its end replaces.
func (h *Handlers) answer(ctx context.Context, c *dispatch.Call, m play.Match,
	state play.Review) (dispatch.Reply, error) {
	kind := show.ReplyKind(c)
	if c.ID.Verb != ui.Review || c.ID.Arg != "" {
		kind = dispatch.Update
	}
	if !state.IsUnderWay() {
		if !state.IsMade() { // a defect of ours, which is logged
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
		now, further := h.Service.Awaited(ctx, state)
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

// load judges m by its review, which is made.
func (h *Handlers) load(ctx context.Context, c *dispatch.Call, m play.Match,
	state play.Review) (r reviewed, err error) {
	r = reviewed{Call: c, match: m, state: state}
	if r.Review, err = h.Service.Judged(&m, &state); err != nil {
		return r, err
	}
	r.standing, err = h.Service.Standing(ctx, &m, c.Actor.ID)
	return r, err
}

// onReview returns a handler of a control of a review. One whose review is gone shows how far that has come.
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

// moments returns the turns worth another look, but for those of which nothing is said.
func (r *reviewed) moments() (all []judged.Turn) {
	for _, t := range r.Moments(r.match.ColorOf(r.Actor.ID)) {
		if !r.isStanding(t.Ply) {
			all = append(all, t)
		}
	}
	return all
}

// isStanding reports whether nothing is said of the turn after ply others.
func (r *reviewed) isStanding(ply int) bool { return r.standing[ply] || r.standing[ply+1] }
