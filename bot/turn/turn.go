// Package turn is the room for playing a turn: /play, which opens the panel, and /move, where the turn is typed.
package turn

import (
	"maps"

	"madbot/bot/dispatch"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// Handlers answers the commands and controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
}

// Commands returns /play and /move.
func (h *Handlers) Commands() []dispatch.Command {
	complete := h.Pick.Complete(show.Playing())
	moving := maps.Clone(complete)
	moving["turn"] = h.completeTurn
	return []dispatch.Command{
		{Spec: dispatch.Spec("play", "Play your turn by tapping the board; only you see it", show.Option()),
			Run: h.open(), Prompt: true, Complete: complete},
		{Spec: dispatch.Spec("move", "Play your turn",
			show.TextOption("turn", "Such as 211-c4, 112=221, 112>121>211 or pass; I suggest as you type", true),
			show.Option()),
			Run: h.move(), Complete: moving},
	}
}

func (h *Handlers) open() dispatch.Handler {
	return h.Pick.Handler(ui.OpenPanel, show.OnTurn(), h.Pick.WithMatch(h.Live.Open))
}

func (h *Handlers) move() dispatch.Handler { return h.Pick.Handler(ui.Move, show.OnTurn(), h.moveIn) }

// Controls returns the controls of the panel, of the form to type a turn in, and of the answers to a turn.
func (h *Handlers) Controls() dispatch.Controls {
	prompts := h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{ui.Tap: h.tap, ui.SubmitTurn: h.submitTurn})
	prompts[ui.OpenPanel] = dispatch.Component{Run: h.open(), Inline: true}
	prompts[ui.TypeTurn] = dispatch.Component{Run: typeTurn, Inline: true}
	prompts[ui.Next] = dispatch.Component{Run: h.next, Inline: true}
	return dispatch.Join(prompts.Prompts(),
		h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{ui.ConfirmLoss: h.confirmLoss}),
		dispatch.Controls{ui.Move: {Run: h.move(), Inline: true}})
}
