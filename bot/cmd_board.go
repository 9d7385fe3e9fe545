package bot

import (
	"context"
	"errors"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
)

// board shows a match to the caller, from their side.
func (h *handlers) board() dispatch.Command {
	show := h.about("board", h.viewing(h.showBoard), isOpen)
	return dispatch.Command{
		Spec: spec("board", "See the board from your side; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      h.orLast(show),
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isOpen)},
		Components: map[string]dispatch.Component{
			"board":  {Run: show, Inline: true},
			lookVerb: {Run: h.about(lookVerb, h.viewing(h.lookAt), isOpen), Inline: true},
			moreVerb: {Run: h.about(moreVerb, h.viewing(h.lookAt), isOpen), Inline: true},
			"replay": {Run: h.about("replay", h.viewing(h.replay), isOpen)},
			homeVerb: {Run: h.about(homeVerb, h.rehome, isOpen), Inline: true},
		},
	}
}

var msgNoneShown = i18n.Message{ID: "show.none", Other: "I find no match in that message, or one without anything left to look at. `/games` lists yours."}

// showMatch shows the match of a message from its context menu.
func (h *handlers) showMatch() dispatch.Command {
	return dispatch.Command{Spec: menuSpec(discord.MessageCommand, "Show this match"),
		Run: func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
			for _, id := range c.Shown {
				if id.Match == "" {
					continue
				}
				a, err := h.viewing(h.showBoard)(ctx, c, id.Match)
				return h.warn(c, a), err
			}
			return dispatch.Reply{}, text.Refuse(msgNoneShown, nil)
		}}
}

// orLast shows the match that ended last when the caller has no open one.
func (h *handlers) orLast(show dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		reply, err := show(ctx, c)
		if !errors.Is(err, text.ErrNoMatch) {
			return reply, err
		}
		ended, lost := h.service.Recent(ctx, c.Actor.ID, 1)
		switch {
		case lost != nil:
			return dispatch.Reply{}, lost
		case len(ended) == 0:
			return dispatch.Reply{}, err
		}
		a, err := h.viewing(h.showBoard)(ctx, c, ended[0].ID)
		return h.warn(c, a), err
	}
}

func (h *handlers) showBoard(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return dispatch.Reply{Kind: settle(c), Message: h.show(ctx, c, m, "")}, nil
}
