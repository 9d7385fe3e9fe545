package text

import "madbot/bot/i18n"

var (
	msgIncident = i18n.Message{ID: "dispatch.incident",
		Other: "Something went wrong on my side. `/board` shows whether it was done; if not, please " +
			"try again. If it keeps happening, tell whoever runs me the number {{.Number}}."}
	msgTooSlow = i18n.Message{ID: "dispatch.slow",
		Other: "That took me too long. Please try again; `/board` shows how the match stands."}
	msgMoment = i18n.Message{ID: "dispatch.moment", Other: "One moment…"}
	msgBusy   = i18n.Message{ID: "dispatch.busy",
		Other: "I have too much to do right now. Please try again in a moment."}
	msgUnknown = i18n.Message{ID: "dispatch.unknown",
		Other: "I no longer know this command or button; it comes from another version of me. " +
			"`/games` lists your matches and shows their boards."}
)

// ErrBusy is for a call for which the bot has no room.
var ErrBusy = Refuse(msgBusy, nil)

// Incident says that the bot failed; number is what its log calls the failure.
func Incident(t i18n.Printer, number string) string {
	return t.Text(msgIncident, i18n.Args{"Number": number})
}

// OneMoment says that the answer will come.
func OneMoment(t i18n.Printer) string { return t.Text(msgMoment, nil) }

// TooSlow says that the bot ran out of time.
func TooSlow(t i18n.Printer) string { return t.Text(msgTooSlow, nil) }

// Unknown says that the bot has no such command or control.
func Unknown(t i18n.Printer) string { return t.Text(msgUnknown, nil) }
