// Package look is the room for looking at matches without changing them: /board, /games, /match, the log, replays, and
// other views of a board.
package look

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Handlers answers the commands and controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Replays *Replays
	People  *show.Names
}

var msgNoneShown = i18n.Message{ID: "show.none",
	Other: "I find no game in that message, or one without anything left to look at. `/games` lists yours."}

// Commands returns /board, /games, /match and the command that shows the match of a message.
func (h *Handlers) Commands() []dispatch.Command {
	complete := h.Pick.Complete(show.Open())
	match := dispatch.Spec("match", "More about a game", &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionSubCommand, Name: "log", // the only one
		Description: "All that happened in a game; only you see it",
		Options:     []*discordgo.ApplicationCommandOption{show.Option()}})
	return []dispatch.Command{
		{Spec: dispatch.Spec("board", "See the board from your side; only you see it", show.Option()),
			Run: h.orLast(h.board(), h.Pick.WithMatch(h.showBoard)), Complete: complete},
		{Spec: dispatch.Spec("games", "List your games and challenges; only you see it"), Run: h.listGames},
		{Spec: match, Run: h.orLast(h.Pick.Handler(ui.Log, show.Open(), h.showLog), h.showLog), Complete: complete},
		{Spec: dispatch.MenuSpec(discordgo.MessageApplicationCommand, "Show this game"), Run: h.showMatch},
	}
}

// Controls returns the controls that show a match, and the one that moves it to this channel.
func (h *Handlers) Controls() dispatch.Controls {
	look := h.Pick.WithMatch(h.look)
	return dispatch.Join(
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
			ui.PostReplay: h.Pick.WithMatch(h.postReplay),
			ui.Look:       look, ui.More: look, ui.MoveHere: h.moveHere, ui.Log: h.showLog}),
		dispatch.Controls{
			ui.Board:  {Run: h.board(), Inline: true},
			ui.Replay: {Run: h.Pick.Handler(ui.Replay, show.Open(), h.Pick.WithMatch(h.replay))},
			ui.Games:  {Run: h.listGames, Inline: true},
		})
}

func (h *Handlers) board() dispatch.Handler {
	return h.Pick.Handler(ui.Board, show.Open(), h.Pick.WithMatch(h.showBoard))
}

// showMatch shows the match of a message from its context menu.
func (h *Handlers) showMatch(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	for _, id := range c.TargetControls {
		if id.Match != "" {
			return h.Pick.Run(ctx, c, id.Match, h.Pick.WithMatch(h.showBoard))
		}
	}
	return dispatch.Reply{}, text.Refuse(msgNoneShown, nil)
}

// orLast replies with run or, if the caller has no open match, with last for the match that ended last.
func (h *Handlers) orLast(run dispatch.Handler, last show.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		reply, err := run(ctx, c)
		if !errors.Is(err, text.ErrNoMatch) {
			return reply, err
		}
		ended, lost := h.Service.Recent(ctx, c.Actor.ID, 1)
		switch {
		case lost != nil:
			return dispatch.Reply{}, lost
		case len(ended) == 0:
			return dispatch.Reply{}, err
		}
		return h.Pick.Run(ctx, c, ended[0].ID, last)
	}
}

func (h *Handlers) showBoard(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	return dispatch.Reply{Kind: show.ReplyKind(c), Message: h.View.WithKept(ctx, c, &m, h.View.PrivateBoard(ctx, c, m, ""), true)}, nil
}
