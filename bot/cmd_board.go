package bot

import (
	"context"

	"madbot/rules/match"
)

// board shows a match to the caller, from their side.
func (d *desk) board() Command {
	show := d.about("board", d.showBoard, isOpen)
	return Command{
		Spec: spec("board", "See the board from your side; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      show,
		Complete: map[string]Completer{"match": d.completeMatch(isOpen)},
		Presses:  map[string]Press{"board": {Run: show, Inline: true}},
	}
}

// showBoard answers with m as it stands.
func (d *desk) showBoard(_ context.Context, c *Call, m match.Match) (Reply, error) {
	return Reply{Kind: c.settle(), Message: d.show(c, m, "")}, nil
}
