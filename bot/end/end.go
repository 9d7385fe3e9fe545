// Package end is the room for ending a match and for what players ask of each other: offers, takebacks, overdue time,
// /stop and /resign.
package end

import (
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

// Commands returns /stop and /resign.
func (h *Handlers) Commands() []dispatch.Command {
	complete := h.Pick.Complete(show.Playing())
	return []dispatch.Command{
		{Spec: dispatch.Spec("stop", "Offer to stop a game, or answer an offer; I ask you to confirm",
			show.Option()), Run: h.Pick.Handler(ui.AskStop, show.Playing(), h.Pick.WithMatch(h.askStop)), Complete: complete},
		{Spec: dispatch.Spec("resign", "Give up a game; I ask you to confirm", show.Option()),
			Run: h.Pick.Handler(ui.AskResign, show.Playing(), h.Pick.WithMatch(h.askResign)), Complete: complete},
	}
}

// Controls returns the controls of offers, of the clock and of ending a match.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Join(
		h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{ui.TakeBack: h.takeBack}).Prompts(),
		h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{
			ui.AskStop: h.Pick.WithMatch(h.askStop), ui.AskCallOff: h.Pick.WithMatch(h.askCallOff),
			ui.MakeOffer: h.offer, ui.WithdrawOffer: h.withdrawOffer,
			ui.AnswerOffer: h.answerOffer, ui.ResumeClock: h.resumeClock,
			ui.AskResign: h.Pick.WithMatch(h.askResign), ui.GiveUp: h.giveUp,
			ui.Claim: h.claim, ui.CallOff: h.callOff, ui.GiveDay: h.giveTime,
			ui.Summon: h.summon}))
}
