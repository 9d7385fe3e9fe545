package turn

import (
	"context"
	"errors"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// The private answer to a turn that was suggested for another match.
var msgAnotherMatch = i18n.Message{ID: "move.another",
	Other: "You picked a turn of another game than the one you named. Nothing was played; pick a turn of the " +
		"game you mean."}

// The private answer to `/move` alone; and what stands in a menu of turns, beneath a refusal.
var (
	msgNothingTyped = i18n.Message{ID: "move.nothing",
		Other: "Nothing was played. Type a turn after `/move`, such as `112=221`, or choose it on the board:"}
	msgPlayOne = i18n.Message{ID: "move.offers", Other: "Play one of these"}
)

// maxOffers is how many turns are offered as buttons. More would not fit into a row on a phone.
const maxOffers = 3

// The private question before a turn that loses.
var (
	msgSure = i18n.Message{ID: "move.sure",
		Other: "**{{.Turn}}** in the game against {{.Other}} sends your own corvette into exile: you'd lose at " +
			"once. Do you mean it?"}
	msgKept = i18n.Message{ID: "move.kept", Other: "That wasn't played."}
)

// Private questions before a turn that may be a slip, and two buttons: one that was typed with an x, and expels
// nothing; one after which the corvette could be expelled, as whole sentences of Risks say; and one that answers a
// turn which the person has not seen.
var (
	msgHarmless = i18n.Message{ID: "move.harmless",
		Other: "**{{.Turn}}** in the game against {{.Other}} expels nothing — {{.Words}}. Play it?"}
	msgExposes = i18n.Message{ID: "move.exposes",
		Other: "**{{.Turn}}** in the game against {{.Other}} — {{.Words}}.\n{{.Risks}}\nPlay it?"}
	msgReplaced = i18n.Message{ID: "move.replaced",
		Other: "{{.Other}} has taken a turn back and played another since you last looked. " +
			"Do you still want to play **{{.Turn}}** — {{.Words}}?"}
	msgPlayIt = i18n.Message{ID: "move.doit", Other: "Play it"}
	msgDont   = i18n.Message{ID: "move.dont", Other: "No"}
)

// moveIn plays the turn that was typed or picked. It asks first if the turn may be a mistake.
func (h *Handlers) moveIn(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	typed := show.ReadTurn(show.Carried(c))
	ref := typed.Ref
	switch ref.ID {
	case id:
	case "":
		ref = play.Ref{ID: id, Ply: play.AnyPly}
	default:
		return show.Answer{}, text.Refuse(msgAnotherMatch, nil)
	}
	if typed.Turn == dispatch.NothingTyped {
		return h.Pick.Load(ctx, c, id, nothingTyped)
	}
	m, err := h.Service.Play(ctx, c.Actor, ref, play.Typed{Text: typed.Turn})
	if list := turns.Instead(c.T, err); len(list) > 0 {
		said, _ := text.Refusal(c.T, err)
		c.Log.Debug("refused", "why", err)
		return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update,
			Message: ui.Message{Text: said, Rows: offers(c.T, &m.Match, list)}}}, nil
	}
	if doubt, ok := errors.AsType[*play.DoubtError](err); ok {
		return show.Answer{Match: m, Reply: h.ask(ctx, c, m, doubt)}, nil
	}
	return h.played(ctx, c, m, err)
}

// nothingTyped explains how to play, if the chosen suggestion is no turn.
func nothingTyped(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if err := m.As(c.Actor.ID).OnTurn(); err != nil {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: c.T.Text(msgNothingTyped, nil),
		Rows: ui.Buttons(show.Play(c.T, &m.Match))}}, nil
}

// offers returns buttons for turns to play instead of the refused one, or a menu if there are many.
func offers(t i18n.Printer, m *match.Match, list []rules.Turn) []ui.Row {
	if len(list) <= maxOffers {
		var row []ui.Button
		for _, turn := range list {
			row = append(row, show.PlayTurn(t, m, turn))
		}
		return ui.Buttons(row...)
	}
	menu := &ui.Menu{ID: ui.OnMatch(ui.Move, m, ""), Prompt: t.Text(msgPlayOne, nil)}
	p := m.Game.Position()
	for _, turn := range list[:min(len(list), discord.MaxChoices)] {
		menu.Items = append(menu.Items, ui.Item{Label: turn.String(), Note: turns.Words(t, p, turn),
			Value: show.TurnOf(m, turn)})
	}
	return []ui.Row{{Menu: menu}}
}

// ask asks whether a turn is meant. If the person has not seen the position, it shows the board.
func (h *Handlers) ask(ctx context.Context, c *dispatch.Call, m play.Match, doubt *play.DoubtError) dispatch.Reply {
	question, yes, no, danger := msgHarmless, msgPlayIt, msgDont, ui.Good
	switch doubt.Why {
	case play.Loses:
		question, danger = msgSure, ui.Danger
		yes, no = panel.LoseOrKeep()
	case play.Exposes:
		question = msgExposes
	case play.Replaced:
		question = msgReplaced
	}
	p := m.Game.Position()
	risks := turns.Risks(c.T, p, doubt.Turn)
	said := c.T.Text(question, i18n.Args{"Turn": doubt.Turn, "Other": h.View.Opponent(ctx, c, &m),
		"Words": turns.Words(c.T, p, doubt.Turn), "Risks": risks})
	if doubt.Why == play.Replaced && p.Exposes(doubt.Turn, m.Game.Limit()) {
		said += "\n" + risks
	}
	msg := ui.Message{Text: said}
	if doubt.Why == play.Replaced {
		msg = h.View.PrivateBoard(ctx, c, m, said)
	}
	press := func(answer string) ui.ID {
		arg := ui.LoseArg{Answer: answer, Turn: doubt.Turn.String()}
		return ui.ID{Verb: ui.ConfirmLoss, Match: doubt.Ref.ID, Ply: doubt.Ref.Ply, Arg: arg.String()}
	}
	msg.Rows = ui.Buttons(
		ui.Button{ID: press(ui.Yes), Label: c.T.Text(yes, nil), Style: danger},
		ui.Button{ID: press(ui.No), Label: c.T.Text(no, nil), Style: ui.Strong})
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}
}

// confirmLoss handles the answer to the question of ask.
func (h *Handlers) confirmLoss(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	arg := ui.ReadLose(c.ID.Arg)
	if arg.Answer != ui.Yes {
		return h.Pick.Load(ctx, c, id, show.SayIf(match.Party.OnTurn, msgKept))
	}
	m, err := h.Service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		play.Typed{Text: arg.Turn, Sure: true})
	return h.played(ctx, c, m, err)
}
