package bot

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/hints"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgPlayIt  = i18n.Message{ID: "hint.play", Other: "Play {{.Turn}}"}
	msgHintNow = i18n.Message{ID: "hint.now",
		Other: "The match has moved on since then. This hint is for turn {{.Turn}}, the one you are to play now."}
	msgHintAnother = i18n.Message{ID: "hint.another",
		Other: "I have thought again, and now prefer another turn."}
	msgHintButton = i18n.Message{ID: "button.hint", Other: "Hint"}
	msgTellMore   = i18n.Message{ID: "hint.more", Other: "Tell me more"}
	msgShowLine   = i18n.Message{ID: "hint.showline", Other: "Show what follows"}
)

const hintLimit = 10 * time.Second // for a search; it ends by itself long before

// hintVerb gives a hint: the first step of it to who likes it gently, and all of it to others. nudgeVerb gives
// the step that its argument names, in place of the one before.
const (
	hintVerb  = "hint"
	nudgeVerb = "nudge"
)

// The steps that the arguments of the two begin with. The turn that was hinted follows.
const (
	hintIdea = "idea" // also what the turn is for
	hintTurn = "turn" // all
	hintLine = "line" // the turns that follow, in pictures
)

// hint gives advice to the caller, whose turn it must be.
func (h *handlers) hint() dispatch.Command {
	give := h.about(hintVerb, h.advise, isPlaying, isOnTurn)
	return dispatch.Command{
		Spec: dispatch.Spec(hintVerb, "Ask for a good turn; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      give,
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{
			hintVerb:  {Run: give},
			nudgeVerb: {Run: h.about(nudgeVerb, h.advise, isPlaying, isOnTurn), Inline: true},
		},
	}
}

// advise searches and says what it found. A step that goes on with a hint is refused when the match has moved
// on: it would spend a hint on a turn that the person did not ask about.
func (h *handlers) advise(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	limited, cancel := context.WithTimeout(ctx, hintLimit)
	defer cancel()
	ref, asked := play.Ref{ID: id, Ply: play.AnyPly}, stepOf(c)
	if asked.name != "" {
		ref.Ply = c.ID.Ply
	}
	m, hint, err := h.service.Hint(limited, c.Actor, ref)
	switch {
	case errors.Is(err, match.ErrHintsUsed):
		return answer{match: m}, text.HintsUsed(&m.Match)
	case err != nil:
		return answer{match: m}, err
	case len(hint.Candidates) == 0:
		return answer{match: m}, play.ErrNoHint
	}
	reply := h.hintReply(ctx, c, &m, hint)
	if isBehind(c, &m) {
		reply.Message.Text = c.T.Text(msgHintNow, i18n.Args{"Turn": m.Game.Ply() + 1}) + "\n" + reply.Message.Text
	}
	if asked.turn != "" && asked.turn != hint.Candidates[0].Turn.String() {
		reply.Message.Text = c.T.Text(msgHintAnother, nil) + "\n" + reply.Message.Text
	}
	if number := text.HintNumber(c.T, &m.Match, c.Actor.ID); number != "" && asked.name != hintLine {
		reply.Message.Text = number + "\n" + reply.Message.Text
	}
	return answer{match: m, reply: reply}, nil
}

// hintStep is what a control of a hint goes on with: a step, of a hint for a turn. The zero value is a new hint;
// the controls of old messages name no turn.
type hintStep struct{ name, turn string }

func stepOf(c *dispatch.Call) hintStep {
	name, turn, _ := strings.Cut(c.ID.Arg, " ")
	switch {
	case c.ID.Verb == nudgeVerb && (name == hintIdea || name == hintTurn), c.ID.Verb == hintVerb && name == hintLine:
		return hintStep{name, turn}
	}
	return hintStep{}
}

// stepID is the id of a button that leads to a step of hint.
func stepID(verb, step string, m *match.Match, hint play.Hint) ui.ID {
	return stateID(verb, m, step+" "+hint.Candidates[0].Turn.String())
}

// hintReply returns the step of a hint that was asked for.
func (h *handlers) hintReply(ctx context.Context, c *dispatch.Call, m *play.Match, hint play.Hint) dispatch.Reply {
	view := h.sight(ctx, c, m)
	asked := stepOf(c).name
	switch {
	case asked == hintLine:
		return dispatch.Reply{Kind: dispatch.Private, Message: h.hintLine(c.T, view, hint)}
	case asked == hintIdea:
		return dispatch.Reply{Kind: dispatch.Update, Message: h.nudge(c.T, view, hints.Idea(c.T, &m.Game, hint),
			stepID(nudgeVerb, hintTurn, &m.Match, hint))}
	case asked == hintTurn:
		return dispatch.Reply{Kind: dispatch.Update, Message: h.hintTurn(c.T, m, view, hint)}
	case h.settings(ctx, c).Gentle:
		view.marks.Targets = hints.Ship(hint)
		return dispatch.Reply{Kind: settle(c), Message: h.nudge(c.T, view, hints.Nudge(c.T, &m.Game, hint),
			stepID(nudgeVerb, hintIdea, &m.Match, hint))}
	}
	return dispatch.Reply{Kind: settle(c), Message: h.hintTurn(c.T, m, view, hint)}
}

// nudge is a step of a gentle hint: what it says, the board, and the way to the next step.
func (h *handlers) nudge(t i18n.Printer, view sight, says string, next ui.ID) ui.Message {
	return ui.Message{Text: says, Picture: h.picture(t, view),
		Rows: ui.Buttons(ui.Button{ID: next, Label: t.Text(msgTellMore, nil)})}
}

// hintTurn is a whole hint: in words, in arrows, and to be played.
func (h *handlers) hintTurn(t i18n.Printer, m *play.Match, view sight, hint play.Hint) ui.Message {
	best := hint.Candidates[0]
	view.marks.Hints = hints.Turns(hint)
	press := ui.ID{Verb: "move", Match: m.ID, Ply: m.Moment(),
		Arg: suggestion(best.Turn, play.Ref{ID: m.ID, Ply: m.Moment()})}
	row := []ui.Button{{ID: press, Label: t.Text(msgPlayIt, i18n.Args{"Turn": best.Turn}), Style: ui.Strong}}
	if len(hints.Expected(best)) > 0 {
		row = append(row, ui.Button{ID: stepID(hintVerb, hintLine, &m.Match, hint), Label: t.Text(msgShowLine, nil)})
	}
	return ui.Message{Text: hints.Whole(t, &m.Game, hint), Picture: h.picture(t, view), Rows: ui.Buttons(row...)}
}

// hintLine shows the proposed turn and what is sure to follow, side by side.
func (h *handlers) hintLine(t i18n.Printer, view sight, hint play.Hint) ui.Message {
	best := hint.Candidates[0]
	line := append([]rules.Turn{best.Turn}, hints.Expected(best)...)
	line = line[:min(len(line), render.StripTurns)]
	ahead := view.game.Clone()
	for _, turn := range line {
		_ = ahead.Play(turn) // legal, as the search found it
	}
	o := render.Options{View: render.ViewOf(view.side), Theme: view.theme}
	return ui.Message{Text: hints.Line(t, &view.game, line), Picture: &ui.Picture{
		Alt:  turns.StripAhead(t, &ahead, len(line)),
		Draw: func(w io.Writer) error { return h.renderer.Strip(w, &ahead, o) },
	}}
}
