package text

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/rules/match"
)

// A line above a public board about what just happened. Time is a length, as in “3 days”; When is as in “in 3 days”.
var (
	msgGiven       = i18n.Message{ID: "clock.given", Other: "**{{.By}} gave {{.To}} {{.Time}} more.**"}
	msgTookBack    = i18n.Message{ID: "news.tookback", Other: "**{{.By}} took back their last turn.**"}
	msgGaveBack    = i18n.Message{ID: "news.gaveback", Other: "**{{.By}} agreed to the takeback.**"}
	msgPausedNow   = i18n.Message{ID: "news.paused", Other: "**{{.By}} agreed to pause the clock.**"}
	msgResumed     = i18n.Message{ID: "news.resumed", Other: "**{{.By}} resumed the clock.**"}
	msgResumedMore = i18n.Message{ID: "news.resumedmore",
		Other: "**{{.By}} resumed the clock.** Once notified, {{.To}} has at least half a turn's time."}
	msgPauseEnding = i18n.Message{ID: "news.pauseending", Other: "**The pause ends {{.When}}.** It lasts 30 days at most."}
	msgPauseOver   = i18n.Message{ID: "news.pauseover", Other: "**The pause is over.** The clock goes on."}
	msgRunsAgain   = i18n.Message{ID: "news.unsuspended",
		Other: "**The clock runs again.** It was stopped for {{.Time}}, while I couldn't show the game here."}
	msgDropped   = i18n.Message{ID: "news.dropped", Other: "Offers made since that turn no longer stand."}
	msgSparedNow = i18n.Message{ID: "news.spared",
		Other: "**{{.By}}'s time was up, so {{.Time}} of vacation began automatically.**"}
	msgBackAgain = i18n.Message{ID: "news.cameback", Other: "**{{.By}} is back from vacation.**"}
	msgReturned  = i18n.Message{ID: "news.returned", Other: "**{{.By}}'s vacation is over.**"}
)

// News returns lines about the events in news that the board does not show and that still apply, or "" if there are
// none.
func News(t i18n.Printer, m *match.Match, news []match.Event) string {
	var lines []string
	for _, e := range news {
		if said := planned(t, m, e); said != "" {
			lines = append(lines, said)
		}
		form, ok := newsForm(m, e)
		if !ok || e.Ply != m.Game.Ply() || m.Status != match.Playing {
			continue
		}
		to := m.Players.Of(m.ColorOf(e.By).Other())
		lines = append(lines, t.Text(form, i18n.Args{"By": Player(t, m, e.By), "To": Player(t, m, to),
			"Time": Length(t, e.Length), "When": FromNow(m.PauseEnd())}))
	}
	return strings.Join(lines, "\n")
}

// newsForm returns the message for e. It returns false if the board of m shows e, or e no longer applies.
func newsForm(m *match.Match, e match.Event) (form i18n.Message, ok bool) {
	switch e.Kind {
	case match.TimeGiven:
		return msgGiven, true
	case match.TakenBack:
		return i18n.Either(e.By == m.ToMove(), msgTookBack, msgGaveBack), true
	case match.OffersDropped:
		return msgDropped, true
	case match.Paused:
		return msgPausedNow, m.Clock.Paused
	case match.PauseEnding:
		return msgPauseEnding, m.Clock.Paused
	case match.Resumed:
		if e.By == "" {
			return msgPauseOver, !m.Clock.Paused
		}
		return i18n.Either(e.Length > 0, msgResumedMore, msgResumed), !m.Clock.Paused
	case match.SuspensionEnded:
		return msgRunsAgain, e.Length >= time.Hour && m.Terms.Pace.HasClock() && !m.Clock.Suspension.IsOn()
	case match.AutoAway:
		return msgSparedNow, m.Clock.Reserves.Of(m.ColorOf(e.By)).IsAway(e.At)
	case match.Returned:
		return msgReturned, !m.Clock.Reserves.Of(m.ColorOf(e.By)).IsAway(e.At) && !m.TimeUpRecorded()
	case match.CameBack:
		return msgBackAgain, !m.Clock.Reserves.Of(m.ColorOf(e.By)).IsAway(e.At)
	}
	return form, false
}
