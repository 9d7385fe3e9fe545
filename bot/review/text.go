package review

import (
	"fmt"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/rules"
	judged "madbot/rules/review"
)

// The review of a finished game, in private: buttons, and how the game went, in up to three sentences.
var (
	msgMoments  = i18n.Message{ID: "review.button.moments", Other: "Key moments"}
	msgSteps    = i18n.Message{ID: "review.button.steps", Other: "Step by step"}
	msgAnew     = i18n.Message{ID: "review.button.anew", Other: "Review again"}
	msgOverview = i18n.Message{ID: "review.button.overview", Other: "Overview"}
	msgTry      = i18n.Message{ID: "review.button.try", Other: "Find a better turn"}
	msgShow     = i18n.Message{ID: "review.button.show", Other: "Show"}

	msgFailed = i18n.Message{ID: "review.failed", Other: "I couldn't review this game. Try again later."}
	msgComing = i18n.Message{ID: "review.coming", Other: "Reviewing: {{.Done}} of {{.All}} positions"}

	msgEvenUntil   = i18n.Message{ID: "review.even", Other: "Even until round {{.Round}}."}
	msgEven        = i18n.Message{ID: "review.even.all", Other: "Even to the end."}
	msgOneUntil    = i18n.Message{ID: "review.one", Other: "{{.Side}} was ahead until round {{.Round}}."}
	msgOne         = i18n.Message{ID: "review.one.all", Other: "{{.Side}} was ahead, but not at the end."}
	msgSwayedUntil = i18n.Message{ID: "review.swayed", Other: "Back and forth until round {{.Round}}."}
	msgSwayed      = i18n.Message{ID: "review.swayed.all", Other: "Back and forth to the end."}
	msgFrigate     = i18n.Message{ID: "review.ahead.frigate", Other: "{{.Side}} ahead by about a frigate from round {{.Round}}."}
	msgDestroyer   = i18n.Message{ID: "review.ahead.destroyer", Other: "{{.Side}} ahead by about a destroyer from round {{.Round}}."}
	msgCruiser     = i18n.Message{ID: "review.ahead.cruiser", Other: "{{.Side}} ahead by about a cruiser from round {{.Round}}."}

	msgTally    = i18n.Message{ID: "review.tally", Other: "{{.Side}} · mistakes: {{.Mistakes}} · blunders: {{.Blunders}}"}
	msgAccuracy = i18n.Message{ID: "review.accuracy", Other: "accuracy: {{.Accuracy}} of 100"}
	msgAccurate = i18n.Message{ID: "review.accuracy.why",
		Other: "-# Accuracy: how little was lost while the game was open. 100 is the best turn each time."}
	msgLeftOut       = i18n.Message{ID: "review.leftout", Other: "Some turns are left out."}
	msgLine          = i18n.Message{ID: "review.line", Other: "-# The curve: chances with good play."}
	msgRedWins       = i18n.Message{ID: "review.outlook.red", Other: "Red wins"}
	msgBlueWins      = i18n.Message{ID: "review.outlook.blue", Other: "Blue wins"}
	msgLegendMistake = i18n.Message{ID: "review.outlook.mistake", Other: "mistake"}
	msgLegendBlunder = i18n.Message{ID: "review.outlook.blunder", Other: "blunder"}
	msgLegendWon     = i18n.Message{ID: "review.outlook.won", Other: "won by force"}
	msgOutlook       = i18n.Message{ID: "review.outlook",
		Other: "Red's chances, from 0 to 100, through the game: {{.Outlooks}}."}
)

// One turn of a reviewed game: how good it was, and how much it lowered the chances, which go from 0 to 100.
var (
	msgSlip     = i18n.Message{ID: "review.slip", Other: "a slip"}
	msgMistake  = i18n.Message{ID: "review.mistake", Other: "a mistake"}
	msgBlunder  = i18n.Message{ID: "review.blunder", Other: "a blunder"}
	msgDeepTrap = i18n.Message{ID: "review.trap", Other: "a deep trap"}
	msgFind     = i18n.Message{ID: "review.find", Other: "a find: the only good turn, and hard to see"}
	msgLost     = i18n.Message{ID: "review.lost", Other: "{{.Side}}'s chances: {{.Before}} → {{.After}}"}
	msgBetter   = i18n.Message{ID: "review.better", Other: "Better: **{{.Turn}}** ({{.Words}})."}
	msgBest     = i18n.Message{ID: "review.best", Other: "Best: **{{.Turn}}** ({{.Words}})."}
	msgWasIt    = i18n.Message{ID: "review.best.played", Other: "That was the best turn."}
	msgSpeaks   = i18n.Message{ID: "review.speaks", Other: "For {{.Side}}: {{.Reasons}}"}
	msgNow      = i18n.Message{ID: "review.outlook.now", Other: "Red's chances: {{.Outlook}} of 100."}
	msgTryAsks  = i18n.Message{ID: "review.try.asks", Other: "Find a better turn for {{.Side}}: choose a ship."}
	msgRight    = i18n.Message{ID: "review.try.right", Other: "**Right: {{.Turn}}** is as good as any."}
	msgWrong    = i18n.Message{ID: "review.try.wrong",
		One:   "Not {{.Turn}}. {{.N}} try left.",
		Other: "Not {{.Turn}}. {{.N}} tries left."}
	msgWasBest = i18n.Message{ID: "review.try.best", Other: "Not {{.Turn}} either. **{{.Best}}** was best."}
)

func progress(t i18n.Printer, r play.Review) string {
	return t.Text(msgComing, i18n.Args{"Done": r.Done, "All": r.All})
}

func hundredths(outlook float64) string { return fmt.Sprintf("%.0f", 100*outlook) }

// overviewText says how a game went, counts the mistakes of each side, and says why turns are left out, if any are.
func overviewText(t i18n.Printer, g *rules.Game, r *play.Judged) string {
	lines, explained := []string{"**" + story(t, g, &r.Review) + "**"}, ""
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		tally := r.Tally(side)
		said := t.Text(msgTally, i18n.Args{"Side": turns.Side(t, side), "Mistakes": tally.Mistakes,
			"Blunders": tally.Blunders})
		if tally.Accuracy > 0 {
			said += " · " + t.Text(msgAccuracy, i18n.Args{"Accuracy": tally.Accuracy})
			explained = t.Text(msgAccurate, nil)
		}
		lines = append(lines, said)
	}
	if explained != "" {
		lines = append(lines, explained)
	}
	if why, hidden := text.Refusal(t, r.Why); hidden {
		lines = append(lines, "-# "+t.Text(msgLeftOut, nil)+" "+why)
	}
	return strings.Join(lines, "\n")
}

// story says how a game went, in up to three short sentences.
func story(t i18n.Printer, g *rules.Game, r *judged.Review) string {
	s := r.Story()
	args := func(side rules.Color, ply int) i18n.Args {
		return i18n.Args{"Side": turns.Side(t, side), "Round": g.Number(ply)}
	}
	var said []string
	led := s.Leader != rules.NoColor
	switch s.Course {
	case judged.Even:
		said = append(said, t.Text(i18n.Either(led, msgEvenUntil, msgEven), args(s.Leader, s.Until)))
	case judged.OneAhead:
		said = append(said, t.Text(i18n.Either(led, msgOneUntil, msgOne), args(s.Ahead, s.Until)))
	case judged.Swaying:
		said = append(said, t.Text(i18n.Either(led, msgSwayedUntil, msgSwayed), args(s.Leader, s.Until)))
	}
	if form, ahead := leads[s.Lead]; ahead {
		said = append(said, t.Text(form, args(s.Leader, s.From)))
	}
	return turns.Joined(" ", append(said, text.Won(t, g, r.Won))...)
}

var leads = map[rules.Class]i18n.Message{rules.Frigate: msgFrigate, rules.Destroyer: msgDestroyer,
	rules.Cruiser: msgCruiser}

// outlookAlt describes the curve of a game in words. To fit, it gives only the outlooks before the turns of the side
// that began, or before every second or third of them, and so on.
func outlookAlt(t i18n.Printer, r *judged.Review) string {
	var list []string
	for _, o := range r.Outlooks {
		list = append(list, hundredths(o))
	}
	for step := 1; ; step++ {
		alt := t.Text(msgOutlook, i18n.Args{"Outlooks": strings.Join(list, " ")})
		if len([]rune(alt)) <= discord.MaxDescription {
			return alt
		}
		list = nil
		for ply := 0; ply < len(r.Outlooks); ply += 2 * step {
			list = append(list, hundredths(r.Outlooks[ply]))
		}
	}
}

var classes = map[judged.Class]i18n.Message{judged.Slip: msgSlip, judged.Mistake: msgMistake,
	judged.Blunder:  msgBlunder,
	judged.DeepTrap: msgDeepTrap, judged.Find: msgFind}

// title names a turn, and says how good it was.
func title(t i18n.Printer, g *rules.Game, m judged.Turn) string {
	named := text.Reviewed(t, g, m)
	if form, special := classes[m.Class]; special {
		named += " · " + t.Text(form, nil)
	}
	return named
}

// momentText says how good a turn was, what was wrong with it, and how much it lowered the chances.
func momentText(t i18n.Printer, g *rules.Game, m judged.Turn) string {
	lost := ""
	if m.Loss > 0 {
		lost = t.Text(msgLost, i18n.Args{"Side": turns.Side(t, m.Side), "Before": hundredths(m.Outlook),
			"After": hundredths(m.Outlook - m.Loss)})
	}
	return turns.Joined("\n", title(t, g, m), faultText(t, m), lost)
}

// betterText names the played turn, says what was wrong with it, and names the best one.
func betterText(t i18n.Printer, before *rules.Game, m judged.Turn) string {
	first := turns.Joined("\n", title(t, before, m), faultText(t, m))
	if m.Played == m.Best {
		return first
	}
	return first + "\n" + t.Text(msgBetter, i18n.Args{"Turn": m.Best, "Words": turns.Words(t, before.Position(), m.Best)})
}

// addressed returns reasons, which are worded for side, for a reader who plays own.
func addressed(t i18n.Printer, side, own rules.Color, reasons string) string {
	if side == own || reasons == "" {
		return reasons
	}
	return t.Text(msgSpeaks, i18n.Args{"Side": turns.Side(t, side), "Reasons": reasons})
}

// turnText returns what the review says about the turn at index at.
func turnText(t i18n.Printer, r *reviewed, at int) string {
	m, g := r.Turns[at], &r.match.Game
	if m.Hidden {
		refusal, _ := text.Refusal(t, r.Why)
		return text.Reviewed(t, g, m) + "\n" + refusal
	}
	lines := []string{turns.Joined("\n", title(t, g, m), faultText(t, m)),
		t.Text(msgNow, i18n.Args{"Outlook": hundredths(r.Outlooks[at+1])})}
	if m.Played == m.Best {
		return strings.Join(append(lines, t.Text(msgWasIt, nil)), "\n")
	}
	before, form := g.At(at), i18n.Either(m.Class == judged.Sound, msgBest, msgBetter)
	best := t.Text(form, i18n.Args{"Turn": m.Best, "Words": turns.Words(t, before.Position(), m.Best)})
	return strings.Join(append(lines, best), "\n")
}

// postText returns the text of a posted review: how the game went, and its costliest turn.
func postText(t i18n.Printer, m *play.Match, r *judged.Review, moments []judged.Turn) string {
	lines := []string{text.Shared(t, &m.Match),
		story(t, &m.Game, r)}
	var worst judged.Turn
	for _, turn := range moments {
		if turn.Loss > worst.Loss {
			worst = turn
		}
	}
	if worst.Loss > 0 {
		before := m.Game.At(worst.Ply)
		lines = append(lines, betterText(t, &before, worst))
	}
	return strings.Join(lines, "\n")
}
