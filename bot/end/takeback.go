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

// takeBack takes the caller's last turn back and lets them play another, or asks the other side for that if it
// has seen the board since.
func (h *Handlers) takeBack(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.AskBack(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	switch {
	case err != nil && wasTakenBack(c, &m.Match): // by the same button
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

// again opens the panel for the turn that is taken back.
func (h *Handlers) again(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	p := h.Live.Panel(ctx, c, m)
	p.Says = c.T.Text(msgTookBack, nil)
	return panel.Show(c, p)
}

// wasTakenBack reports whether the last thing that happened to the turns of m is that the one was taken back
// which the control of c takes back.
func wasTakenBack(c *dispatch.Call, m *match.Match) bool {
	ply, ok := ui.ReadNumber(c.ID.Arg)
	return ok && m.Moment() == c.ID.Ply+1 && m.Game.Ply() < ply && m.As(c.Actor.ID).OnTurn() == nil
}
