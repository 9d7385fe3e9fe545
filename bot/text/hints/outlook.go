package hints

import (
	"math"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
)

// What is proven of the best turn.
var (
	msgProvenWin = i18n.Message{ID: "proof.win", One: "Proven: this turn wins.",
		Other: "Proven: it wins by force, in at most {{.N}} of your turns."}
	msgProvenSemi = i18n.Message{ID: "proof.semi",
		Other: "Proven: it brings you at least a semi-victory."}
	msgProvenSemiLoss = i18n.Message{ID: "proof.semiloss",
		Other: "Proven: whatever you play, the other side can force at least a semi-victory."}
	msgProvenLoss = i18n.Message{ID: "proof.loss",
		One:   "Proven: whatever you play, the other side can expel your corvette next.",
		Other: "Proven: every turn loses by force; this one holds out for {{.N}} of your turns."}
)

// Who is ahead after the best turn, in ships.
var (
	msgFarAhead      = i18n.Message{ID: "worth.farahead", Other: "With it you are far ahead."}
	msgCruiserUp     = i18n.Message{ID: "worth.cruiserahead", Other: "With it you are about a cruiser ahead."}
	msgDestroyerUp   = i18n.Message{ID: "worth.destroyerahead", Other: "With it you are about a destroyer ahead."}
	msgFrigateUp     = i18n.Message{ID: "worth.frigateahead", Other: "With it you are about a frigate ahead."}
	msgBitAhead      = i18n.Message{ID: "worth.bitahead", Other: "With it you are a little ahead, by less than a frigate."}
	msgEven          = i18n.Message{ID: "worth.even", Other: "With it the match is about even."}
	msgBitBehind     = i18n.Message{ID: "worth.bitbehind", Other: "Even so you are a little behind, by less than a frigate."}
	msgFrigateLess   = i18n.Message{ID: "worth.frigatebehind", Other: "Even so you are about a frigate behind."}
	msgDestroyerLess = i18n.Message{ID: "worth.destroyerbehind", Other: "Even so you are about a destroyer behind."}
	msgCruiserLess   = i18n.Message{ID: "worth.cruiserbehind", Other: "Even so you are about a cruiser behind."}
	msgFarBehind     = i18n.Message{ID: "worth.farbehind", Other: "Even so you are far behind."}

	msgStallCount = i18n.Message{ID: "worth.stall",
		One:   "If nothing more is expelled, {{.Side}} has the semi-victory: 1 quiet turn is left.",
		Other: "If nothing more is expelled, {{.Side}} has the semi-victory: {{.N}} quiet turns are left."}
)

// outlooks are by how far ahead one is at least, in hundredths of a frigate, from far behind on.
var outlooks = []struct {
	lead float64
	form i18n.Message
}{
	{560, msgFarAhead}, {280, msgCruiserUp}, {140, msgDestroyerUp}, {75, msgFrigateUp}, {30, msgBitAhead},
	{-30, msgEven}, {-75, msgBitBehind}, {-140, msgFrigateLess}, {-280, msgDestroyerLess}, {-560, msgCruiserLess},
}

// outlook says what is proven of c, or else which side is ahead after it.
func outlook(t i18n.Printer, c play.Candidate) string {
	switch c.Proof {
	case play.WinProven:
		return t.Text(msgProvenWin, i18n.Args{"N": c.Turns})
	case play.SemiWinProven:
		return t.Text(msgProvenSemi, nil)
	case play.SemiLossProven:
		return t.Text(msgProvenSemiLoss, nil)
	case play.LossProven:
		return t.Text(msgProvenLoss, i18n.Args{"N": c.Turns})
	}
	return t.Text(outlookOn(c.Worth), nil)
}

// outlookOn says how a player stands who can expect w.
func outlookOn(w play.Worth) i18n.Message {
	ahead := lead(w)
	for _, one := range outlooks {
		if ahead >= one.lead {
			return one.form
		}
	}
	return msgFarBehind
}

// semiLead is how far ahead one is with whom a semi-victory is expected, in hundredths of a frigate.
const semiLead = 180

// lead returns how far ahead a player is who can expect w, in hundredths of a frigate.
func lead(w play.Worth) float64 {
	return semiLead * math.Log(float64(w/(1-w))) / math.Log(3)
}

// stallNear says who would have the semi-victory if the game of p, before c, went on without an expulsion,
// when at least half of the quiet turns are over; "" before that, and when the stall is not what decides.
func stallNear(t i18n.Printer, p rules.Position, limit rules.StallLimit, c play.Candidate) string {
	p = p.Play(c.Turn)
	left := int(limit) - p.Quiet()
	won := c.Proof == play.WinProven || c.Proof == play.LossProven
	if limit == 0 || won || 2*p.Quiet() < int(limit) || p.Outcome(limit).Over() {
		return ""
	}
	return t.Text(msgStallCount, i18n.Args{"Side": turns.Side(t, p.SemiWinner()), "N": left})
}
