package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// notice is what one player is told beside the board of a match: in the language of the channel, or of the
// player in a direct message.
func (h *handlers) notice(n play.Notice) ui.Message {
	t := h.catalog.Printer(n.Match.Venue.Locale)
	if n.Direct {
		t = h.catalog.Printer(n.To.Language())
	}
	msg := ui.Message{Text: text.Notice(t, &n)}
	switch {
	case n.Kind == play.TurnNotice, n.Kind == play.TimeNotice:
		msg.Rows = ui.Buttons(playButton(t, &n.Match.Match))
	case n.Direct && n.Kind != play.TestNotice:
		msg.Rows = controls(t, &n.Match.Match, n.To.ID)
	}
	return msg
}

// digest is what a player is told once a week.
func (h *handlers) digest(d play.Digest) ui.Message {
	return ui.Message{Text: text.Digest(h.catalog.Printer(d.To.Language()), &d)}
}

// catchUp returns commands whose answers first say what the person could not be told.
func (h *handlers) catchUp(commands []dispatch.Command) []dispatch.Command {
	for i := range commands {
		commands[i].Run = h.sayMissed(commands[i].Run)
	}
	return commands
}

// sayMissed is run, with an answer that first says what the person could not be told, once. An answer in
// words has room for that; others leave it to the next command.
func (h *handlers) sayMissed(run dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		refusal, refused := text.Refusal(c.T, err)
		if err != nil && !refused || r.Kind != dispatch.Private {
			return r, err
		}
		missed, fault := h.service.TakeMissed(ctx, c.Actor)
		if fault != nil { // the answer is more important
			c.Log.Warn("what was missed is not read", "err", fault)
			return r, err
		}
		said := text.Missed(c.T, missed, c.Actor.ID)
		if said == "" {
			return r, err
		}
		if refused {
			r = dispatch.InPrivate(refusal)
		}
		r.Message.Text = said + "\n\n" + r.Message.Text
		return r, nil
	}
}
