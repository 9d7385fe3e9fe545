package end

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Private questions to a player who resigns, and the answers. Before the second turn nobody loses: the
// match is called off.
var (
	msgReally = i18n.Message{ID: "resign.ask",
		Other: "Resign the game against {{.Game}}? It counts as a victory for {{.Other}}."}
	msgReallyOff = i18n.Message{ID: "resign.askearly",
		Other: "Leave the game against {{.Game}}? You haven't played your second turn, so it's called off and " +
			"doesn't count."}
	msgReallyVoid = i18n.Message{ID: "resign.askvoid",
		Other: "The game against {{.Game}} doesn't count in the league, because somebody has left it. You can call " +
			"it off, or resign without that being an early resignation. If it's rated, resigning counts as a " +
			"victory for {{.Other}}."}
	msgLeaves   = i18n.Message{ID: "resign.leaves", Other: "Your challenges will say that you left a game early."}
	msgResigned = i18n.Message{ID: "resign.done", Other: "You resigned. Well fought."}
	msgLeft     = i18n.Message{ID: "resign.left", Other: "The game is called off."}
	msgPlaysOn  = i18n.Message{ID: "resign.kept", Other: "You didn't resign."}
)

// askResign asks whether to resign the match as it is now, even if the button was on an older board.
func (h *Handlers) askResign(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.As(c.Actor.ID).Plays(); err != nil {
		return dispatch.Reply{}, err
	}
	form, leaves, rows := msgReally, "", show.ResignOrNot(c.T, &m.Match, c.Actor.ID)
	part, err := h.Service.LeagueOf(ctx, &m, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if m.As(c.Actor.ID).ResignAborts() {
		form = msgReallyOff
		if m.Robot() == "" {
			leaves = " " + c.T.Text(msgLeaves, nil)
		}
	}
	if part.Void {
		form = msgReallyVoid
		rows = append(ui.Buttons(show.CallOffNow(c.T, &m.Match)), rows...)
	}
	rows = show.Beside(rows, show.OfferCallOff(c.T, &m.Match, c.Actor.ID)...)
	args := i18n.Args{"Game": h.View.Opponent(ctx, c, &m),
		"Other": text.Mention(c.T, m.Players.Of(m.ColorOf(c.Actor.ID).Other()))}
	return dispatch.Reply{Kind: show.ReplyKind(c), Message: ui.Message{
		Text: c.T.Text(form, args) + leaves,
		Rows: rows}}, nil
}

// giveUp takes the answer to the question of askResign.
func (h *Handlers) giveUp(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	if c.ID.Arg != ui.Yes {
		return h.Pick.Load(ctx, c, id, show.SayIf(match.Party.Plays, msgPlaysOn))
	}
	m, err := h.Service.Resign(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("resign", "match", id)
	said := msgResigned
	if m.Game.Outcome().Reason == rules.Aborted {
		said = msgLeft
	}
	return show.Changed(m, dispatch.InPlace(c.T.Text(said, nil))), nil
}
