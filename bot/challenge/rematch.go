package challenge

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// rematch challenges the other player of m again on the same terms with the sides exchanged. If they have already done
// so, it accepts their challenge. The button to the bot's next level challenges the bot at that level.
func (h *Handlers) rematch(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	own := m.ColorOf(c.Actor.ID)
	other := m.Players.Of(own.Other())
	switch {
	case own == rules.NoColor:
		return dispatch.Reply{}, match.ErrNotPlayer
	case m.Status != match.Finished, other.IsFormer():
		return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	mine := m.Terms
	mine.Side = pickOf(own.Other())
	if c.ID.Arg == ui.NextLevel && other == c.Robot {
		mine.Level = min(mine.Level+1, match.MaxLevel)
	}
	mine.Rated = mine.Rated && !m.Past.Binding // a league rates its own matches
	return h.proposeTo(ctx, c, play.Challenge{To: other, Terms: mine})
}

func pickOf(side rules.Color) match.SidePick {
	if side == rules.Blue {
		return match.PlayBlue
	}
	return match.PlayRed
}
