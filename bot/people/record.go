package people

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// `/record`, in private: two people's record against each other; and refusals.
var (
	msgRecord = i18n.Message{ID: "record.of", One: "**{{.Player}} {{.Points}}, {{.Other}} {{.Theirs}}** · {{.N}} game",
		Other: "**{{.Player}} {{.Points}}, {{.Other}} {{.Theirs}}** · {{.N}} games"}
	msgRecordNone  = i18n.Message{ID: "record.none", Other: "{{.Player}} and {{.Other}} haven't finished a game yet."}
	msgRecordAlone = i18n.Message{ID: "record.alone",
		Other: "Head to head is between two people: name somebody else."}
)

// record shows the record of two people against each other, with a menu of their last games.
func (h *Handlers) record(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, other := c.Actor.ID, match.PlayerID(c.ID.Arg)
	if c.ID.Verb == "" {
		var err error
		if p, err = h.named(ctx, c, optPlayer); err != nil {
			return dispatch.Reply{}, err
		}
		if other, err = h.named(ctx, c, optOther); err != nil {
			return dispatch.Reply{}, err
		}
	}
	if p == other {
		return dispatch.Reply{}, text.Refuse(msgRecordAlone, nil)
	}
	score, last, err := h.Service.Record(ctx, c.Actor, p, other)
	args := i18n.Args{"Player": text.Mention(c.T, p), "Other": text.Mention(c.T, other), "Points": text.Halves(score.Halves[0]),
		"Theirs": text.Halves(score.Halves[1]), "N": score.Matches}
	switch {
	case err != nil:
		return dispatch.Reply{}, err
	case score.Matches == 0:
		return dispatch.Reply{}, text.Refuse(msgRecordNone, args)
	}
	if other == c.Actor.ID {
		p = other // the menu shows the caller's games from their side
	}
	msg := ui.Message{Text: c.T.Text(msgRecord, args)}
	if len(last) > 0 {
		msg.Rows = h.View.Menu(ctx, c, ui.NoMatch(ui.Board, ui.MenuStays), last, p)
	}
	return dispatch.Reply{Message: msg}, nil
}
