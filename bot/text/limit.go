package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
)

// Private refusals of a challenge or a match, as there are too many. When is as in “in 20 minutes”. Max is more
// than one.
var (
	msgLimitWaiting = i18n.Message{ID: "limit.waiting",
		Other: "{{.Max}} challenges of yours are still waiting for an answer; that's as many as one person can " +
			"have. Give people some time, or withdraw one: `/games` shows them."}
	msgLimitPair = i18n.Message{ID: "limit.waitingpair",
		Other: "{{.To}} already has {{.Max}} challenges from you. Give them some time, or withdraw one: " +
			"`/games` shows them."}
	msgLimitRobot = i18n.Message{ID: "limit.robot",
		Other: "You're playing {{.Max}} games against me; that's as many as I can manage with one person. Finish or " +
			"resign one first: `/games` shows them."}
	msgLimitMade = i18n.Message{ID: "limit.made",
		Other: "You've started {{.Max}} games and challenges within an hour; let's pause here. You can start the " +
			"next one {{.When}}."}
	msgLimitRefused = i18n.Message{ID: "limit.refused",
		Other: "{{.Max}} challenges of yours to {{.To}} in a row were declined or withdrawn. You can challenge them " +
			"again {{.When}}, or as soon as they challenge you."}
	msgLimitNoMore  = i18n.Message{ID: "limit.nomore", Other: "{{.To}} takes no challenges from you."}
	msgLimitChannel = i18n.Message{ID: "limit.channel",
		Other: "There have been {{.Max}} challenges in this channel within an hour; that's enough for one channel. " +
			"Use another one, or try again {{.When}}."}
	msgLimitOpen = i18n.Message{ID: "limit.open",
		One: "On this server a person can have {{.N}} game or challenge open at a time, and you have no room for " +
			"another. `/games` shows yours.",
		Other: "On this server a person can have {{.N}} games and challenges open at a time, and you have no room " +
			"for another. `/games` shows yours."}
	msgLimitOpenTheir = i18n.Message{ID: "limit.opentheir",
		One: "On this server a person can have {{.N}} game or challenge open at a time, and {{.To}} has no room " +
			"for another. Try again later.",
		Other: "On this server a person can have {{.N}} games and challenges open at a time, and {{.To}} has no " +
			"room for another. Try again later."}
	msgLimitOpenPair = i18n.Message{ID: "limit.openpair",
		One: "On this server two people can have {{.N}} game or challenge open between them, and you and {{.To}} " +
			"have no room for another. `/games` shows them.",
		Other: "On this server two people can have {{.N}} games and challenges open between them, and you and " +
			"{{.To}} have no room for another. `/games` shows them."}
)

// limitText says which limit of challenges is reached, and what can be done.
func limitText(t i18n.Printer, e *play.LimitError) string {
	forms := [...]i18n.Message{play.LimitWaiting: msgLimitWaiting, play.LimitWaitingPair: msgLimitPair,
		play.LimitRobot: msgLimitRobot, play.LimitMade: msgLimitMade,
		play.LimitMadeChannel: msgLimitChannel, play.LimitRefused: msgLimitRefused, play.LimitNoMore: msgLimitNoMore,
		play.LimitOpen: msgLimitOpen, play.LimitOpenPair: msgLimitOpenPair}
	form := forms[e.Limit]
	if e.Their {
		form = msgLimitOpenTheir
	}
	return t.Text(form, i18n.Args{"Max": e.Max(), "N": e.Max(), "To": Mention(t, e.To), "When": fromNow(e.Free)})
}
