package text

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// A line above a board when a match stops soon. Stake is a sentence that says what this brings.
var (
	msgStallNear = i18n.Message{ID: "board.stall",
		One:   "**The game stops in {{.N}} turn** unless a ship is expelled. {{.Stake}}",
		Other: "**The game stops in {{.N}} turns** unless a ship is expelled. {{.Stake}}"}
)

// Lines above a board about the offer to stop: for the player who is asked, for the one who made it; then what became
// of it. Stake is a sentence that says what it brings.
var (
	msgOfferToYou = i18n.Message{ID: "offer.toyou",
		Other: "**{{.By}} offers to stop here.** {{.Stake}}"}
	msgOfferByYou = i18n.Message{ID: "offer.byyou",
		Other: "**You've asked {{.To}} to stop here.** {{.Stake}}"}
	msgRefused     = i18n.Message{ID: "offer.refused", Other: "{{.To}} would rather play on."}
	msgYouRefused  = i18n.Message{ID: "offer.yourefused", Other: "You chose to play on."}
	msgWithdrew    = i18n.Message{ID: "offer.withdrawn", Other: "{{.By}} withdrew the offer to stop."}
	msgYouWithdrew = i18n.Message{ID: "offer.youwithdrew",
		Other: "You withdrew your offer to stop."}
	msgSpent = i18n.Message{ID: "offer.spent",
		Other: "Each side's offer to stop was refused or withdrawn; the game goes on."}
)

// The private question before somebody offers to stop, or accepts that. Stake is a sentence that says what it brings.
var (
	msgMayStop = i18n.Message{ID: "stop.ask",
		Other: "Ask {{.Other}} to stop here? {{.Stake}}"}
	msgMayAccept = i18n.Message{ID: "stop.askaccept",
		Other: "Stop the game against {{.Other}} here, as offered? {{.Stake}}"}
)

// Stake returns what both players of m would get if it ended now without a victory (rules 5.4). It addresses reader as
// "you".
func Stake(t i18n.Printer, m *match.Match, reader match.PlayerID) turns.Stake {
	p := m.Game.Position()
	return turns.Stake{Winner: Mention(t, m.Players.Of(p.SemiWinner())), Reader: Mention(t, reader)}
}

// warnedOfStall is the number of turns before a stall from which everybody is warned. With a short limit, it is a
// quarter of the limit.
const warnedOfStall = 10

// stalling warns of a near stall (rules 5.2). To a reader who looks at the board privately, it also says who would get
// the semi-victory, unless an offer says so or nothing can be expelled yet. Otherwise it returns "".
func stalling(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	near := StallNear(t, m, reader)
	if near != "" || reader == "" || m.Offers[match.ToStop].IsOpen() || tooEarly(&m.Game) {
		return near
	}
	return Stake(t, m, reader).Now(t)
}

// tooEarly reports whether no ship has been expelled in g, and none can be with the next turn.
func tooEarly(g *rules.Game) bool {
	p := g.Position()
	return g.Ply() == p.Quiet() && !slices.ContainsFunc(p.AppendTurns(nil), rules.Turn.Expels)
}

// StallNear warns reader of a near stall (rules 5.2), or "" if none is near.
func StallNear(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	p, limit := m.Game.Position(), int(m.Game.Limit())
	left := limit - p.Quiet()
	if limit == 0 || left > min(warnedOfStall, max(1, limit/4)) {
		return ""
	}
	return t.Text(msgStallNear, i18n.Args{"N": left, "Stake": Stake(t, m, reader).Then(t)})
}

// MayStop asks reader, who plays m against other, whether to offer to stop or to accept that offer, and says what both
// would get.
func MayStop(t i18n.Printer, m *match.Match, reader match.PlayerID, other string) string {
	form := i18n.Either(m.Offers[match.ToStop].IsOpen(), msgMayAccept, msgMayStop)
	return t.Text(form, i18n.Args{"Other": other, "Stake": Stake(t, m, reader).Now(t)})
}
