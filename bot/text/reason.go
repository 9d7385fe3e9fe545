package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/reason"
)

var (
	msgWhyOnly = i18n.Message{ID: "reason.only", Other: "is the only legal turn"}
	msgWhyFree = i18n.Message{ID: "reason.free",
		Other: "expels {{.Side}} {{.Ship}} at no cost"}
	msgWhyExpels = i18n.Message{ID: "reason.expels",
		Other: "expels {{.Side}} {{.Ship}} in an exchange that is at least even"}
	msgWhyCorvette = i18n.Message{ID: "reason.corvette", Other: "takes your corvette out of danger"}
	msgWhySaves    = i18n.Message{ID: "reason.saves", Other: "saves your {{.Ship}}"}
	msgWhyRecalls  = i18n.Message{ID: "reason.recalls", Other: "brings your {{.Ship}} back from exile"}
	msgWhyThreat   = i18n.Message{ID: "reason.threat", Other: "threatens to expel {{.Side}} {{.Ship}}"}
	msgWhyPrepares = i18n.Message{ID: "reason.prepares", Other: "prepares a bonus with {{.Ship}}"}
	msgWhyBonus    = i18n.Message{ID: "reason.bonus", Other: "earns a bonus with {{.Ship}}"}
	msgWhyCount    = i18n.Message{ID: "reason.count",
		Other: "keeps the distance between the corvettes in your favour"}
	msgWhyStall = i18n.Message{ID: "reason.stall",
		Other: "leaves you the semi-victory if no more ships are expelled"}

	msgProvenWin = i18n.Message{ID: "proof.win", One: "Proven: this turn wins.",
		Other: "Proven: it wins by force, in at most {{.N}} of your turns."}
	msgProvenSemi = i18n.Message{ID: "proof.semi",
		Other: "Proven: it brings you at least a semi-victory."}
	msgProvenSemiLoss = i18n.Message{ID: "proof.semiloss",
		Other: "Proven: whatever you play, the other side can force at least a semi-victory."}
	msgProvenLoss = i18n.Message{ID: "proof.loss",
		One:   "Proven: whatever you play, the other side can expel your corvette next.",
		Other: "Proven: every turn loses by force; this one holds out for {{.N}} of your turns."}

	msgWinsToo     = i18n.Message{ID: "proof.too.win", Other: "wins by force as well"}
	msgSemiToo     = i18n.Message{ID: "proof.too.semi", Other: "brings the semi-victory by force"}
	msgSemiLossToo = i18n.Message{ID: "proof.too.semiloss",
		Other: "leaves the other side a semi-victory by force"}
	msgLosesToo = i18n.Message{ID: "proof.too.loss", Other: "loses by force"}
)

// reasonWords says what speaks for a turn against the side enemy, the first n reasons.
func reasonWords(t i18n.Printer, enemy rules.Color, reasons []reason.Reason, n int) []string {
	var words []string
	for _, r := range reasons[:min(len(reasons), n)] {
		words = append(words, t.Text(reasonText(r.Kind),
			i18n.Args{"Ship": r.Ship, "Side": turns.Side(t, enemy)}))
	}
	return words
}

// reasonText returns the words for a kind of reason, which follow "it", the turn.
func reasonText(k reason.Kind) i18n.Message {
	switch k {
	case reason.OnlyTurn:
		return msgWhyOnly
	case reason.ExpelsForFree:
		return msgWhyFree
	case reason.Expels:
		return msgWhyExpels
	case reason.SavesCorvette:
		return msgWhyCorvette
	case reason.Saves:
		return msgWhySaves
	case reason.Recalls:
		return msgWhyRecalls
	case reason.Threatens:
		return msgWhyThreat
	case reason.PreparesBonus:
		return msgWhyPrepares
	case reason.EarnsBonus:
		return msgWhyBonus
	case reason.KeepsOpposition:
		return msgWhyCount
	}
	return msgWhyStall
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

func briefProof(p play.Proof) i18n.Message {
	switch p {
	case play.WinProven:
		return msgWinsToo
	case play.SemiWinProven:
		return msgSemiToo
	case play.SemiLossProven:
		return msgSemiLossToo
	}
	return msgLosesToo
}
