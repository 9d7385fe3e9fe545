package text

import (
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
)

// Private refusals of a challenge or a match, as there are too many. When is as in “in 20 minutes”. Max is more
// than one.
var (
	msgLimitWaiting = i18n.Message{ID: "limit.waiting",
		Other: "{{.Max}} challenges of yours are waiting for an answer, as many as one person can have. " +
			"Withdraw one: `/games` shows them."}
	msgLimitPair = i18n.Message{ID: "limit.waitingpair",
		Other: "{{.To}} already has {{.Max}} challenges from you. Withdraw one: `/games` shows them."}
	msgLimitRobot = i18n.Message{ID: "limit.robot",
		Other: "You're playing {{.Max}} games against me, as many as I can manage. Finish or resign one " +
			"first: `/games` shows them."}
	msgLimitMade = i18n.Message{ID: "limit.made",
		Other: "You've started {{.Max}} games and challenges within an hour. You can start the next one {{.When}}."}
	msgLimitRefused = i18n.Message{ID: "limit.refused",
		Other: "Your last {{.Max}} challenges to {{.To}} were declined or withdrawn. You can challenge them " +
			"again {{.When}}, or once they challenge you."}
	msgLimitNoMore    = i18n.Message{ID: "limit.nomore", Other: "{{.To}} takes no challenges from you."}
	msgLimitRatedPair = i18n.Message{ID: "limit.rated.pair",
		Other: "You and {{.To}} have played {{.Max}} rated games in 30 days. The next one can start {{.When}}."}
	msgLimitRatedNew = i18n.Message{ID: "limit.rated.new",
		Other: "{{.To}} can play rated games after {{.Max}} finished ones against people, and 14 days with me."}
	msgLimitRatedFled = i18n.Message{ID: "limit.rated.fled",
		Other: "{{.To}} resigned {{.Max}} rated games before round 10 in a week. The next one can start {{.When}}."}
	msgLimitChannel = i18n.Message{ID: "limit.channel",
		Other: "{{.Max}} challenges an hour are the limit here. Use another channel, or try again {{.When}}."}
	msgLimitOpen = i18n.Message{ID: "limit.open",
		Other: "This server limits your open games and challenges to {{.Max}}. `/games` shows yours."}
	msgLimitOpenTheir = i18n.Message{ID: "limit.opentheir",
		Other: "This server limits the open games and challenges of {{.To}} to {{.Max}}. Try again later."}
	msgLimitOpenPair = i18n.Message{ID: "limit.openpair",
		Other: "This server limits the open games and challenges of you and {{.To}} to {{.Max}}. `/games` shows yours."}
)

func limitText(t i18n.Printer, e *play.LimitError) string {
	return limitWords(t, e, Mention(t, e.To), FromNow(e.Free))
}

// LimitLabel is limitText without mentions and timestamps, where Discord shows neither. name is the name of e.To.
func LimitLabel(t i18n.Printer, e *play.LimitError, name string) string {
	return limitWords(t, e, name, e.Free.UTC().Format(time.DateOnly))
}

// limitWords returns the message for e, in which to names e.To and when is e.Free.
func limitWords(t i18n.Printer, e *play.LimitError, to, when string) string {
	forms := [...]i18n.Message{play.LimitWaiting: msgLimitWaiting, play.LimitWaitingPair: msgLimitPair,
		play.LimitRobot: msgLimitRobot, play.LimitMade: msgLimitMade,
		play.LimitMadeChannel: msgLimitChannel, play.LimitRefused: msgLimitRefused, play.LimitNoMore: msgLimitNoMore,
		play.LimitPair: msgLimitRatedPair, play.LimitNew: msgLimitRatedNew, play.LimitFled: msgLimitRatedFled,
		play.LimitOpen: msgLimitOpen, play.LimitOpenPair: msgLimitOpenPair}
	form := forms[e.Limit]
	if e.Their {
		form = msgLimitOpenTheir
	}
	return t.Text(form, i18n.Args{"Max": e.Max(), "To": to, "When": when})
}
