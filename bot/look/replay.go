package look

import (
	"cmp"
	"context"
	"errors"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
)

// The private replies to the replay button of a result.
var (
	msgReplay = i18n.Message{ID: "replay.text",
		Other: "The game from its first turn to its last."}
	msgReplayComing = i18n.Message{ID: "replay.coming", Other: "This replay is on its way to you."}
)

// replay shows the caller the animated match from their side.
func (h *Handlers) replay(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !show.HasReplay(&m.Match) {
		return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	scene := h.View.Scene(ctx, c, &m)
	if h.View.Settings(ctx, c).NoPictures { // show it turn by turn in words instead
		past := ui.LookArg{What: ui.LookPast, Side: cmp.Or(scene.Side, rules.Red)}
		return dispatch.Reply{Message: h.withWays(ctx, c, m, past)}, nil
	}
	msg, err := h.replayScene(ctx, c, &m, scene)
	if err != nil {
		return dispatch.Reply{}, err
	}
	msg.Text = c.T.Text(msgReplay, nil)
	if scene.Reader != rules.NoColor {
		msg.Rows = ui.Buttons(show.Post(c.T, ui.PostReplay, &m, play.SharedReplay)...)
	}
	return dispatch.Reply{Message: msg}, nil
}

// replayScene returns the animated replay of the finished match m, in the language of c.
func (h *Handlers) replayScene(ctx context.Context, c *dispatch.Call, m *play.Match, s show.Scene) (ui.Message, error) {
	key := replayKey{Match: m.ID, View: render.ViewOf(s.Side), Theme: s.Theme}
	drawn, err := h.Replays.Of(ctx, c.Actor.ID, key, &m.Game)
	if errors.Is(err, errComing) {
		err = text.Refuse(msgReplayComing, nil)
	}
	if err != nil {
		return ui.Message{}, err
	}
	picture := h.View.Picture(c.T, s)
	picture.Alt, picture.Animated = turns.ReplayAlt(c.T, &m.Game, picture.Alt), true
	picture.Draw = func(w io.Writer) error { _, err := w.Write(drawn); return err }
	return ui.Message{Picture: picture}, nil
}

// postReplay posts the animated match for everybody, once.
func (h *Handlers) postReplay(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !show.HasReplay(&m.Match) {
		return dispatch.Reply{Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	public := *c
	public.T = h.View.Catalog.Printer(m.Venue.Locale)
	msg, err := h.replayScene(ctx, &public, &m, show.Scene{Game: m.Game})
	if err != nil {
		return dispatch.Reply{}, err
	}
	msg.Block, msg.Text = true, text.Shared(public.T, &m.Match)
	if play.IsReviewable(&m.Match) {
		msg.Rows = ui.Buttons(show.Review(public.T, &m.Match))
	}
	return h.Pick.Share(ctx, c, &m, play.SharedReplay, dispatch.Reply{Kind: dispatch.Silence, Post: &msg})
}
