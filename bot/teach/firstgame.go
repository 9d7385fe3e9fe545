package teach

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// The private answer to the start of a first game against the bot; I am the bot.
var msgGameBegins = i18n.Message{ID: "learn.game.begins",
	Other: "The game is on: you're {{.Side}}, and I play at level {{.Level}}. Only you see it; `/play` comes " +
		"back to it."}

// firstLevel is the bot's level in a first game.
const firstLevel match.Level = 1

func (h *Handlers) firstGame(ctx context.Context, p pupil) (*play.Match, error) {
	if p.Progress.Game == "" {
		return nil, nil
	}
	m, err := h.Service.Match(ctx, p.Actor, p.Progress.Game)
	switch {
	case errors.Is(err, play.ErrNotFound), err == nil && m.Status != match.Playing:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &m, nil
}

// startFirstGame starts an easy match against the bot, whose panel explains new topics. If one is already in progress,
// it shows that.
func (h *Handlers) startFirstGame(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	game, err := h.firstGame(ctx, p)
	switch {
	case err != nil:
		return dispatch.Reply{}, err
	case game != nil:
		return panel.InPlace(c, h.Live.Panel(ctx, c, game)), nil
	}
	return h.beginFirstGame(ctx, c)
}

// beginFirstGame starts the first game, unless another call did so meanwhile, and shows it. Only the person sees it.
func (h *Handlers) beginFirstGame(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	home := c.Home()
	home.Away = true
	m, err := h.Service.Challenge(ctx, c.Actor, play.Challenge{To: c.Robot, Venue: home, First: true,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: firstLevel}})
	same := errors.Is(err, play.ErrSame)
	if err != nil && !same {
		return dispatch.Reply{}, err
	}
	shown := h.Live.Panel(ctx, c, &m)
	if same {
		return panel.InPlace(c, shown), nil
	}
	c.Log.Info("first game", "match", m.ID)
	shown.Says = c.T.Text(msgGameBegins, i18n.Args{"Side": turns.Side(c.T, m.ColorOf(c.Actor.ID)), "Level": m.Terms.Level})
	return panel.InPlace(c, shown), nil
}
