package challenge

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// A button under the result of a match, and the private answer when the other player had offered the rematch
// first.
var (
	msgRematched = i18n.Message{ID: "rematch.accepted",
		Other: "A rematch had been offered to you already, and you accepted it."}
)

// rematch challenges the other player of m once more, on the same terms and with the sides exchanged, or
// accepts when they have done so already.
func (h *Handlers) rematch(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	own := m.ColorOf(c.Actor.ID)
	switch {
	case own == rules.NoColor:
		return dispatch.Reply{}, match.ErrNotPlayer
	case m.Status != match.Finished:
		return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	other := m.PlayerOf(own.Other())
	open, err := h.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	theirs := m.Terms
	theirs.Side = pickOf(own)
	for _, s := range open {
		if s.Status != match.Proposed || s.Challenger != other || s.Opponent != c.Actor.ID || s.Terms != theirs {
			continue
		}
		begun, err := h.Service.Accept(ctx, c.Actor, s.ID)
		if err != nil {
			return dispatch.Reply{}, err
		}
		c.Log.Info("rematch", "match", begun.ID)
		reply := dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, begun, c.T.Text(msgRematched, nil))}
		if begun.Venue.Away {
			return h.Pick.PostWithReply(ctx, c, begun, reply), nil
		}
		return reply, nil
	}
	mine := m.Terms
	mine.Side = pickOf(own.Other())
	return h.proposeTo(ctx, c, other, mine)
}

// pickOf returns the pick of a side.
func pickOf(side rules.Color) match.SidePick {
	if side == rules.Blue {
		return match.PlayBlue
	}
	return match.PlayRed
}
