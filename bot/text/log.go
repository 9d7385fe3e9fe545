package text

import (
	"slices"
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// A line of the log of a match, in private: a date and a time, and a sentence.
var (
	msgLogLine = i18n.Message{ID: "log.line", Other: "- {{.At}} · {{.What}}"}
)

// Sentences of the log about turns and the challenge. By, To, Red and Blue are people; Time is a length, as in
// “3 days”.
var (
	msgLogTurn      = i18n.Message{ID: "log.turn", Other: "**{{.Round}}.** {{.By}} played **{{.Played}}** after {{.Time}}."}
	msgLogPlanned   = i18n.Message{ID: "log.planned", Other: "**{{.Round}}.** {{.By}} played **{{.Played}}**, as planned."}
	msgLogUndone    = i18n.Message{ID: "log.undone", Other: "**{{.Round}}.** {{.By}} played **{{.Played}}**, which was taken back later."}
	msgLogChallenge = i18n.Message{ID: "log.challenge", Other: "{{.By}} challenged {{.To}}: {{.Terms}}"}
	msgLogOpen      = i18n.Message{ID: "log.open", Other: "{{.By}} challenged anyone: {{.Terms}}"}
	msgLogAccepted  = i18n.Message{ID: "log.accepted", Other: "{{.By}} accepted: {{.Red}} is Red, {{.Blue}} Blue."}
	msgLogDeclined  = i18n.Message{ID: "log.declined", Other: "{{.By}} declined."}
	msgLogCountered = i18n.Message{ID: "log.countered", Other: "{{.By}} declined and offered other terms."}
	msgLogWithdrew  = i18n.Message{ID: "log.withdrew", Other: "{{.By}} withdrew the challenge."}
	msgLogExpired   = i18n.Message{ID: "log.expired", Other: "Nobody had accepted; the challenge expired."}
)

// Sentences of the log about offers, the clock and hints. Length is as in “3 days”; Mover is the player to move;
// I am the bot.
var (
	msgLogStop      = i18n.Message{ID: "log.stop", Other: "{{.By}} offered to stop."}
	msgLogCallOff   = i18n.Message{ID: "log.calloff", Other: "{{.By}} offered to call the game off."}
	msgLogBack      = i18n.Message{ID: "log.takeback", Other: "{{.By}} asked for a takeback."}
	msgLogTookBack  = i18n.Message{ID: "log.tookback", Other: "{{.By}} took their turn back: round {{.Round}} again."}
	msgLogGaveBack  = i18n.Message{ID: "log.gaveback", Other: "{{.By}} agreed to the takeback: round {{.Round}} again."}
	msgLogDropped   = i18n.Message{ID: "log.dropped", Other: "Offers made since that turn lapsed."}
	msgLogTime      = i18n.Message{ID: "log.time", Other: "{{.By}} asked for more time."}
	msgLogGave      = i18n.Message{ID: "log.gave", Other: "{{.By}} gave {{.To}} {{.Length}} more."}
	msgLogPause     = i18n.Message{ID: "log.pause", Other: "{{.By}} offered to pause the clock."}
	msgLogPaused    = i18n.Message{ID: "log.paused", Other: "{{.By}} agreed to pause the clock."}
	msgLogResumed   = i18n.Message{ID: "log.resumed", Other: "{{.By}} resumed the clock."}
	msgLogPauseDay  = i18n.Message{ID: "log.pauseday", Other: "The pause had a day left."}
	msgLogPauseOver = i18n.Message{ID: "log.pauseover", Other: "The pause was over."}
	msgLogAway      = i18n.Message{ID: "log.away", Other: "{{.By}} went on vacation for {{.Length}}."}
	msgLogSpared    = i18n.Message{ID: "log.spared",
		Other: "{{.By}}'s time was up: {{.Length}} of vacation began automatically."}
	msgLogCameBack   = i18n.Message{ID: "log.cameback", Other: "{{.By}} came back from vacation."}
	msgLogReturned   = i18n.Message{ID: "log.returned", Other: "{{.By}}'s vacation ended."}
	msgLogUnreached  = i18n.Message{ID: "log.unreached", Other: "{{.By}} couldn't be reached; their time waits."}
	msgLogReached    = i18n.Message{ID: "log.reached", Other: "{{.By}} was reached; their time begins."}
	msgLogSuspended  = i18n.Message{ID: "log.suspended", Other: "The clock stopped: I couldn't show the game on its server."}
	msgLogRunsAgain  = i18n.Message{ID: "log.unsuspended", Other: "The clock ran again after {{.Length}}."}
	msgLogCredited   = i18n.Message{ID: "log.credited", Other: "I had been away for {{.Length}}, which doesn't count."}
	msgLogTimeUp     = i18n.Message{ID: "log.timeup", Other: "{{.Mover}}'s time was up."}
	msgLogKept       = i18n.Message{ID: "log.kept", Other: "{{.By}} kept this game."}
	msgLogSummoned   = i18n.Message{ID: "log.gone", Other: "{{.By}} asked to call the game off; {{.Mover}} had {{.Length}} for a turn."}
	msgLogReinstated = i18n.Message{ID: "log.reinstated", Other: "{{.By}}, who manages games here, let the result count again."}
	msgLogAnnulled   = i18n.Message{ID: "log.annulled", Other: "{{.By}}, who manages games here, annulled the result."}
	msgLogHinted     = i18n.Message{ID: "log.hinted", Other: "{{.By}} had a hint."}
)

// Accepted says who accepted the challenge of m, and who plays which side.
func Accepted(t i18n.Printer, m *match.Match) string {
	return t.Text(msgLogAccepted, i18n.Args{"By": Mention(t, m.Opponent), "Red": Mention(t, m.Players.Red),
		"Blue": Mention(t, m.Players.Blue)})
}

// Log returns the history of m, oldest first, as one or more pages of at most room characters.
func Log(t i18n.Printer, m *match.Match, events []match.Event, room int) []string {
	l := logger{t, m, turnsOf(m, events), events}
	var lines []string
	for i, e := range events {
		if said := l.say(i); said != "" {
			lines = append(lines, t.Text(msgLogLine, i18n.Args{"At": Moment(e.At), "What": said}))
		}
	}
	if len(lines) == 0 { // a match always has events; do not fail if it has none
		return []string{""}
	}
	return turns.Pages(lines, room)
}

type logger struct {
	t      i18n.Printer
	m      *match.Match
	turns  map[int]loggedTurn // by the Seq of their events
	events []match.Event
}

type loggedTurn struct {
	text   string
	undone bool
}

// turnsOf returns the turns of events in m, including those that were taken back.
func turnsOf(m *match.Match, events []match.Event) map[int]loggedTurn {
	all := map[int]loggedTurn{}
	line, stand := strings.Fields(match.Line(m.Game.Turns()).String()), m.Game.Ply()
	for _, e := range slices.Backward(events) {
		switch {
		case e.Kind == match.TakenBack && e.Ply <= len(line):
			line, stand = append(line[:e.Ply:e.Ply], strings.Fields(e.Undone)...), min(stand, e.Ply)
		case e.Kind == match.Played && e.Ply <= len(line):
			all[e.Seq] = loggedTurn{line[e.Ply-1], e.Ply > stand}
		}
	}
	return all
}

// say returns the line for event i, or "" if the line of another event covers it.
func (l logger) say(i int) string {
	e := l.events[i]
	switch e.Kind {
	case match.Played:
		return l.turn(i)
	case match.Ended:
		return l.t.Text(timeVerdict(l.m), resultArgs(l.t, l.m))
	}
	form := l.form(e)
	if form.ID == "" {
		return ""
	}
	mover := l.m.Players.Of(l.mover(e.Ply))
	by, other := e.By, l.m.Challenger
	if other == by {
		other = l.m.Opponent
	}
	if slices.ContainsFunc(OfferKinds(), func(k match.OfferKind) bool { return k.Refusal() == e.Kind }) {
		by, other = other, by // the event is by the player who answered, the line about the one who offered
	}
	return l.t.Text(form, i18n.Args{"By": l.name(by), "To": l.name(other), "Mover": l.name(mover),
		"Red": l.name(l.m.Players.Red), "Blue": l.name(l.m.Players.Blue), "Terms": Terms(l.t, l.m), "Round": l.m.Game.Number(e.Ply),
		"Length": Length(l.t, e.Length)})
}

func (l logger) name(p match.PlayerID) string { return Player(l.t, l.m, p) }

func (l logger) mover(ply int) rules.Color {
	start := l.m.Game.Start()
	if ply%2 == 0 {
		return start.Side()
	}
	return start.Side().Other()
}

func (l logger) turn(i int) string {
	e := l.events[i]
	turn := l.turns[e.Seq]
	args := i18n.Args{"By": l.name(e.By), "Round": l.m.Game.Number(e.Ply - 1), "Played": turn.text, "Time": exactly(l.t, l.took(i))}
	if turn.undone {
		return l.t.Text(msgLogUndone, args)
	}
	if i > 0 && l.events[i-1].Kind == match.Planned {
		return l.t.Text(msgLogPlanned, args)
	}
	return l.t.Text(msgLogTurn, args)
}

// exactly is like Duration, but with seconds below two minutes.
func exactly(t i18n.Printer, d time.Duration) string {
	if d >= 2*time.Minute {
		return Duration(t, d)
	}
	return t.Text(msgSeconds, i18n.Args{"N": max(1, int(d/time.Second))})
}

func (l logger) took(i int) time.Duration {
	for j := i - 1; j >= 0; j-- {
		switch l.events[j].Kind {
		case match.Accepted, match.Played, match.TakenBack:
			return l.events[i].At.Sub(l.events[j].At)
		}
	}
	return l.events[i].At.Sub(l.m.Started)
}

// form returns the message for an event that is neither a turn nor the end, zero for none.
func (l logger) form(e match.Event) i18n.Message {
	switch {
	case e.Kind == match.Challenged && l.m.Opponent == "":
		return msgLogOpen
	case e.Kind == match.TakenBack && l.m.ColorOf(e.By) != l.mover(e.Ply):
		return msgLogGaveBack
	case e.Kind == match.Resumed && e.By == "":
		return msgLogPauseOver
	}
	return logForms()[e.Kind]
}

func logForms() map[match.EventKind]i18n.Message {
	return map[match.EventKind]i18n.Message{
		match.Challenged: msgLogChallenge, match.Accepted: msgLogAccepted, match.ChallengeDeclined: msgLogDeclined,
		match.ChallengeCountered: msgLogCountered,
		match.ChallengeWithdrawn: msgLogWithdrew, match.ChallengeExpired: msgLogExpired,
		match.StopOffered: msgLogStop, match.StopRefused: msgRefused, match.StopWithdrawn: msgWithdrew,
		match.TakebackAsked: msgLogBack, match.TakebackRefused: msgBackRefused,
		match.TakebackWithdrawn: msgBackWithdrawn, match.TakenBack: msgLogTookBack, match.OffersDropped: msgLogDropped,
		match.TimeAsked: msgLogTime, match.TimeRefused: msgTimeRefused, match.TimeWithdrawn: msgTimeWithdrawn,
		match.TimeGiven: msgLogGave, match.TimeUp: msgLogTimeUp, match.Credited: msgLogCredited,
		match.Suspended: msgLogSuspended, match.SuspensionEnded: msgLogRunsAgain,
		match.PauseOffered: msgLogPause, match.PauseRefused: msgPauseRefused, match.PauseWithdrawn: msgPauseWithdrawn,
		match.CallOffOffered: msgLogCallOff, match.CallOffRefused: msgRefused, match.CallOffWithdrawn: msgOffWithdrawn,
		match.Paused: msgLogPaused, match.Resumed: msgLogResumed, match.PauseEnding: msgLogPauseDay,
		match.WentAway: msgLogAway, match.AutoAway: msgLogSpared, match.CameBack: msgLogCameBack,
		match.TimeHeld: msgLogUnreached, match.TimeReleased: msgLogReached, match.Summoned: msgLogSummoned,
		match.Returned: msgLogReturned, match.Hinted: msgLogHinted, match.Kept: msgLogKept,
		match.Annulled: msgLogAnnulled, match.Reinstated: msgLogReinstated,
	}
}
