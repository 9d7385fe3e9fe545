package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Labels in the list of terms of a challenge, separated by dots: “6x4 · random sides · 3 days per turn, bank 3
// days, grace 2 days · 3 hints each”. Pace is one of terms.pace, terms.nobank and terms.noclock; Grace is a
// length, as in “2 days”.
var (
	msgSideRandom = i18n.Message{ID: "terms.random", Other: "random sides"}
	msgSideTaken  = i18n.Message{ID: "terms.side", Other: "{{.By}} plays {{.Side}}"}
	msgPositioned = i18n.Message{ID: "terms.positioning", Other: "positioning turn"}
	msgStraight   = i18n.Message{ID: "terms.straight", Other: "no positioning turn"}
	msgStall      = i18n.Message{ID: "terms.stall", One: "stops after {{.N}} quiet turn",
		Other: "stops after {{.N}} quiet turns"}

	msgGrace       = i18n.Message{ID: "terms.grace", Other: "{{.Pace}}, grace {{.Grace}}"}
	msgNoHints     = i18n.Message{ID: "terms.nohints", Other: "no hints"}
	msgHintLimit   = i18n.Message{ID: "terms.hints", One: "{{.N}} hint each", Other: "{{.N}} hints each"}
	msgAnyHints    = i18n.Message{ID: "terms.anyhints", Other: "unlimited hints"}
	msgTakebacks   = i18n.Message{ID: "terms.takebacks", Other: "takebacks allowed"}
	msgNoTakebacks = i18n.Message{ID: "terms.notakebacks", Other: "no takebacks"}
)

// Terms says on which terms a challenge is made.
func Terms(t i18n.Printer, m *match.Match) string {
	terms := m.Terms
	return turns.Joined(labelGoesOn, terms.Options.Board.String(), sidesWords(t, m), PaceWords(t, terms),
		HintWords(t, terms.Hints), TakebackWords(t, terms), PositioningWords(t, terms.Options),
		stallWords(t, terms.Options))
}

// sidesWords says who plays which side.
func sidesWords(t i18n.Printer, m *match.Match) string {
	side := rules.Red
	switch m.Terms.Side {
	case match.RandomSide:
		return t.Text(msgSideRandom, nil)
	case match.PlayBlue:
		side = rules.Blue
	}
	return t.Text(msgSideTaken, i18n.Args{"By": Mention(m.Challenger), "Side": turns.Side(t, side)})
}

// PaceWords says how much time there is, and how much after it.
func PaceWords(t i18n.Printer, terms match.Terms) string {
	words := paceWords(t, terms.Pace)
	if !terms.Pace.HasClock() || terms.Grace == 0 {
		return words
	}
	return t.Text(msgGrace, i18n.Args{"Pace": words, "Grace": span(t, terms.Grace)})
}

// HintWords says how many hints there are.
func HintWords(t i18n.Printer, limit match.HintLimit) string {
	switch n, limited := limit.Max(); {
	case !limited:
		return t.Text(msgAnyHints, nil)
	case n == 0:
		return t.Text(msgNoHints, nil)
	default:
		return t.Text(msgHintLimit, i18n.Args{"N": n})
	}
}

// TakebackWords says whether turns can be taken back.
func TakebackWords(t i18n.Printer, terms match.Terms) string {
	return t.Text(i18n.Either(terms.NoTakebacks, msgNoTakebacks, msgTakebacks), nil)
}

// PositioningWords says whether the first turns rearrange the fleets.
func PositioningWords(t i18n.Printer, o rules.Options) string {
	return t.Text(i18n.Either(o.Positioning, msgPositioned, msgStraight), nil)
}

// stallWords says after how many quiet turns a game stops; "" when it does not.
func stallWords(t i18n.Printer, o rules.Options) string {
	if o.StallLimit == 0 {
		return ""
	}
	return t.Text(msgStall, i18n.Args{"N": int(o.StallLimit)})
}
