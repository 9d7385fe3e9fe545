// Package hint is the room for /hint: advice from a search, whole or step by step.
package hint

import (
	"context"
	"errors"
	"io"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/hints"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Handlers answers the commands and controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
}

var (
	msgHintNow = i18n.Message{ID: "hint.now",
		Other: "The game has moved on since then. This hint is for round {{.Round}}, the one you have to play now."}
	msgHintAnother = i18n.Message{ID: "hint.another",
		Other: "I've thought again, and now prefer another turn."}
	msgTellMore = i18n.Message{ID: "hint.more", Other: "Tell me more"}
	msgShowLine = i18n.Message{ID: "hint.showline", Other: "Show what follows"}
)

const hintLimit = 10 * time.Second // for a search, which usually ends long before

// Commands returns /hint.
func (h *Handlers) Commands() []dispatch.Command {
	return []dispatch.Command{{Spec: dispatch.Spec("hint", "Ask for a good turn; only you see it", show.Option()),
		Run: h.give(ui.Hint), Complete: h.Pick.Complete(show.Playing())}}
}

// Controls returns the handlers of the buttons that ask for a hint, and for the next step of one.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Hint: {Run: h.give(ui.Hint)}, ui.Nudge: {Run: h.give(ui.Nudge), Inline: true}}
}

// give advises the caller, whose turn it must be.
func (h *Handlers) give(v ui.Verb) dispatch.Handler {
	return h.Pick.Handler(v, show.OnTurn(), h.advise)
}

// advise searches for a good turn and shows the requested step of the hint. It refuses a further step if the match has
// changed, because that would use up a hint on a turn that the person did not ask about.
func (h *Handlers) advise(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	limited, cancel := context.WithTimeout(ctx, hintLimit)
	defer cancel()
	ref, asked := play.Ref{ID: id, Ply: play.AnyPly}, ui.ReadHint(c.ID.Verb, c.ID.Arg)
	if asked.Step != "" {
		ref.Ply = c.ID.Ply
	}
	m, hint, err := h.Service.Hint(limited, c.Actor, ref)
	switch {
	case errors.Is(err, match.ErrHintsUsed):
		return show.Answer{Match: m}, text.HintsUsed(&m.Match)
	case err != nil:
		return show.Answer{Match: m}, err
	case len(hint.Candidates) == 0:
		return show.Answer{Match: m}, play.ErrNoHint
	}
	reply := h.hintReply(ctx, c, &m, hint)
	if c.IsStale(&m) {
		reply.Message.Text = c.T.Text(msgHintNow, i18n.Args{"Round": m.Game.Number(m.Game.Ply())}) + "\n" + reply.Message.Text
	}
	if asked.Turn != "" && asked.Turn != hint.Candidates[0].Turn.String() {
		reply.Message.Text = c.T.Text(msgHintAnother, nil) + "\n" + reply.Message.Text
	}
	if number := text.HintNumber(c.T, &m.Match, c.Actor.ID); number != "" && asked.Step != ui.HintLine {
		reply.Message.Text = number + "\n" + reply.Message.Text
	}
	return show.Answer{Match: m, Reply: reply}, nil
}

// stepID returns the id of a button that leads to a step of hint.
func stepID(v ui.Verb, step string, m *match.Match, hint play.Hint) ui.ID {
	return ui.OnMatch(v, m, ui.HintArg{Step: step, Turn: hint.Candidates[0].Turn.String()}.String())
}

// hintReply returns the step of hint that c asks for.
func (h *Handlers) hintReply(ctx context.Context, c *dispatch.Call, m *play.Match, hint play.Hint) dispatch.Reply {
	scene := h.View.Scene(ctx, c, m)
	asked := ui.ReadHint(c.ID.Verb, c.ID.Arg).Step
	switch {
	case asked == ui.HintLine:
		return dispatch.Reply{Kind: dispatch.Private, Message: h.hintLine(c.T, scene, hint)}
	case asked == ui.HintIdea:
		return dispatch.Reply{Kind: dispatch.Update, Message: h.nudge(c.T, scene, hints.Idea(c.T, &m.Game, hint),
			stepID(ui.Nudge, ui.HintTurn, &m.Match, hint))}
	case asked == ui.HintTurn:
		return dispatch.Reply{Kind: dispatch.Update, Message: h.hintTurn(ctx, c, m, scene, hint)}
	case h.View.Settings(ctx, c).Gentle:
		scene.Marks.Targets = hints.Ship(hint)
		return dispatch.Reply{Kind: show.ReplyKind(c), Message: h.nudge(c.T, scene, hints.Nudge(c.T, &m.Game, hint),
			stepID(ui.Nudge, ui.HintIdea, &m.Match, hint))}
	}
	return dispatch.Reply{Kind: show.ReplyKind(c), Message: h.hintTurn(ctx, c, m, scene, hint)}
}

// nudge returns a step of a gentle hint: a text, the board, and a button to the next step.
func (h *Handlers) nudge(t i18n.Printer, scene show.Scene, says string, next ui.ID) ui.Message {
	return ui.Message{Text: says, Picture: h.View.Picture(t, scene),
		Rows: ui.Buttons(ui.Button{ID: next, Label: t.Text(msgTellMore, nil)})}
}

// hintTurn returns a whole hint: in words and arrows, with a button that plays it, once that is
// confirmed unless the person wants no confirmation.
func (h *Handlers) hintTurn(ctx context.Context, c *dispatch.Call, m *play.Match, scene show.Scene,
	hint play.Hint) ui.Message {
	t, best := c.T, hint.Candidates[0]
	scene.Marks.Hints = hints.Turns(hint)
	plays := show.PlayTurn(t, &m.Match, best.Turn)
	if !h.View.Settings(ctx, c).Quick { // the panel asks to confirm
		plays.ID = ui.OnMatch(ui.OpenPanel, &m.Match, tap.Selection{Turn: best.Turn}.String())
	}
	row := []ui.Button{plays}
	if len(hints.Expected(best)) > 0 {
		row = append(row, ui.Button{ID: stepID(ui.Hint, ui.HintLine, &m.Match, hint), Label: t.Text(msgShowLine, nil)})
	}
	return ui.Message{Text: hints.Whole(t, &m.Game, hint), Picture: h.View.Picture(t, scene), Rows: ui.Buttons(row...)}
}

// hintLine returns the proposed turn and the turns that must follow it, as pictures side by side.
func (h *Handlers) hintLine(t i18n.Printer, scene show.Scene, hint play.Hint) ui.Message {
	best := hint.Candidates[0]
	line := append([]rules.Turn{best.Turn}, hints.Expected(best)...)
	line = line[:min(len(line), render.StripTurns)]
	ahead := scene.Game.Clone()
	for _, turn := range line {
		_ = ahead.Play(turn) // legal, as the search found it
	}
	o := render.Options{View: render.ViewOf(scene.Side), Theme: scene.Theme}
	return ui.Message{Text: hints.Line(t, &scene.Game, line), Picture: &ui.Picture{
		Alt:  turns.StripAhead(t, &ahead, len(line)),
		Draw: func(w io.Writer) error { return h.View.Renderer.Strip(w, &ahead, o) },
	}}
}
