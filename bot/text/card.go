package text

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgCard = i18n.Message{ID: "card.to", Other: "**{{.By}} challenges {{.To}} to MAD**"}
	msgOpen = i18n.Message{ID: "card.open", Other: "**{{.By}} challenges anyone here to MAD**"}
	msgWait = i18n.Message{ID: "card.wait",
		Other: "The challenge waits for {{.To}} until {{.Until}}. New to it? `/help` " +
			"has the rules in short."}
	msgWaitAny = i18n.Message{ID: "card.waitany",
		Other: "Open until {{.Until}}: the first to accept plays. New to it? `/help` has the rules in short."}
	msgDeclined = i18n.Message{ID: "card.declined",
		Other: "**{{.To}} declined {{.By}}'s challenge.** Another time, perhaps."}
	msgWithdrawn = i18n.Message{ID: "card.withdrawn",
		Other: "**{{.By}} withdrew the challenge to {{.To}}.**"}
	msgWithdrawnAny = i18n.Message{ID: "card.withdrawnany",
		Other: "**{{.By}} withdrew the challenge to anyone here.**"}

	msgExpired = i18n.Message{ID: "card.expired",
		Other: "**{{.By}}'s challenge to {{.To}} expired.** It waited {{.Life}} for an answer."}
	msgExpiredAny = i18n.Message{ID: "card.expiredany",
		Other: "**{{.By}}'s challenge to anyone here expired.** Nobody accepted it within {{.Life}}."}

	msgSideRandom = i18n.Message{ID: "terms.random", Other: "random sides"}
	msgSideTaken  = i18n.Message{ID: "terms.side", Other: "{{.By}} plays {{.Side}}"}
	msgPositioned = i18n.Message{ID: "terms.positioning", Other: "positioning turn"}
	msgStraight   = i18n.Message{ID: "terms.straight", Other: "no positioning turn"}
	msgStall      = i18n.Message{ID: "terms.stall", One: "stops after {{.N}} quiet turn",
		Other: "stops after {{.N}} quiet turns"}
)

// card says what a challenge is about, or what became of it.
func card(t i18n.Printer, m *match.Match) string {
	args := i18n.Args{"By": Mention(m.Challenger), "To": Mention(m.Opponent),
		"Until": moment(m.Created.Add(match.ChallengeLife)), "Life": span(t, match.ChallengeLife)}
	lead, rest := cardForms(m)
	lines := []string{t.Text(lead, args), termsWords(t, m)}
	if m.Status == match.Proposed {
		lines = append(lines, small(t.Text(rest, args)))
	}
	return strings.Join(lines, "\n")
}

// cardForms returns what a card begins with and, while it waits, what it ends with.
func cardForms(m *match.Match) (lead, rest i18n.Message) {
	anyone := m.Opponent == ""
	switch {
	case m.Status == match.Declined:
		return msgDeclined, rest
	case m.Status == match.Withdrawn && anyone:
		return msgWithdrawnAny, rest
	case m.Status == match.Withdrawn:
		return msgWithdrawn, rest
	case m.Status == match.Expired && anyone:
		return msgExpiredAny, rest
	case m.Status == match.Expired:
		return msgExpired, rest
	case anyone:
		return msgOpen, msgWaitAny
	}
	return msgCard, msgWait
}

func termsWords(t i18n.Printer, m *match.Match) string {
	o := m.Terms.Options
	parts := []string{o.Board.String()}
	switch m.Terms.Side {
	case match.RandomSide:
		parts = append(parts, t.Text(msgSideRandom, nil))
	default:
		side := rules.Red
		if m.Terms.Side == match.PlayBlue {
			side = rules.Blue
		}
		parts = append(parts, t.Text(msgSideTaken,
			i18n.Args{"By": Mention(m.Challenger), "Side": turns.Side(t, side)}))
	}
	parts = append(parts, paceWords(t, m.Terms.Pace), positioningWords(t, o))
	if stall := stallWords(t, o); stall != "" {
		parts = append(parts, stall)
	}
	return strings.Join(parts, " · ")
}

func positioningWords(t i18n.Printer, o rules.Options) string {
	if o.Positioning {
		return t.Text(msgPositioned, nil)
	}
	return t.Text(msgStraight, nil)
}

// stallWords says after how many quiet turns a game stops; "" when it does not.
func stallWords(t i18n.Printer, o rules.Options) string {
	if o.StallLimit == 0 {
		return ""
	}
	return t.Text(msgStall, i18n.Args{"N": int(o.StallLimit)})
}
