package settings

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
)

// Lines of `/vacation`, in private. When is a date and a time, From as in “in 3 days”; Time is a length, as in
// “3 days”.
var (
	msgVacationOn = i18n.Message{ID: "vacation.on",
		Other: "**You're on vacation until {{.When}}** ({{.From}}). Your clock is stopped in games with a day or " +
			"more per turn; I only write about what could end a game. Playing a person, with a clock, ends it; " +
			"unused time is kept."}
	msgVacationOff = i18n.Message{ID: "vacation.off",
		Other: "**You're not on vacation.** While you are, time doesn't run against you in games with a day or more " +
			"per turn."}
	msgVacationLate = i18n.Message{ID: "vacation.late",
		Other: "Your time is up already against {{.Other}}: a vacation doesn't help there."}
	msgVacationLeft = i18n.Message{ID: "vacation.left",
		Other: "Vacation left: **{{.Time}}**. You gain 2 days a month, up to 14."}
	msgVacationShort = i18n.Message{ID: "vacation.short",
		Other: "You only have {{.Time}} of vacation left. You gain 2 days a month, up to 14."}
	msgVacationSpent = i18n.Message{ID: "vacation.spent",
		Other: "No vacation is left. You gain 2 days a month, up to 14."}
	msgVacationStarts = i18n.Message{ID: "vacation.starts",
		Other: "You've started two vacations within a day. You can start another one {{.From}}."}
	msgVacationAuto = i18n.Message{ID: "vacation.auto",
		Other: "When your time is up in such a game, a day of vacation begins automatically."}
	msgVacationStays = i18n.Message{ID: "vacation.stays",
		Other: "A vacation only begins when you start it, even when your time is up."}
)

func vacationText(t i18n.Printer, v play.VacationState) string {
	args := i18n.Args{"When": text.Moment(v.Until), "From": text.FromNow(v.Until), "Time": text.Duration(t, v.Left)}
	late := make([]string, len(v.Late))
	for i, id := range v.Late {
		late[i] = t.Text(msgVacationLate, i18n.Args{"Other": text.Mention(t, id)})
	}
	return turns.Joined("\n", t.Text(i18n.Either(v.On, msgVacationOn, msgVacationOff), args), strings.Join(late, "\n"),
		t.Text(i18n.Either(v.Left < time.Minute, msgVacationSpent, msgVacationLeft), args),
		t.Text(i18n.Either(v.Stays, msgVacationStays, msgVacationAuto), nil))
}

// shortVacation refuses a vacation that is longer than what is left.
func shortVacation(t i18n.Printer, left time.Duration) error {
	form := i18n.Either(left < time.Minute, msgVacationSpent, msgVacationShort)
	return text.Refuse(form, i18n.Args{"Time": text.Duration(t, left)})
}
