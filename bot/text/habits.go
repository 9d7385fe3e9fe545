package text

import (
	"strconv"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// How somebody plays against people: a public line below their challenge, and a private one. Habits is one to three of
// the labels below, separated by a dot. Time is a length, as in “3 hours”.
var (
	msgHabits  = i18n.Message{ID: "habits.of", Other: "{{.Player}}: {{.Habits}}"}
	msgAnswers = i18n.Message{ID: "habits.answers", Other: "answers in about {{.Time}}"}
	msgLostAny = i18n.Message{ID: "habits.lost", One: "{{.Lost}} of {{.N}} game lost on time",
		Other: "{{.Lost}} of {{.N}} games lost on time"}
	msgLostNone   = i18n.Message{ID: "habits.never", Other: "none of {{.All}} games lost on time"}
	msgNewHere    = i18n.Message{ID: "habits.new", Other: "new here"}
	msgLeftEarly  = i18n.Message{ID: "habits.left", One: "left {{.N}} game early", Other: "left {{.N}} games early"}
	msgSoFar      = i18n.Message{ID: "habits.few", One: "{{.N}} game so far", Other: "{{.N}} games so far"}
	msgHeadToHead = i18n.Message{ID: "result.score",
		Other: "head to head: {{.Red}} {{.Reds}}, {{.Blue}} {{.Blues}}"}
)

const (
	habitual = 10 // turns after which one can say how fast somebody answers
	known    = 5  // matches after which somebody is no longer new
)

// Habits says how p plays against people.
func Habits(t i18n.Printer, p match.PlayerID, h play.Habits) string {
	answers, paced := "", h.Turns >= habitual
	if paced {
		answers = t.Text(msgAnswers, i18n.Args{"Time": duration(t, h.Answer)})
	}
	left := ""
	if h.Left > 0 {
		left = t.Text(msgLeftEarly, i18n.Args{"N": h.Left})
	}
	habits := turns.Joined(labelGoesOn, answers, onTime(t, h, paced), left)
	return t.Text(msgHabits, i18n.Args{"Player": Mention(t, p), "Habits": habits})
}

// onTime says how often somebody lost on time, or that they are new; "" when there is nothing to add about
// somebody whose pace is known.
func onTime(t i18n.Printer, h play.Habits, paced bool) string {
	switch {
	case h.LostOnTime > 0:
		return t.Text(msgLostAny, i18n.Args{"N": h.Finished, "Lost": h.LostOnTime})
	case h.Finished >= known:
		return t.Text(msgLostNone, i18n.Args{"All": h.Finished})
	case h.Finished == 0 && paced:
		return ""
	case h.Finished == 0:
		return t.Text(msgNewHere, nil)
	}
	return t.Text(msgSoFar, i18n.Args{"N": h.Finished})
}

// headToHead says what the players of m, Red first, have from all their matches; "" when m is the only one.
func headToHead(t i18n.Printer, m *match.Match, s *play.Score) string {
	if s == nil || s.Matches < 2 {
		return ""
	}
	return t.Text(msgHeadToHead, i18n.Args{"Red": Mention(t, m.Red), "Reds": halves(s.Halves[0]),
		"Blue": Mention(t, m.Blue), "Blues": halves(s.Halves[1])})
}

// halves writes n half points.
func halves(n int) string {
	whole := strconv.Itoa(n / 2)
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return whole + "½"
	}
	return whole
}
