package end

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The private answer to a turn taken back. The button ends a pause.
var (
	msgTookBack = i18n.Message{ID: "takeback.done", Other: "Your turn is taken back."}
)

// takeBack takes the caller's last turn back and opens the panel for another. If the other side has seen the turn, it
// asks them instead.
func (h *Handlers) takeBack(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.AskBack(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	switch {
	case err != nil && wasTakenBack(c, &m.Match): // the same button did it before
		return show.Answer{Match: m, Reply: h.again(ctx, c, &m)}, nil
	case errors.Is(err, match.ErrOfferOpen):
		return show.Answer{Match: m, Reply: h.shownOffer(ctx, c, &m, match.ToTakeBack)}, nil
	case err != nil:
		return show.Answer{Match: m}, err
	case m.Offers[match.ToTakeBack].IsOpen():
		c.Log.Info("takeback asked", "match", id)
		return show.Changed(m, h.shownOffer(ctx, c, &m, match.ToTakeBack)), nil
	}
	c.Log.Info("takeback", "match", id)
	return show.Changed(m, h.again(ctx, c, &m)), nil
}

// askBack asks whether to ask the other side for a turn back with its answer, because that goes public.
func (h *Handlers) askBack(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	switch err := m.As(c.Actor.ID).CanOffer(match.ToTakeBack); {
	case errors.Is(err, match.ErrOfferOpen):
		return h.shownOffer(ctx, c, &m, match.ToTakeBack), nil
	case err != nil:
		return dispatch.Reply{}, err
	case c.IsStale(&m):
		return dispatch.Reply{}, play.ErrStale
	}
	return h.questionOf(ctx, c, &m, match.ToTakeBack), nil
}

// again opens the panel to play another turn.
func (h *Handlers) again(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	p := h.Live.Panel(ctx, c, m)
	p.Says = c.T.Text(msgTookBack, nil)
	return panel.Show(c, p)
}

// wasTakenBack reports whether the turn that the control of c takes back was just taken back.
func wasTakenBack(c *dispatch.Call, m *match.Match) bool {
	ply, ok := ui.ReadNumber(c.ID.Arg)
	return ok && m.Moment() == c.ID.Ply+1 && m.Game.Ply() < ply && m.As(c.Actor.ID).OnTurn() == nil
}
