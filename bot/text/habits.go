package text

import (
	"math"
	"strconv"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
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
	msgNoneYet    = i18n.Message{ID: "habits.none", Other: "no finished games with people yet"}
	msgLeftEarly  = i18n.Message{ID: "habits.left", One: "left {{.N}} game early", Other: "left {{.N}} games early"}
	msgSoFar      = i18n.Message{ID: "habits.few", One: "{{.N}} game so far", Other: "{{.N}} games so far"}
	msgHeadToHead = i18n.Message{ID: "result.score",
		Other: "head to head: {{.Red}} {{.Reds}}, {{.Blue}} {{.Blues}}"}
)

// What a rated challenge would change, as labels, and what a rated game did: “@Alice 1512 (+12)”.
// Rating is a number, followed by “?” while it is not certain.
var (
	msgStake    = i18n.Message{ID: "rating.stake", Other: "{{.Player}}: win +{{.Win}}, lose −{{.Lose}}"}
	msgStakeNow = i18n.Message{ID: "rating.stakenow", Other: "until a rating changes"}
	msgRerated  = i18n.Message{ID: "rating.change", Other: "{{.Player}} {{.Rating}} ({{.Change}})"}
	msgForgiven = i18n.Message{ID: "rating.spared",
		Other: "Not rated: {{.Loser}} already lost on time in the last 7 days."}
	msgWinning  = i18n.Message{ID: "rating.ahead", Other: "rated, though {{.Loser}} already lost on time in 7 days: {{.Winner}} was winning"}
	msgFewTurns = i18n.Message{ID: "rating.few", Other: "Not rated: fewer than {{.Count}} turns."}
)

const (
	habitual = 10 // turns it takes to know how fast somebody answers
	known    = 5  // matches after which somebody is no longer new
)

// Habits describes how p plays against people.
func Habits(t i18n.Printer, p match.PlayerID, h play.Habits) string {
	answers, paced := "", h.Turns >= habitual
	if paced {
		answers = t.Text(msgAnswers, i18n.Args{"Time": Duration(t, h.Answer)})
	}
	left := ""
	if h.Left > 0 {
		left = t.Text(msgLeftEarly, i18n.Args{"N": h.Left})
	}
	habits := turns.Joined(labelGoesOn, answers, onTime(t, h, paced), left)
	return t.Text(msgHabits, i18n.Args{"Player": Mention(t, p), "Habits": habits})
}

// onTime says how often somebody lost on time, or that they are new; "" if neither applies.
func onTime(t i18n.Printer, h play.Habits, paced bool) string {
	switch {
	case h.LostOnTime > 0:
		return t.Text(msgLostAny, i18n.Args{"N": h.Finished, "Lost": h.LostOnTime})
	case h.Finished >= known:
		return t.Text(msgLostNone, i18n.Args{"All": h.Finished})
	case h.Finished == 0 && (paced || h.Left > 0):
		return ""
	case h.Finished == 0:
		return t.Text(i18n.Either(h.Known, msgNoneYet, msgNewHere), nil)
	}
	return t.Text(msgSoFar, i18n.Args{"N": h.Finished})
}

// headToHead returns the score of the players of m in all their matches, Red first; "" if m is their only one.
func headToHead(t i18n.Printer, m *match.Match, s *play.Score) string {
	if s == nil || s.Matches < 2 {
		return ""
	}
	return t.Text(msgHeadToHead, i18n.Args{"Red": Mention(t, m.Players.Red), "Reds": Halves(s.Halves[0]),
		"Blue": Mention(t, m.Players.Blue), "Blues": Halves(s.Halves[1])})
}

// Halves formats n half points.
func Halves(n int) string {
	whole := strconv.Itoa(n / 2)
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return whole + "½"
	}
	return whole
}

// stakes says what the players of a rated challenge can win and lose, or "" if that is unknown.
func stakes(t i18n.Printer, m *match.Match, list []rated.Stake) string {
	var labels []string
	for i, s := range list {
		who := Mention(t, []match.PlayerID{m.Challenger, m.Opponent}[i]) + " " + Rating(s.Now)
		labels = append(labels, t.Text(msgStake, i18n.Args{"Player": who, "Win": s.Win, "Lose": s.Lose}))
	}
	if len(labels) > 0 {
		labels = append(labels, t.Text(msgStakeNow, nil))
	}
	return turns.Joined(labelGoesOn, labels...)
}

// rerated says how m changed the visible ratings, or why it did not.
func rerated(t i18n.Printer, m *match.Match, list []rated.Change) string {
	few := max(m.Past.MaxPly, m.Game.Ply()) < rated.MinTurns
	if few && m.Terms.Rated && m.Game.Outcome().Winner != rules.NoColor && !m.Past.Annulled {
		return t.Text(msgFewTurns, i18n.Args{"Count": rated.MinTurns})
	}
	var labels []string
	winning := ""
	for _, c := range list {
		switch {
		case c.Why == rated.Spared && c.Score == rating.Defeat:
			return t.Text(msgForgiven, i18n.Args{"Loser": Mention(t, c.Player)})
		case c.Why == rated.Ahead && c.Score == rating.Victory:
			winning = t.Text(msgWinning, i18n.Args{"Winner": Mention(t, c.Player),
				"Loser": Mention(t, m.Players.Of(m.ColorOf(c.Player).Other()))})
		}
		if c.Why != rated.Spared && c.N > 0 && c.Games >= rated.Shown {
			labels = append(labels, t.Text(msgRerated, i18n.Args{"Player": Mention(t, c.Player), "Rating": Rating(c.After),
				"Change": Signed(c.After.Points - c.Before.Points)}))
		}
	}
	return turns.Joined(labelGoesOn, append(labels, winning)...)
}

// Rating formats a rating.
func Rating(r rating.Rating) string {
	words := strconv.Itoa(r.Whole())
	if !r.IsSure() {
		words += "?"
	}
	return words
}

// Signed formats whole points with their sign.
func Signed(points float64) string {
	n := int(math.Round(points))
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}
