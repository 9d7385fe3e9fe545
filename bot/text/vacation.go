package text

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// A line on a public board and its private form, with what may follow it; a label in a private list. When is a date
// and a time, Time a length, as in “29 hours”.
var (
	msgIsAway = i18n.Message{ID: "vacation.away", Other: "{{.Player}} is on vacation until {{.When}}."}
	msgSpared = i18n.Message{ID: "vacation.spared",
		Other: "It began by itself; {{.Time}} more can follow."}
	msgSparedLast = i18n.Message{ID: "vacation.sparedlast",
		Other: "It began by itself; no more can follow."}
	msgYouAway  = i18n.Message{ID: "vacation.youaway", Other: "You're on vacation until {{.When}}."}
	msgAwayLine = i18n.Message{ID: "games.vacation", Other: "on vacation until {{.When}}"}
)

// Lines of `/vacation`, in private. When is a date and a time, From as in “in 3 days”; Time is a length, as in
// “3 days”.
var (
	msgVacationOn = i18n.Message{ID: "vacation.on",
		Other: "**You're on vacation until {{.When}}** ({{.From}}). Time doesn't run against you in games with a " +
			"day or more per turn, and only what can end a game notifies you: the rest waits. It ends when you play " +
			"a turn in a game with a clock against a person, and what's left of it stays yours."}
	msgVacationOff = i18n.Message{ID: "vacation.off",
		Other: "**You're not on vacation.** While you are, time doesn't run against you in games with a day or more " +
			"per turn."}
	msgVacationLate = i18n.Message{ID: "vacation.late",
		Other: "Your time is up already against {{.Other}}: a vacation doesn't help there."}
	msgVacationLeft = i18n.Message{ID: "vacation.left",
		Other: "Still to take: **{{.Time}}**. Each month adds 2 days, up to 14."}
	msgVacationShort = i18n.Message{ID: "vacation.short",
		Other: "You only have {{.Time}} of vacation left. Each month adds 2 days, up to 14."}
	msgVacationSpent = i18n.Message{ID: "vacation.spent",
		Other: "No vacation is left to take. Each month adds 2 days, up to 14."}
	msgVacationStarts = i18n.Message{ID: "vacation.starts",
		Other: "You've started two vacations within a day. You can start another one {{.From}}."}
	msgVacationAuto = i18n.Message{ID: "vacation.auto",
		Other: "When your time is up in such a game, a day of vacation begins by itself."}
	msgVacationStays = i18n.Message{ID: "vacation.stays",
		Other: "A vacation only begins when you start it, even when your time is up."}
)

// absences says who of m is on vacation, as of what happened last; "" for nobody.
func absences(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	var lines []string
	for _, p := range m.Players.Both() {
		away := m.Clock.Reserves.Of(m.ColorOf(p))
		if !away.IsAway(m.Changed) {
			continue
		}
		form := i18n.Either(p == reader, msgYouAway, msgIsAway)
		line := t.Text(form, i18n.Args{"Player": Mention(t, p), "When": moment(away.Away)})
		if left, spared := b.Spared[p]; spared {
			form = i18n.Either(left < time.Hour, msgSparedLast, msgSpared)
			line += " " + t.Text(form, i18n.Args{"Time": duration(t, left)})
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// AwayUntil is what a list says of an opponent who is on vacation.
func AwayUntil(t i18n.Printer, until time.Time) string {
	return t.Text(msgAwayLine, i18n.Args{"When": moment(until)})
}

// OnVacation tells a player that they are on vacation.
func OnVacation(t i18n.Printer, until time.Time) string {
	return t.Text(msgYouAway, i18n.Args{"When": moment(until)})
}

// Vacation tells a player how their vacation stands.
func Vacation(t i18n.Printer, v play.VacationState) string {
	args := i18n.Args{"When": moment(v.Until), "From": FromNow(v.Until), "Time": duration(t, v.Left)}
	late := make([]string, len(v.Late))
	for i, id := range v.Late {
		late[i] = t.Text(msgVacationLate, i18n.Args{"Other": Mention(t, id)})
	}
	return turns.Joined("\n", t.Text(i18n.Either(v.On, msgVacationOn, msgVacationOff), args), strings.Join(late, "\n"),
		t.Text(i18n.Either(v.Left < time.Minute, msgVacationSpent, msgVacationLeft), args),
		t.Text(i18n.Either(v.Stays, msgVacationStays, msgVacationAuto), nil))
}

// ShortVacation is for a vacation that is longer than what is left.
func ShortVacation(t i18n.Printer, left time.Duration) error {
	form := i18n.Either(left < time.Minute, msgVacationSpent, msgVacationShort)
	return Refuse(form, i18n.Args{"Time": duration(t, left)})
}

// ManyVacations is for a vacation that cannot be started before next.
func ManyVacations(next time.Time) error {
	return Refuse(msgVacationStarts, i18n.Args{"From": FromNow(next)})
}

// Length names a length of time, whole days as such.
func Length(t i18n.Printer, d time.Duration) string { return span(t, d) }
