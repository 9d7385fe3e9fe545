package bot

import (
	"context"
	"errors"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgPlayIt  = i18n.Message{ID: "hint.play", Other: "Play {{.Turn}}"}
	msgHintNow = i18n.Message{ID: "hint.now",
		Other: "The match has moved on since then. This hint is for turn {{.Turn}}, the one you are to play now."}
	msgHintButton = i18n.Message{ID: "button.hint", Other: "Hint"}
)

const hintLimit = 10 * time.Second // for a search; it ends by itself long before

// hint gives advice to the caller, whose turn it must be.
func (h *handlers) hint() dispatch.Command {
	give := h.about("hint", h.advise, isPlaying, isOnTurn)
	return dispatch.Command{
		Spec: spec("hint", "Ask for a good turn; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:        give,
		Complete:   map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: map[string]dispatch.Component{"hint": {Run: give}},
	}
}

// advise searches and says what it found.
func (h *handlers) advise(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	limited, cancel := context.WithTimeout(ctx, hintLimit)
	defer cancel()
	m, hint, err := h.service.Hint(limited, c.Actor, play.Ref{ID: id, Ply: play.AnyPly})
	switch {
	case errors.Is(err, match.ErrHintsUsed):
		return answer{match: m}, text.HintsUsed(&m.Match)
	case err != nil:
		return answer{match: m}, err
	case len(hint.Candidates) == 0:
		return answer{match: m}, play.ErrNoHint
	}
	best, said := hint.Candidates[0].Turn, text.Hint(c.T, m.Game.Position(), hint)
	if isBehind(c, &m) {
		said = c.T.Text(msgHintNow, i18n.Args{"Turn": m.Game.Ply() + 1}) + "\n" + said
	}
	if number := text.HintNumber(c.T, &m.Match, c.Actor.ID); number != "" {
		said = number + "\n" + said
	}
	view := h.sight(ctx, c, &m)
	view.marks.Hints = text.HintTurns(hint)
	press := ui.ID{Verb: "move", Match: m.ID, Ply: m.Moment(),
		Arg: suggestion(best, play.Ref{ID: m.ID, Ply: m.Moment()})}
	return answer{match: m, reply: dispatch.Reply{Kind: settle(c), Message: ui.Message{
		Text:    said,
		Picture: h.picture(c.T, view),
		Rows: ui.Buttons(ui.Button{ID: press,
			Label: c.T.Text(msgPlayIt, i18n.Args{"Turn": best}), Style: ui.Strong}),
	}}}, nil
}
