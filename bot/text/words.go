package text

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// Lengths of time. They are always in this form, so a message
// that would need another case is to be worded around it.
var (
	msgDays  = i18n.Message{ID: "time.days", One: "{{.N}} day", Other: "{{.N}} days"}
	msgHours = i18n.Message{ID: "time.hours", One: "{{.N}} hour", Other: "{{.N}} hours"}
	msgMins  = i18n.Message{ID: "time.minutes", One: "{{.N}} minute", Other: "{{.N}} minutes"}

	msgSeconds = i18n.Message{ID: "time.seconds", One: "{{.N}} second", Other: "{{.N}} seconds"}
)

// Where a match is shown, when that is no channel with a name: a label after a dot or a colon, without an article.
var (
	msgInChat = i18n.Message{ID: "words.chat", Other: "private chat"}
	msgInDM   = i18n.Message{ID: "words.direct", Other: "direct messages"}
)

// Tells one person something in a channel where others read it, too: a sentence, and what follows it.
var msgTo = i18n.Message{ID: "words.to", Other: "{{.To}}: {{.Said}}"}

// What replaces the name of a person who is not known, or who deleted their profile: a label without an article.
var (
	msgSomebody = i18n.Message{ID: "people.somebody", Other: "somebody"}
	msgFormer   = i18n.Message{ID: "people.former", Other: "deleted profile"}
)

// Mention mentions a person. It notifies them only if the message lists them in its Ping.
func Mention(t i18n.Printer, id match.PlayerID) string {
	if id.IsFormer() {
		return FormerPlayer(t)
	}
	return "<@" + string(id) + ">"
}

func to(t i18n.Printer, id match.PlayerID, said string) string {
	return t.Text(msgTo, i18n.Args{"To": Mention(t, id), "Said": said})
}

// Channel names a channel or a thread of a server in a message.
func Channel(id string) string { return "<#" + id + ">" }

// Role names a role of a server in a message. The person who reads it needs no ping, so the message allows none.
func Role(id string) string { return "<@&" + id + ">" }

// Channels names some channels in a message, as in "<#1>, <#2> or <#3>".
func Channels(t i18n.Printer, ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = Channel(id)
	}
	return turns.Or(t, names)
}

func channel(t i18n.Printer, v play.Venue) string {
	switch {
	case v.Guild == "" && v.Away: // outside it, Discord cannot show its name
		return t.Text(msgInChat, nil)
	case v.Guild == "":
		return t.Text(msgInDM, nil)
	}
	return Channel(v.Channel)
}

// FormerPlayer replaces the name of a person whose data was deleted.
func FormerPlayer(t i18n.Printer) string { return t.Text(msgFormer, nil) }

// Somebody replaces the name of a person whose name is unknown.
func Somebody(t i18n.Printer) string { return t.Text(msgSomebody, nil) }

// Hours is a length of n hours.
func Hours(t i18n.Printer, n int) string { return t.Text(msgHours, i18n.Args{"N": n}) }

// Duration rounds d down to whole days, hours or minutes; at least one minute.
func Duration(t i18n.Printer, d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return t.Text(msgDays, i18n.Args{"N": int(d / (24 * time.Hour))})
	case d >= 2*time.Hour:
		return Hours(t, int(d/time.Hour))
	}
	return t.Text(msgMins, i18n.Args{"N": max(1, int(d/time.Minute))})
}

// Unformatted removes the marks for bold type and code from text, for places that do not format it.
func Unformatted(text string) string { return strings.NewReplacer("**", "", "`", "").Replace(text) }

// WithAnnouncement returns said, preceded by the operator's notice, if there is one.
func WithAnnouncement(notice, said string) string {
	if notice == "" {
		return said
	}
	return "> " + notice + "\n" + said
}

func small(line string) string { return "-# " + line }
