package turn

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/pick"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
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

// The private questions before a typed turn that may not be meant, and their two buttons: one that was typed with an
// x, and expels nothing; and one that answers a turn which the person has not seen.
var (
	msgHarmless = i18n.Message{ID: "move.harmless",
		Other: "**{{.Turn}}** in the match against {{.Other}} expels nothing — {{.Words}}. Play it?"}
	msgReplaced = i18n.Message{ID: "move.replaced",
		Other: "{{.Other}} has taken a turn back and played another since you last looked. " +
			"Do you still want to play **{{.Turn}}** — {{.Words}}?"}
	msgPlayIt = i18n.Message{ID: "move.doit", Other: "Play it"}
	msgDont   = i18n.Message{ID: "move.dont", Other: "No"}
)

// moveIn plays the turn of c, and asks first when it may not be meant.
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
	if doubt, ok := errors.AsType[*play.DoubtError](err); ok {
		return pick.Answer{Match: m, Reply: h.ask(ctx, c, m, doubt)}, nil
	}
	return h.played(ctx, c, m, err)
}

// ask asks before a turn of m that may not be meant, and shows the board that the person has not seen.
func (h *Handlers) ask(ctx context.Context, c *dispatch.Call, m play.Match, doubt *play.DoubtError) dispatch.Reply {
	question, yes, no, danger := msgHarmless, msgPlayIt, msgDont, ui.Good
	switch doubt.Why {
	case play.Loses:
		question, yes, no, danger = msgSure, msgLose, msgKeep, ui.Danger
	case play.Replaced:
		question = msgReplaced
	}
	said := c.T.Text(question, i18n.Args{"Turn": doubt.Turn, "Other": h.Names.Opponent(ctx, c, &m),
		"Words": turns.Words(c.T, m.Game.Position(), doubt.Turn)})
	msg := ui.Message{Text: said}
	if doubt.Why == play.Replaced {
		msg = h.View.PrivateBoard(ctx, c, m, said)
	}
	press := func(answer string) ui.ID {
		arg := ui.LoseArg{Answer: answer, Turn: doubt.Turn.String()}
		return ui.ID{Verb: ui.Lose, Match: doubt.Ref.ID, Ply: doubt.Ref.Ply, Arg: arg.String()}
	}
	msg.Rows = ui.Buttons(
		ui.Button{ID: press(ui.Yes), Label: c.T.Text(yes, nil), Style: danger},
		ui.Button{ID: press(ui.No), Label: c.T.Text(no, nil), Style: ui.Strong})
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}
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
