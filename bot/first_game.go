package bot

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/learn"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Private answers to who starts a first game against the bot; I am the bot. Why is a sentence that says why the
// game cannot be shown here.
var (
	msgGameBegins = i18n.Message{ID: "learn.game.begins",
		Other: "The game is on: you are {{.Side}}, and I play at level {{.Level}}. I show the board to all in " +
			"this channel, too, after each turn."}
	msgGameBeginsDM = i18n.Message{ID: "learn.game.beginsdm",
		Other: "The game is on: you are {{.Side}}, and I play at level {{.Level}}. I send you the board here " +
			"after each turn."}
	msgGameBeginsAway = i18n.Message{ID: "learn.game.beginsaway",
		Other: "The game is on: you are {{.Side}}, and I play at level {{.Level}}. **Refresh** shows my turn " +
			"when it is played."}
	msgNoGameHere = i18n.Message{ID: "learn.game.nowhere",
		Other: "{{.Why}} It works in a direct message to me, too: type `/learn` there."}
)

// firstLevel is the level of the bot in a first game.
const firstLevel match.Level = 1

// firstGame returns the first game of p while it is being played; nil: there is none.
func (h *handlers) firstGame(ctx context.Context, p pupil) (*play.Match, error) {
	if p.Progress.Game == "" {
		return nil, nil
	}
	m, err := h.service.Match(ctx, p.Actor, p.Progress.Game)
	switch {
	case errors.Is(err, play.ErrNotFound), err == nil && m.Status != match.Playing:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &m, nil
}

// startFirstGame starts a gentle match against the bot, in whose panel is explained what is new; one
// that is being played it shows.
func (h *handlers) startFirstGame(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	game, err := h.firstGame(ctx, p)
	switch {
	case err != nil:
		return dispatch.Reply{}, err
	case game != nil:
		return inPanel(c, h.panel(ctx, c, game)), nil
	}
	why := h.choices().Allowed(ctx, c)
	if lacking := c.Lacking(); why == nil && len(lacking) > 0 {
		why = text.RefuseHere(c.T, lacking)
	}
	if said, refused := text.Refusal(c.T, why); refused {
		return dispatch.Reply{}, text.Refuse(msgNoGameHere, i18n.Args{"Why": said})
	}
	if why != nil {
		return dispatch.Reply{}, why
	}
	return h.beginFirstGame(ctx, c)
}

// beginFirstGame begins the first game, unless that was done meanwhile, and shows it.
func (h *handlers) beginFirstGame(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	m, err := h.service.Challenge(ctx, c.Actor, play.Challenge{To: c.Robot, Venue: c.Home(), First: true,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: firstLevel}})
	same := errors.Is(err, play.ErrSame)
	if err != nil && !same {
		return dispatch.Reply{}, err
	}
	shown := h.panel(ctx, c, &m)
	if same {
		return inPanel(c, shown), nil
	}
	c.Log.Info("first game", "match", m.ID)
	shown.Says = gameBegins(c, &m)
	if m.Venue.Away {
		return h.away(ctx, c, m, inPanel(c, shown)), nil
	}
	return inPanel(c, shown), nil
}

// gameBegins says that the first game of the person is on.
func gameBegins(c *dispatch.Call, m *play.Match) string {
	form := msgGameBegins
	switch {
	case m.Venue.Away:
		form = msgGameBeginsAway
	case !c.InGuild():
		form = msgGameBeginsDM
	}
	return c.T.Text(form, i18n.Args{"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
}

// explained returns what p is told in the panel of m, if that is their first game.
func explained(t i18n.Printer, p *play.Player, m *match.Match) []string {
	if m.ID == "" || m.ID != p.Progress.Game {
		return nil
	}
	return learn.Notes(t, &m.Game, m.ColorOf(p.ID))
}
