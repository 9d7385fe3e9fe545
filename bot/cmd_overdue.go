package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Buttons on a public board when the side to move has run out of time.
var (
	msgClaimButton   = i18n.Message{ID: "button.claim", Other: "Claim the win"}
	msgGiveButton    = i18n.Message{ID: "button.giveday", Other: "Give a day"}
	msgCallOffButton = i18n.Message{ID: "button.calloff", Other: "Call it off"}
	msgWaitButton    = i18n.Message{ID: "button.wait", Other: "Wait"}
)

// Private questions before one of these is done, and answers when it is. Other is the player who ran out of
// time.
var (
	msgMayClaim   = i18n.Message{ID: "overdue.mayclaim", Other: "Claim the win against {{.Other}}? The match is over then."}
	msgMayCallOff = i18n.Message{ID: "overdue.maycalloff",
		Other: "Call the match against {{.Other}} off? It is over then and counts for nothing."}
	msgClaimed   = i18n.Message{ID: "overdue.claimed", Other: "You claimed the win."}
	msgCalledOff = i18n.Message{ID: "overdue.calledoff", Other: "You called the match off."}
	msgWaits     = i18n.Message{ID: "overdue.wait", Other: "You wait for {{.Other}}. The buttons stay on the board."}
)

// The verbs by which the waiting player acts on the other's time being up. The first two ask once more:
// their arguments are then the answers.
const (
	claimVerb   = "claim"
	callOffVerb = "calloff"
	giveVerb    = "giveday"
)

// overdueEnd is how a match can be ended in which the other side is overdue.
type overdueEnd struct {
	verb           string
	ask, yes, done i18n.Message
	end            func(context.Context, play.Actor, play.Ref) (play.Match, error)
}

// claim ends a match by time.
func (h *handlers) claim(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	return h.endOverdue(ctx, c, id,
		overdueEnd{claimVerb, msgMayClaim, msgClaimButton, msgClaimed, h.service.Claim})
}

// callOff ends a match for nothing.
func (h *handlers) callOff(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	return h.endOverdue(ctx, c, id,
		overdueEnd{callOffVerb, msgMayCallOff, msgCallOffButton, msgCalledOff, h.service.CallOff})
}

// endOverdue asks whether a match is to be ended so, or takes the answer.
func (h *handlers) endOverdue(ctx context.Context, c *dispatch.Call, id match.ID, e overdueEnd) (answer, error) {
	if c.ID.Arg != answerYes {
		return h.viewing(e.question)(ctx, c, id)
	}
	m, err := e.end(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info(e.verb, "match", id)
	return changed(m, dispatch.InPlace(c.T.Text(e.done, nil))), nil
}

// question asks, or says that nothing was done.
func (e overdueEnd) question(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := canClaim(&m.Match, c.Actor.ID); err != nil {
		return dispatch.Reply{}, err
	}
	args := i18n.Args{"Other": text.Mention(m.ToMove())}
	if c.ID.Arg == answerNo {
		return dispatch.InPlace(c.T.Text(msgWaits, args)), nil
	}
	return dispatch.Reply{Kind: dispatch.Private, Message: ui.Message{Text: c.T.Text(e.ask, args),
		Rows: ui.Buttons(
			ui.Button{ID: stateID(e.verb, &m.Match, answerYes), Label: c.T.Text(e.yes, nil), Style: ui.Danger},
			ui.Button{ID: stateID(e.verb, &m.Match, answerNo), Label: c.T.Text(msgWaitButton, nil),
				Style: ui.Quiet})}}, nil
}

// canClaim returns the reason why p can do nothing about the time of the other side of m, nil when there
// is none: it tries on a copy.
func canClaim(m *match.Match, p match.PlayerID) error {
	try := m.Clone()
	_, err := try.Claim(p, m.Deadline())
	if err == nil && !m.RanOut() {
		return match.ErrNotOverdue
	}
	return err
}

// giveTime gives the overdue side a day.
func (h *handlers) giveTime(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.GiveTime(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, match.DefaultGift)
	return h.answered(ctx, c, m, "time given", err)
}

// overdueButtons are for the player who waits for a side whose time is up.
func overdueButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	waits := m.PlayerOf(m.ColorOf(m.ToMove()).Other())
	if !m.RanOut() || waits == m.Robot() || reader != everybody && reader != waits {
		return nil
	}
	button := func(verb string, label i18n.Message, style ui.ButtonStyle) ui.Button {
		return ui.Button{ID: stateID(verb, m, ""), Label: t.Text(label, nil), Style: style}
	}
	var row []ui.Button
	if !m.TimeAborts() {
		row = append(row, button(claimVerb, msgClaimButton, ui.Strong))
	}
	return ui.Buttons(append(row, button(giveVerb, msgGiveButton, ui.Quiet),
		button(callOffVerb, msgCallOffButton, ui.Quiet))...)
}
