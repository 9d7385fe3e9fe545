package turn

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/pick"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The private answer to a turn that was suggested for another match.
var msgAnotherMatch = i18n.Message{ID: "move.another",
	Other: "You picked a turn of another match than the one you named. Nothing was played; pick a turn " +
		"of the match you mean."}

// The private question before a turn that loses at once, its two buttons, and the answer to the second.
var (
	msgSure = i18n.Message{ID: "move.sure",
		Other: "**{{.Turn}}** in the match against {{.Other}} sends your own corvette into exile: " +
			"you would lose at once. Do you mean it?"}
	msgLose = i18n.Message{ID: "move.lose", Other: "Play it and lose"}
	msgKeep = i18n.Message{ID: "move.keep", Other: "No, keep the corvette"}
	msgKept = i18n.Message{ID: "move.kept", Other: "That was not played."}
)

// moveIn plays the turn of c, and asks first when it would lose at once (rules 2.5).
func (h *Handlers) moveIn(ctx context.Context, c *dispatch.Call, id match.ID) (pick.Answer, error) {
	typed := pick.ReadTurn(pick.Carried(c))
	ref := typed.Ref
	switch ref.ID {
	case id:
	case "":
		ref = play.Ref{ID: id, Ply: play.AnyPly}
	default:
		return pick.Answer{}, text.Refuse(msgAnotherMatch, nil)
	}
	m, err := h.Service.Play(ctx, c.Actor, ref, play.Typed{Text: typed.Turn})
	if losing, ok := errors.AsType[*play.LosingError](err); ok {
		return pick.Answer{Match: m, Reply: askToLose(c, losing, h.Names.Opponent(ctx, c, &m))}, nil
	}
	return h.played(ctx, c, m, err)
}

// askToLose asks before a turn that exiles the corvette of the side that plays it.
func askToLose(c *dispatch.Call, losing *play.LosingError, other string) dispatch.Reply {
	ref, turn := losing.Ref, losing.Turn
	press := func(answer string) ui.ID {
		arg := ui.LoseArg{Answer: answer, Turn: turn.String()}
		return ui.ID{Verb: ui.Lose, Match: ref.ID, Ply: ref.Ply, Arg: arg.String()}
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{
		Text: c.T.Text(msgSure, i18n.Args{"Turn": turn, "Other": other}),
		Rows: ui.Buttons(
			ui.Button{ID: press(ui.Yes), Label: c.T.Text(msgLose, nil), Style: ui.Danger},
			ui.Button{ID: press(ui.No), Label: c.T.Text(msgKeep, nil), Style: ui.Strong})}}
}

// lose takes the answer to that question.
func (h *Handlers) lose(ctx context.Context, c *dispatch.Call, id match.ID) (pick.Answer, error) {
	arg := ui.ReadLose(c.ID.Arg)
	if arg.Answer != ui.Yes {
		return h.Pick.Loaded(pick.Says(msgKept, match.Party.OnTurn))(ctx, c, id)
	}
	m, err := h.Service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		play.Typed{Text: arg.Turn, Sure: true})
	return h.played(ctx, c, m, err)
}
