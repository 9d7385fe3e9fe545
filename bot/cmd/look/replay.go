package look

import (
	"cmp"
	"context"
	"errors"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/replay"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
)

// The replay of a match that is over: a button under its result, and private answers to whoever presses it.
var (
	msgReplay = i18n.Message{ID: "replay.text",
		Other: "The game from its first turn to its last."}
	msgReplayComing = i18n.Message{ID: "replay.coming", Other: "This replay is on its way to you."}
)

// replay shows the whole match in motion to the caller, from their side.
func (h *Handlers) replay(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !replay.Has(&m.Match) {
		return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	scene := h.View.Scene(ctx, c, &m)
	if h.View.Settings(ctx, c).NoPictures { // turn by turn instead, in words
		past := ui.LookArg{What: ui.LookPast, Side: cmp.Or(scene.Side, rules.Red)}
		return dispatch.Reply{Message: h.withWays(ctx, c, m, past)}, nil
	}
	key := replay.Key{Match: m.ID, View: render.ViewOf(scene.Side), Theme: scene.Theme}
	drawn, err := h.Replays.Of(ctx, c.Actor.ID, key, &m.Game)
	if errors.Is(err, replay.ErrComing) {
		return dispatch.InPrivate(c.T.Text(msgReplayComing, nil)), nil
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	picture := h.View.Picture(c.T, scene)
	picture.Alt, picture.Moving = turns.ReplayAlt(c.T, &m.Game, picture.Alt), true
	picture.Draw = func(w io.Writer) error { _, err := w.Write(drawn); return err }
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgReplay, nil), Picture: picture}}, nil
}
