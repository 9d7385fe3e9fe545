package review

import (
	"context"
	"fmt"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/hints"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/explain"
	judged "madbot/rules/review"
)

func (r *reviewed) button(v ui.Verb, arg string, name i18n.Message) ui.Button {
	return ui.Button{ID: ui.OnMatch(v, &r.match.Match, arg), Label: r.T.Text(name, nil)}
}

// steps returns buttons to the moments or turns before and after at, and to the overview, which marks a turn.
func (r *reviewed) steps(at, all int, v ui.Verb, marked int) []ui.Button {
	before, after := show.Steps(r.T)
	step := func(to int, label string) ui.Button {
		return ui.Button{ID: ui.OnMatch(v, &r.match.Match, ui.Number(to)), Label: label, Disabled: to < 0 || to >= all}
	}
	return []ui.Button{step(at-1, before), step(at+1, after), r.button(ui.Review, ui.Number(marked), msgOverview)}
}

func (r *reviewed) practise(s *show.Scene) []ui.Row {
	return ui.Buttons(show.Practise(r.T, &s.Game, r.match.Terms.Level)...)
}

// chosen returns the moment that the control names, or the nearest one. It returns false if there are no moments.
func (r *reviewed) chosen() (at int, moment judged.Turn, there bool) {
	all := r.moments()
	at, _ = ui.ReadNumber(r.ID.Arg)
	if len(all) == 0 {
		return 0, moment, false
	}
	at = min(max(at, 0), len(all)-1)
	return at, all[at], true
}

// moment shows the board before a key moment, with an arrow for the turn that was played.
func (h *Handlers) moment(ctx context.Context, r reviewed) (dispatch.Reply, error) {
	at, t, there := r.chosen()
	if !there {
		return dispatch.Reply{Kind: dispatch.Update, Message: h.overview(ctx, r)}, nil
	}
	row := []ui.Button{r.button(ui.TryBetter, ui.TryArg{State: tryState{at, 0}.String()}.String(), msgTry),
		r.button(ui.Better, ui.Number(at), msgShow)}
	if t.Class == judged.Find {
		row = row[1:]
	}
	scene := h.scene(ctx, r, t.Ply)
	scene.Marks.Played = t.Played
	if t.Played == t.Best {
		scene.Marks = render.Marks{Better: t.Best}
	}
	rows := slices.Concat(ui.Buttons(row...), ui.Buttons(r.steps(at, len(r.moments()), ui.Moment, t.Ply+1)...),
		r.practise(&scene))
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{
		Text:    fmt.Sprintf("%d/%d · ", at+1, len(r.moments())) + momentText(r.T, &r.match.Game, t),
		Picture: h.View.Picture(r.T, scene),
		Rows:    rows}}, nil
}

// scene returns the match at ply as the reader sees it.
func (h *Handlers) scene(ctx context.Context, r reviewed, ply int) show.Scene {
	scene := h.View.Scene(ctx, r.Call, &r.match)
	scene.Game = r.match.Game.At(ply)
	return scene
}

// better shows the board before a key moment, with arrows for the turn that was played and the best one, and the
// reasons for the best one.
func (h *Handlers) better(ctx context.Context, r reviewed) (dispatch.Reply, error) {
	at, t, there := r.chosen()
	if !there {
		return dispatch.Reply{Kind: dispatch.Update, Message: h.overview(ctx, r)}, nil
	}
	scene := h.scene(ctx, r, t.Ply)
	scene.Marks.Better = t.Best
	if t.Played != t.Best {
		scene.Marks.Played = t.Played
	}
	why := explain.Find(ctx, &scene.Game, explain.Claim{Turn: t.Best, Victory: t.Missed})
	if t.Side != scene.Reader { // "you" is only the reader
		why = slices.DeleteFunc(why, hints.Addresses)
	}
	best := play.Candidate{Turn: t.Best, Reasons: why}
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{
		Text: turns.Joined("\n", betterText(r.T, &scene.Game, t),
			addressed(r.T, t.Side, scene.Reader, hints.Reasons(r.T, t.Side, best))),
		Picture: h.View.Picture(r.T, scene),
		Rows:    append(ui.Buttons(r.steps(at, len(r.moments()), ui.Moment, t.Ply+1)...), r.practise(&scene)...)}}, nil
}

// turn shows the board after a turn, and what the review says about it.
func (h *Handlers) turn(ctx context.Context, r reviewed) (dispatch.Reply, error) {
	all := len(r.Turns)
	at, _ := ui.ReadNumber(r.ID.Arg)
	at = min(max(at, 0), all-1)
	scene := h.scene(ctx, r, at+1)
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{
		Text:    turnText(r.T, &r, at),
		Picture: h.View.Picture(r.T, scene),
		Rows:    append(ui.Buttons(r.turnSteps(at)...), r.practise(&scene)...)}}, nil
}

// turnSteps returns the buttons below the turn at index at, with the next key moment, or the last one.
func (r *reviewed) turnSteps(at int) []ui.Button {
	row := r.steps(at, len(r.Turns), ui.ReviewTurn, at+1)
	all := r.moments()
	if len(all) == 0 {
		return row
	}
	next := slices.IndexFunc(all, func(t judged.Turn) bool { return t.Ply >= at })
	if next < 0 {
		next = len(all) - 1
	}
	return append(row, r.button(ui.Moment, ui.Number(next), msgMoments))
}
