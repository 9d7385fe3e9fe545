package review

import (
	"context"
	"fmt"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	judged "madbot/rules/review"
)

// maxTries is how many turns the reader can try before the best one is shown.
const maxTries = 3

// tryState is the moment for which the reader looks for a better turn, and how many they have tried.
type tryState struct{ at, tries int }

// String returns the text that readTry parses.
func (s tryState) String() string { return fmt.Sprintf("%d %d", s.at, s.tries) }

// readTry parses the text that String returns. Any other text means the first moment.
func readTry(text string) (s tryState) {
	if _, err := fmt.Sscanf(text, "%d %d", &s.at, &s.tries); err != nil {
		return tryState{}
	}
	return s
}

// try handles a tap of a reader who looks for a better turn.
func (h *Handlers) try(ctx context.Context, r reviewed) (dispatch.Reply, error) {
	arg := ui.ReadTry(r.Argument())
	state, all := readTry(arg.State), r.moments()
	if state.at < 0 || state.at >= len(all) || all[state.at].Class == judged.Find {
		return dispatch.Reply{Kind: dispatch.Update, Message: h.overview(ctx, r)}, nil
	}
	t := all[state.at]
	game := r.match.Game.At(t.Ply)
	position, choice := game.Position(), ui.ReadTap(arg.Tap)
	shown := panel.Panel{}
	if choice.Turn == "" {
		shown.Selection, _ = tap.Parse(&position, choice.Selection)
		return h.tryPanel(ctx, r, state, shown), nil
	}
	turn, err := position.ParseTurn(choice.Turn)
	if err != nil {
		return h.tryPanel(ctx, r, state, shown), nil
	}
	lost, err := h.Service.Lost(ctx, r.Actor, &r.match, play.Try{At: t, Turn: turn})
	if err != nil {
		return dispatch.Reply{}, err
	}
	state.tries++
	args := i18n.Args{"Turn": turn, "Best": t.Best, "N": maxTries - state.tries}
	switch {
	case lost <= judged.RightLoss:
		shown.Says = r.T.Text(msgRight, args)
		state.tries = maxTries
	case state.tries >= maxTries:
		shown.Says = r.T.Text(msgWasBest, args)
	default:
		shown.Says = r.T.Text(msgWrong, args)
	}
	return h.tryPanel(ctx, r, state, shown), nil
}

// tryPanel returns the panel on which the reader looks for a better turn. After the last try it has only the buttons.
func (h *Handlers) tryPanel(ctx context.Context, r reviewed, s tryState, shown panel.Panel) dispatch.Reply {
	t := r.moments()[s.at]
	past := r.match.Game.At(t.Ply)
	buttons := append([]ui.Button{r.button(ui.Better, ui.Number(s.at), msgShow)},
		r.steps(s.at, len(r.moments()), ui.Moment, t.Ply+1)[1:]...)
	shown.Reader, shown.Settings, shown.Emojis = r.Actor.ID, h.View.Settings(ctx, r.Call), h.View.Emojis.Now()
	shown.Lesson = &panel.Lesson{State: s.String(), Game: rules.GameFrom(past.Position(), past.Limit()),
		Exile: true, Ways: buttons,
		Title: title(r.T, &r.match.Game, t),
		Asks:  r.T.Text(msgTryAsks, i18n.Args{"Side": turns.Side(r.T, t.Side)}),
		Tap: func(tapped string) ui.ID {
			return ui.OnMatch(ui.TryBetter, &r.match.Match, ui.TryArg{State: s.String(), Tap: tapped}.String())
		}}
	if s.tries >= maxTries {
		msg := ui.Message{Block: true, Text: shown.Lesson.Title + "\n" + shown.Says, Rows: ui.Buttons(buttons...)}
		return dispatch.Reply{Kind: dispatch.Update, Message: msg}
	}
	return panel.InPlace(r.Call, shown)
}
