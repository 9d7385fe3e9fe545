package bot

import (
	"context"
	"errors"

	"madbot/bot/play"
	"madbot/bot/text"
)

// board shows a match to the caller, from their side.
func (h *handlers) board() Command {
	show := h.about("board", h.viewing(h.showBoard), isOpen)
	return Command{
		Spec: spec("board", "See the board from your side; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      h.orLast(show),
		Complete: map[string]Completer{"match": h.completeMatch(isOpen)},
		Components: map[string]Component{
			"board":  {Run: show, Inline: true},
			"replay": {Run: h.about("replay", h.viewing(h.replay), isOpen)},
			homeVerb: {Run: h.about(homeVerb, h.rehome, isOpen), Inline: true},
		},
	}
}

// orLast shows the match that ended last when the caller has no open one.
func (h *handlers) orLast(show Handler) Handler {
	return func(ctx context.Context, c *Call) (Reply, error) {
		reply, err := show(ctx, c)
		if !errors.Is(err, text.ErrNoMatch) {
			return reply, err
		}
		ended, lost := h.service.Recent(ctx, c.Actor.ID, 1)
		switch {
		case lost != nil:
			return Reply{}, lost
		case len(ended) == 0:
			return Reply{}, err
		}
		a, err := h.viewing(h.showBoard)(ctx, c, ended[0].ID)
		return h.warn(c, a), err
	}
}

func (h *handlers) showBoard(_ context.Context, c *Call, m play.Match) (Reply, error) {
	return Reply{Kind: c.settle(), Message: h.show(c, m, "")}, nil
}
