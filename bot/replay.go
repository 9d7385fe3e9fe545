package bot

import (
	"bytes"
	"context"
	"io"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/render"
	"madbot/rules/match"
)

var (
	msgReplayButton = i18n.Message{ID: "button.replay", Other: "Replay"}
	msgReplay       = i18n.Message{ID: "replay.text",
		Other: "The match from its first turn to its last."}
)

// maxReplayed is how many turns a replay may have: about 20 kB each, and Discord takes 10 MB.
const maxReplayed = 300

// replayable reports whether there is a replay of m.
func replayable(m *match.Match) bool {
	return m.Status == match.Finished && m.Game.Ply() > 0 && m.Game.Ply() <= maxReplayed
}

func replayButton(t i18n.Printer, m *match.Match) []Row {
	id := customID{Verb: "replay", Match: m.ID, Ply: m.Game.Ply()}
	return buttons(Button{id, t.Text(msgReplayButton, nil), Quiet})
}

// replay shows the whole match in motion to the caller, from their side. Drawing takes a second or
// more, so replays are drawn one at a time.
func (h *handlers) replay(ctx context.Context, c *Call, m play.Match) (Reply, error) {
	if !replayable(&m.Match) {
		return Reply{Message: h.show(c, m, "")}, nil
	}
	select {
	case h.replays <- struct{}{}:
		defer func() { <-h.replays }()
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
	side := m.ColorOf(c.Actor.ID)
	var drawn bytes.Buffer
	o := render.Options{View: render.ViewOf(side)}
	if err := h.renderer.Replay(&drawn, &m.Game, o); err != nil {
		return Reply{}, err
	}
	picture := h.picture(c.T, m.Game, side, render.Marks{})
	picture.Moving = true
	picture.Draw = func(w io.Writer) error { _, err := drawn.WriteTo(w); return err }
	return Reply{Message: Message{Text: c.T.Text(msgReplay, nil), Picture: picture}}, nil
}
