package bot

import (
	"context"
	"errors"
	"strconv"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgTookBack = i18n.Message{ID: "takeback.done", Other: "Your turn is taken back."}
	msgResume   = i18n.Message{ID: "button.resume", Other: "Resume the clock"}
)

// resumeVerb ends a pause.
const resumeVerb = "resume"

// takeBack takes the caller's last turn back and lets them play another, or asks the other side for that if it
// has seen the board since.
func (h *handlers) takeBack(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.AskBack(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	switch {
	case err != nil && wasTakenBack(c, &m.Match): // by the same button
		return answer{match: m, reply: h.again(ctx, c, &m)}, nil
	case errors.Is(err, match.ErrOfferOpen):
		return answer{match: m, reply: shownOffer(c, &m.Match, match.ToTakeBack)}, nil
	case err != nil:
		return answer{match: m}, err
	case m.Takeback.IsOpen():
		c.Log.Info("takeback asked", "match", id)
		return changed(m, shownOffer(c, &m.Match, match.ToTakeBack)), nil
	}
	c.Log.Info("takeback", "match", id)
	return changed(m, h.again(ctx, c, &m)), nil
}

// again opens the panel for the turn that is taken back.
func (h *handlers) again(ctx context.Context, c *dispatch.Call, m *play.Match) dispatch.Reply {
	p := h.panel(ctx, c, m)
	p.Says = c.T.Text(msgTookBack, nil)
	r := dispatch.Reply{Message: panel.Message(c.T, p)}
	if c.Block {
		r.Kind = dispatch.Update
	}
	return r
}

// wasTakenBack reports whether the last thing that happened to the turns of m is that the one was taken back
// which the control of c takes back.
func wasTakenBack(c *dispatch.Call, m *match.Match) bool {
	ply, err := strconv.Atoi(c.ID.Arg)
	return err == nil && m.Moment() == c.ID.Ply+1 && m.Game.Ply() < ply && m.OnTurn(c.Actor.ID) == nil
}

// backButtons let reader take their last turn back.
func backButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Button {
	if canOffer(m, reader, match.ToTakeBack) != nil {
		return nil
	}
	return []ui.Button{panel.BackButton(t, m)}
}

// resumeClock ends a pause.
func (h *handlers) resumeClock(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Resume(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply})
	return h.answered(ctx, c, m, "resume", err)
}

// pauseButtons are for the two sides while the clock stands still.
func pauseButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if !m.Clock.Paused || reader != everybody && m.ColorOf(reader) == 0 {
		return nil
	}
	return ui.Buttons(ui.Button{ID: stateID(resumeVerb, m, ""), Label: t.Text(msgResume, nil)})
}

// clockButtons let reader ask for more time or a pause in m, or end one; none when they can do nothing.
func clockButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if m.Clock.Paused {
		return pauseButtons(t, m, reader)
	}
	var row []ui.Button
	for _, one := range []struct {
		kind match.OfferKind
		name i18n.Message
	}{{match.ForTime, msgAskTime}, {match.ToPause, msgOfferPause}} {
		if m.OfferOf(one.kind).IsOpen() {
			row = append(row, answerButtons(t, m, one.kind, reader)...)
		} else if canOffer(m, reader, one.kind) == nil {
			row = append(row, ui.Button{ID: stateID(offerVerb, m, offerArg(answerYes, one.kind)), Label: t.Text(one.name, nil)})
		}
	}
	return ui.Buttons(row...)
}
