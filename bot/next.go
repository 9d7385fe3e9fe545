package bot

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgNextGame       = i18n.Message{ID: "button.next", Other: "Next game"}
	msgChallengeWaits = i18n.Message{ID: "next.challenge", Other: "It is not your turn anywhere, but a challenge waits for your answer: " +
		"`/games` shows it."}
	msgNothingElse = i18n.Message{ID: "next.none", Other: "Nothing else waits for you."}
)

// nextVerb opens the panel of the match in which it is the person's turn with the least time left.
const nextVerb = "next"

// next opens that panel, or says that there is no such match.
func (h *handlers) next(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	open, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	kind := dispatch.Private
	if c.Block {
		kind = dispatch.Update
	}
	waiting := onTurn(open, c.Actor.ID, "")
	if len(waiting) == 0 {
		return dispatch.Reply{Kind: kind, Message: ui.Message{Text: nothingWaits(c.T, open, c.Actor.ID)}}, nil
	}
	m, err := h.service.Match(ctx, c.Actor, waiting[0].ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.openPanel(ctx, c, m)
}

// onTurn returns those of open in which p is to play, but for one, the least time left first.
func onTurn(open []play.Summary, p match.PlayerID, but match.ID) []play.Summary {
	list := narrow(open, p, func(m *play.Summary, p match.PlayerID) bool { return isOnTurn(m, p) && m.ID != but })
	slices.SortStableFunc(list, byDeadline)
	return list
}

// nextButton leads to the next of open in which p is to play; none when it is not their turn in any but one.
func nextButton(t i18n.Printer, open []play.Summary, p match.PlayerID, but match.ID) []ui.Button {
	if len(onTurn(open, p, but)) == 0 {
		return nil
	}
	return []ui.Button{{ID: ui.ID{Verb: nextVerb, Ply: play.AnyPly}, Label: t.Text(msgNextGame, nil), Style: ui.Strong}}
}

// restWaits says that nothing but one match waits for p; "" when something does, or they play no other.
func restWaits(t i18n.Printer, open []play.Summary, p match.PlayerID, but match.ID) string {
	others := 0
	for i := range open {
		switch m := &open[i]; {
		case m.Waits(p):
			return ""
		case m.ID != but && m.Status == match.Playing:
			others++
		}
	}
	if others == 0 {
		return ""
	}
	return t.Text(msgNothingElse, nil)
}

// nothingWaits says that it is not p's turn in any of open.
func nothingWaits(t i18n.Printer, open []play.Summary, p match.PlayerID) string {
	if len(narrow(open, p, func(m *play.Summary, p match.PlayerID) bool { return m.Waits(p) })) > 0 {
		return t.Text(msgChallengeWaits, nil)
	}
	return t.Text(msgNothingElse, nil)
}
