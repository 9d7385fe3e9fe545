package end

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Private questions before one of these is done, and answers when it is. Other is the player who ran out of
// time, or is gone.
var (
	msgMayClaim = i18n.Message{ID: "overdue.mayclaim",
		Other: "Claim the win against {{.Other}}? That ends the game."}
	msgMayCallOff = i18n.Message{ID: "overdue.maycalloff",
		Other: "Call off the game against {{.Other}}? It ends and doesn't count."}
	msgClaimed   = i18n.Message{ID: "overdue.claimed", Other: "You claimed the win."}
	msgCalledOff = i18n.Message{ID: "overdue.calledoff", Other: "You called the game off."}
	msgWaits     = i18n.Message{ID: "overdue.wait", Other: "You wait for {{.Other}}. The buttons stay."}
	msgMaySummon = i18n.Message{ID: "gone.ask",
		Other: "Call the game against {{.Other}} off? They have 7 days for a turn, not counting a vacation; then it " +
			"ends and doesn't count."}
	msgSummoned = i18n.Message{ID: "gone.done", Other: "They're told; the board says how long they have."}
)

// overdueEnd is a way to end a match in which the other side is overdue or gone.
type overdueEnd struct {
	verb      ui.Verb
	ask, done i18n.Message
	end       func(context.Context, play.Actor, play.Ref) (play.Match, error)
}

// claim wins a match on time.
func (h *Handlers) claim(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	return h.endOverdue(ctx, c, id,
		overdueEnd{ui.Claim, msgMayClaim, msgClaimed, h.Service.Claim})
}

// callOff ends a match without a result.
func (h *Handlers) callOff(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	return h.endOverdue(ctx, c, id,
		overdueEnd{ui.CallOff, msgMayCallOff, msgCalledOff, h.Service.CallOff})
}

// summon lets a match end without a result unless the other side, which is gone, plays soon.
func (h *Handlers) summon(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	return h.endOverdue(ctx, c, id,
		overdueEnd{ui.Summon, msgMaySummon, msgSummoned, h.Service.Summon})
}

// endOverdue asks whether to end a match by e, or takes the answer.
func (h *Handlers) endOverdue(ctx context.Context, c *dispatch.Call, id match.ID, e overdueEnd) (show.Answer, error) {
	if c.ID.Arg != ui.Yes {
		return h.Pick.Load(ctx, c, id, func(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
			return h.endQuestion(ctx, c, m, e)
		})
	}
	m, err := e.end(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info(string(e.verb), "match", id)
	return show.Changed(m, dispatch.InPlace(c.T.Text(e.done, nil))), nil
}

// endQuestion asks whether to end m by e; after a no it says that nothing was done.
func (h *Handlers) endQuestion(ctx context.Context, c *dispatch.Call, m play.Match,
	e overdueEnd) (dispatch.Reply, error) {
	err := canClaim(&m.Match, c.Actor.ID)
	if e.verb == ui.Summon {
		err = m.As(c.Actor.ID).CanSummon(h.Service.Now())
	}
	switch {
	case c.ID.Arg == ui.No && show.IsStale(err): // there is nothing to wait for any more
		return dispatch.Reply{}, play.ErrStale
	case err != nil:
		return dispatch.Reply{}, err
	}
	args := i18n.Args{"Other": h.View.Opponent(ctx, c, &m)}
	if c.ID.Arg == ui.No {
		return dispatch.InPlace(c.T.Text(msgWaits, args)), nil
	}
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(e.ask, args),
		Rows: show.EndQuestion(c.T, &m.Match, e.verb)}}, nil
}

// canClaim returns why p cannot end m because of the other side's time, or nil if p can. It tries on a copy.
func canClaim(m *match.Match, p match.PlayerID) error {
	try := m.Clone()
	_, err := try.As(p).Claim(m.Deadline())
	if err == nil && !m.TimeUpRecorded() {
		return match.ErrNotOverdue
	}
	return err
}

// giveTime gives the overdue side more time.
func (h *Handlers) giveTime(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.GiveTime(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	return h.Pick.SilentOrBoard(ctx, c, m, "time given", err)
}

// resumeClock ends a pause.
func (h *Handlers) resumeClock(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Resume(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	return h.Pick.SilentOrBoard(ctx, c, m, "resume", err)
}
