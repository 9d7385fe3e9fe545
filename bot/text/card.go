package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// A challenge, which everybody in the channel reads: its first line and the small one at its end, between which
// the terms stand.
var (
	msgCard = i18n.Message{ID: "card.to", Other: "**{{.By}} challenges {{.To}} to MAD**: exile the enemy corvette"}
	msgOpen = i18n.Message{ID: "card.open", Other: "**{{.By}} challenges anyone here to MAD**: exile the enemy corvette"}
	msgWait = i18n.Message{ID: "card.wait",
		Other: "Open until {{.Until}}."}
	msgWaitAny = i18n.Message{ID: "card.waitany",
		Other: "Open until {{.Until}}: the first to accept plays."}
	msgWaitAgain = i18n.Message{ID: "card.waitagain",
		Other: "Open again until {{.Until}}, because somebody took it and left before playing."}
)

// What became of a challenge, in the place of its first line. Life is how long it waited, as in “7 days”.
var (
	msgDeclined = i18n.Message{ID: "card.declined",
		Other: "**{{.To}} declined {{.By}}'s challenge.** Another time, perhaps."}
	msgCountered = i18n.Message{ID: "card.countered",
		Other: "**{{.To}} answered {{.By}}'s challenge with other terms.**"}
	msgWithdrawn = i18n.Message{ID: "card.withdrawn",
		Other: "**{{.By}} withdrew the challenge to {{.To}}.**"}
	msgWithdrawnAny = i18n.Message{ID: "card.withdrawnany",
		Other: "**{{.By}} withdrew the challenge to anyone here.**"}

	msgExpired = i18n.Message{ID: "card.expired",
		Other: "**{{.By}}'s challenge to {{.To}} expired.** No answer in {{.Life}}."}
	msgExpiredAny = i18n.Message{ID: "card.expiredany",
		Other: "**{{.By}}'s challenge to anyone here expired.** No answer in {{.Life}}."}
)

func card(t i18n.Printer, m *match.Match, b Background) string {
	args := i18n.Args{"By": Mention(t, m.Challenger), "To": Mention(t, m.Opponent),
		"Until": Moment(m.Created.Add(match.ChallengeLife)), "Life": Length(t, match.ChallengeLife)}
	lead, rest := cardForms(m)
	if b.Countered {
		lead = msgCountered
	}
	lines := []string{t.Text(lead, args), Terms(t, m)}
	if m.Status == match.Proposed {
		if b.Habits != nil {
			lines = append(lines, Habits(t, b.Of, *b.Habits))
		}
		lines = append(lines, stakes(t, m, b.Stakes), small(t.Text(rest, args)))
	}
	return turns.Joined("\n", lines...)
}

// cardForms returns the first line of a card and, while the challenge is open, the last one.
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
	case anyone && m.Past.Reopens != "":
		return msgOpen, msgWaitAgain
	case anyone:
		return msgOpen, msgWaitAny
	}
	return msgCard, msgWait
}
