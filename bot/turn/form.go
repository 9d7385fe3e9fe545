package turn

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The main button under a board, and the form for a turn: its title, the name of its field and the note
// next to it. The notation is the same in all languages.
var (
	msgFormTitle = i18n.Message{ID: "form.title", Other: "Your turn"}
	msgFormLabel = i18n.Message{ID: "form.label", Other: "Turn"}
	msgFormNote  = i18n.Message{ID: "form.note", Other: "Such as 211-c4, 112=221 or 112>121>211"}
	msgFormFirst = i18n.Message{ID: "form.first", Other: "Such as 112=221, 112>121>211 or pass"}
)

// typeTurn opens the form to type a turn in. It reads nothing from the store, because a form cannot be deferred.
func typeTurn(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	id, note := c.ID, msgFormNote
	id.Verb = ui.SubmitTurn
	if id.Arg == ui.Positioning {
		note = msgFormFirst
	}
	return dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: id.String(),
		Title: c.T.Text(msgFormTitle, nil), Label: c.T.Text(msgFormLabel, nil),
		Note: c.T.Text(note, nil), MaxLength: show.MaxTyped}}, nil
}

// submitTurn selects the typed turn on the panel, or offers turns that may have been meant. For a player who wants no
// confirmation, it plays the typed turn at once if that carries no risk.
func (h *Handlers) submitTurn(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{}, err
	}
	p := h.Live.Panel(ctx, c, &m)
	if c.IsStale(&m) {
		p.Says = panel.Meanwhile(c, &m.Match)
		return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
	}
	if c.Input == "" { // a retried interaction has lost the input
		return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
	}
	position := m.Game.Position()
	turn, err := position.ParseTurn(c.Input)
	switch {
	case m.As(c.Actor.ID).OnTurn() != nil:
		err = m.As(c.Actor.ID).OnTurn()
	case err == nil && p.Settings.Quick && !position.LosesAtOnce(turn) && !position.Exposes(turn, m.Game.Limit()) &&
		!turn.Misses(c.Input):
		return h.playInPanel(ctx, c, id, play.Typed{Text: turn.String(), Warned: true})
	case err == nil:
		p.Selection = tap.Selection{Turn: turn}
		return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
	default:
		p.Offers = turns.Instead(c.T, err)
		p.Offers = p.Offers[:min(len(p.Offers), discord.MaxChoices)]
	}
	said, known := text.Refusal(c.T, err)
	if !known {
		return show.Answer{Match: m}, err
	}
	p.Says = said
	return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
}
