package text

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/rules/match"
)

// A line on a public board and its private form, with what may follow it; a label in a private list. When is a date
// and a time, Time a length, as in “29 hours”.
var (
	msgIsAway = i18n.Message{ID: "vacation.away", Other: "{{.Player}} is on vacation until {{.When}}."}
	msgSpared = i18n.Message{ID: "vacation.spared",
		Other: "It began automatically; {{.Time}} more can follow."}
	msgSparedLast = i18n.Message{ID: "vacation.sparedlast",
		Other: "It began automatically; no more can follow."}
	msgYouAway  = i18n.Message{ID: "vacation.youaway", Other: "You're on vacation until {{.When}}."}
	msgAwayLine = i18n.Message{ID: "games.vacation", Other: "on vacation until {{.When}}"}
)

// absences says which players of m are on vacation, as of its last event; "" for none.
func absences(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	var lines []string
	for _, p := range m.Players.Both() {
		away := m.Clock.Reserves.Of(m.ColorOf(p))
		if !away.IsAway(m.Changed) {
			continue
		}
		form := i18n.Either(p == reader, msgYouAway, msgIsAway)
		line := t.Text(form, i18n.Args{"Player": Mention(t, p), "When": Moment(away.AwayUntil)})
		if left, spared := b.Spared[p]; spared {
			form = i18n.Either(left < time.Hour, msgSparedLast, msgSpared)
			line += " " + t.Text(form, i18n.Args{"Time": Duration(t, left)})
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// AwayUntil says in a list that an opponent is on vacation.
func AwayUntil(t i18n.Printer, until time.Time) string {
	return t.Text(msgAwayLine, i18n.Args{"When": Moment(until)})
}

// OnVacation tells a player that they are on vacation.
func OnVacation(t i18n.Printer, until time.Time) string {
	return t.Text(msgYouAway, i18n.Args{"When": Moment(until)})
}
