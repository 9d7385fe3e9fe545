package bot

import (
	"context"
	"errors"
	"io"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/replay"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// The replay of a match that is over: a button under its result, and private answers to who presses it.
var (
	msgReplayButton = i18n.Message{ID: "button.replay", Other: "Replay"}
	msgReplay       = i18n.Message{ID: "replay.text",
		Other: "The match from its first turn to its last."}
	msgReplayComing = i18n.Message{ID: "replay.coming", Other: "This replay is on its way to you."}
)

// board shows a match to the caller, from their side.
func (h *handlers) board() dispatch.Command {
	show := h.about("board", h.looking(h.showBoard), isOpen)
	return dispatch.Command{
		Spec: dispatch.Spec("board", "See the board from your side; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run:      h.orLast(show, h.viewing(h.showBoard)),
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isOpen)},
		Components: map[string]dispatch.Component{
			"board":  {Run: show, Inline: true},
			lookVerb: {Run: h.about(lookVerb, h.looking(h.lookAt), isOpen), Inline: true},
			moreVerb: {Run: h.about(moreVerb, h.looking(h.lookAt), isOpen), Inline: true},
			"replay": {Run: h.about("replay", h.viewing(h.replay), isOpen)},
			homeVerb: {Run: h.about(homeVerb, h.rehome, isOpen), Inline: true},
		},
	}
}

var msgNoneShown = i18n.Message{ID: "show.none", Other: "I find no match in that message, or one without anything left to look at. `/games` lists yours."}

// showMatch shows the match of a message from its context menu.
func (h *handlers) showMatch() dispatch.Command {
	return dispatch.Command{Spec: dispatch.MenuSpec(discord.MessageCommand, "Show this match"),
		Run: func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
			for _, id := range c.Shown {
				if id.Match == "" {
					continue
				}
				a, err := h.looking(h.showBoard)(ctx, c, id.Match)
				return h.warn(c, a), err
			}
			return dispatch.Reply{}, text.Refuse(msgNoneShown, nil)
		}}
}

// orLast is show, or last for the match that ended last when the caller has no open one.
func (h *handlers) orLast(show dispatch.Handler, last matchHandler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		reply, err := show(ctx, c)
		if !errors.Is(err, text.ErrNoMatch) {
			return reply, err
		}
		ended, lost := h.service.Recent(ctx, c.Actor.ID, 1)
		switch {
		case lost != nil:
			return dispatch.Reply{}, lost
		case len(ended) == 0:
			return dispatch.Reply{}, err
		}
		a, err := last(ctx, c, ended[0].ID)
		return h.warn(c, a), err
	}
}

func (h *handlers) showBoard(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return dispatch.Reply{Kind: settle(c), Message: h.withKept(ctx, c, &m, h.show(ctx, c, m, ""), true)}, nil
}

// replayButtons lead to the replay of m, if there is one.
func replayButtons(t i18n.Printer, m *match.Match) []ui.Button {
	if !replay.Has(m) {
		return nil
	}
	return []ui.Button{{ID: stateID("replay", m, ""), Label: t.Text(msgReplayButton, nil)}}
}

// replay shows the whole match in motion to the caller, from their side.
func (h *handlers) replay(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !replay.Has(&m.Match) {
		return dispatch.Reply{Message: h.show(ctx, c, m, "")}, nil
	}
	view := h.sight(ctx, c, &m)
	if h.settings(ctx, c).NoPictures { // turn by turn instead, in words
		return dispatch.Reply{Message: h.lookedAt(ctx, c, m, look{lookPast, 0, sideOf(&m.Match, c.Actor.ID)})}, nil
	}
	key := replay.Key{Match: m.ID, View: render.ViewOf(view.side), Theme: view.theme}
	drawn, err := h.replays.Of(ctx, c.Actor.ID, key, &m.Game)
	if errors.Is(err, replay.ErrComing) {
		return dispatch.InPrivate(c.T.Text(msgReplayComing, nil)), nil
	}
	if err != nil {
		return dispatch.Reply{}, err
	}
	picture := h.picture(c.T, view)
	picture.Alt, picture.Moving = turns.ReplayAlt(c.T, &m.Game, picture.Alt), true
	picture.Draw = func(w io.Writer) error { _, err := w.Write(drawn); return err }
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgReplay, nil), Picture: picture}}, nil
}
