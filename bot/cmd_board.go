package bot

import (
	"context"
	"errors"

	"madbot/rules/match"
)

// board shows a match to the caller, from their side.
func (d *desk) board() Command {
	show := d.about("board", d.showBoard, isOpen)
	return Command{
		Spec: spec("board", "See the board from your side; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      d.orLast(show),
		Complete: map[string]Completer{"match": d.completeMatch(isOpen)},
		Presses: map[string]Press{
			"board":  {Run: show, Inline: true},
			"replay": {Run: d.about("replay", d.replay, isOpen)},
			homeVerb: {Run: d.about(homeVerb, d.rehome, isOpen), Inline: true},
		},
	}
}

// orLast shows the match that ended last to who is in none that goes on.
func (d *desk) orLast(show Handler) Handler {
	return func(ctx context.Context, c *Call) (Reply, error) {
		reply, err := show(ctx, c)
		if !errors.Is(err, errNoMatch) {
			return reply, err
		}
		ended, lost := d.service.Recent(ctx, c.Actor, 1)
		switch {
		case lost != nil:
			return Reply{}, lost
		case len(ended) == 0:
			return Reply{}, err
		}
		reply, err = d.showBoard(ctx, c, ended[0])
		return d.warn(c, &ended[0], reply), err
	}
}

// showBoard answers with m as it stands.
func (d *desk) showBoard(_ context.Context, c *Call, m match.Match) (Reply, error) {
	return Reply{Kind: c.settle(), Message: d.show(c, m, "")}, nil
}
