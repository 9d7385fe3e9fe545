package hints

import (
	"math"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
)

// What is proven of the best turn.
var (
	msgProvenNow = i18n.Message{ID: "proof.win.now", Other: "Proven: this turn wins."}
	msgProvenWin = i18n.Message{ID: "proof.win", One: "Proven: it wins by force, in at most {{.N}} of your turns.",
		Other: "Proven: it wins by force, in at most {{.N}} of your turns."}
	msgProvenSemi = i18n.Message{ID: "proof.semi",
		Other: "Proven: it brings you at least a semi-victory."}
	msgProvenSemiLoss = i18n.Message{ID: "proof.semiloss",
		Other: "Proven: whatever you play, the other side can force at least a semi-victory."}
	msgProvenNext = i18n.Message{ID: "proof.loss.next",
		Other: "Proven: whatever you play, the other side can expel your corvette next turn."}
	msgProvenLoss = i18n.Message{ID: "proof.loss",
		One:   "Proven: every turn loses by force; this one holds out for {{.N}} of your turns.",
		Other: "Proven: every turn loses by force; this one holds out for {{.N}} of your turns."}
	msgOwnExile = i18n.Message{ID: "proof.ownexile",
		Other: "It sends your own corvette into exile, and so {{.Side}} wins."}
)

// Who is ahead after the best turn, in ships.
var (
	msgFarAhead    = i18n.Message{ID: "worth.farahead", Other: "You'd be far ahead."}
	msgCruiserUp   = i18n.Message{ID: "worth.cruiserahead", Other: "You'd be about a cruiser up."}
	msgDestroyerUp = i18n.Message{ID: "worth.destroyerahead", Other: "You'd be about a destroyer up."}
	msgFrigateUp   = i18n.Message{ID: "worth.frigateahead", Other: "You'd be about a frigate up."}
	msgBitAhead    = i18n.Message{ID: "worth.bitahead",
		Other: "You'd be slightly up, by less than a frigate."}
	msgEven      = i18n.Message{ID: "worth.even", Other: "The game would be about even."}
	msgBitBehind = i18n.Message{ID: "worth.bitbehind",
		Other: "You'd still be slightly down, by less than a frigate."}
	msgFrigateLess   = i18n.Message{ID: "worth.frigatebehind", Other: "You'd still be about a frigate down."}
	msgDestroyerLess = i18n.Message{ID: "worth.destroyerbehind", Other: "You'd still be about a destroyer down."}
	msgCruiserLess   = i18n.Message{ID: "worth.cruiserbehind", Other: "You'd still be about a cruiser down."}
	msgFarBehind     = i18n.Message{ID: "worth.farbehind", Other: "You'd still be far behind."}

	msgStallCount = i18n.Message{ID: "worth.stall",
		One:   "If nothing more is expelled, {{.Side}} has the semi-victory: {{.N}} turn is left after this one.",
		Other: "If nothing more is expelled, {{.Side}} has the semi-victory: {{.N}} turns are left after this one."}
	msgStallYours = i18n.Message{ID: "worth.stall.yours",
		One:   "If nothing more is expelled, you have the semi-victory: {{.N}} turn is left after this one.",
		Other: "If nothing more is expelled, you have the semi-victory: {{.N}} turns are left after this one."}
)

// The leads from which a player counts as some ship ahead, in hundredths of a frigate: halfway between the values of
// neighbouring ships. A destroyer is worth about 170 and the cruiser 400.
const (
	evenLead      = 30 // less is about even
	frigateLead   = 75
	destroyerLead = 140
	cruiserLead   = 280
	farLead       = 560
)

// mostLead is the largest lead. Beyond it, a match is practically decided and the exact lead is a guess.
const mostLead = 1000

// outlooks are the messages by minimum lead, largest first.
var outlooks = []struct {
	lead float64
	form i18n.Message
}{
	{farLead, msgFarAhead}, {cruiserLead, msgCruiserUp}, {destroyerLead, msgDestroyerUp}, {frigateLead, msgFrigateUp},
	{evenLead, msgBitAhead}, {-evenLead, msgEven}, {-frigateLead, msgBitBehind}, {-destroyerLead, msgFrigateLess},
	{-cruiserLead, msgDestroyerLess}, {-farLead, msgCruiserLess},
}

// prospect says what is proven or who is ahead, and how near the stall is; "" if the reasons already say it.
func prospect(t i18n.Printer, g *rules.Game, best play.Candidate) string {
	p := g.Position()
	after := p.Play(best.Turn)
	near := stallNear(&after, g.Limit(), best)
	var said []string
	if !near || !onlyByStall(&after, best) {
		said = append(said, outlook(t, &p, best))
	}
	if near && !saysStall(best.Reasons) {
		said = append(said, stallText(t, &after, g.Limit()))
	}
	return strings.Join(said, " ")
}

// outlook says what is proven about c in p, or which side is ahead after it.
func outlook(t i18n.Printer, p *rules.Position, c play.Candidate) string {
	if p.LosesAtOnce(c.Turn) {
		return t.Text(msgOwnExile, i18n.Args{"Side": turns.Side(t, p.Side().Other())})
	}
	switch c.Proof {
	case play.WinProven:
		return t.Text(i18n.Either(c.Turns == 1, msgProvenNow, msgProvenWin), i18n.Args{"N": c.Turns})
	case play.SemiWinProven:
		return t.Text(msgProvenSemi, nil)
	case play.SemiLossProven:
		return t.Text(msgProvenSemiLoss, nil)
	case play.LossProven:
		return t.Text(i18n.Either(c.Turns == 1, msgProvenNext, msgProvenLoss), i18n.Args{"N": c.Turns})
	}
	return t.Text(outlookOn(c.Worth), nil)
}

// outlookOn returns the message for a player whose expected score is w.
func outlookOn(w play.Worth) i18n.Message {
	for _, one := range outlooks {
		if lead(w) >= one.lead {
			return one.form
		}
	}
	return msgFarBehind
}

// semiLead is the lead that corresponds to an expected semi-victory, in hundredths of a frigate.
const semiLead = 180

// lead converts an expected score to a lead in hundredths of a frigate.
func lead(w play.Worth) float64 {
	ahead := semiLead * math.Log(float64(w/(1-w))) / math.Log(3)
	return max(-mostLead, min(mostLead, ahead))
}

// stallNear reports whether at least half of the turns before a stall are over after c. It is false if c is a forced
// win or loss, which the stall does not change.
func stallNear(after *rules.Position, limit rules.StallLimit, c play.Candidate) bool {
	won := c.Proof == play.WinProven || c.Proof == play.LossProven
	return limit > 0 && !won && 2*after.Quiet() >= int(limit) && !after.Outcome(limit).Over()
}

// onlyByStall reports whether a side may be ahead after c only because of the stall rule. Expressing that lead in ships
// would be wrong.
func onlyByStall(after *rules.Position, c play.Candidate) bool {
	ahead := lead(c.Worth)
	if after.SemiWinner() == after.Side() { // after c, the other side is to move
		ahead = -ahead
	}
	return c.Proof == play.Unproven && ahead >= evenLead && ahead < semiLead+evenLead
}

// stallText says who gets the semi-victory if nothing more is expelled after a turn.
func stallText(t i18n.Printer, after *rules.Position, limit rules.StallLimit) string {
	winner := after.SemiWinner()
	form := i18n.Either(winner == after.Side(), msgStallCount, msgStallYours)
	return t.Text(form, i18n.Args{"Side": turns.Side(t, winner), "N": int(limit) - after.Quiet()})
}
