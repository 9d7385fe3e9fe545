package text

import (
	"strings"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// A line of a plan in short, in private: turns of the other player and the answers to them, in the notation. The
// second form follows the first after a semicolon.
var (
	msgPlanFirst = i18n.Message{ID: "plan.first", Other: "If {{.Other}} plays **{{.Turn}}**: **{{.Answer}}**"}
	msgPlanThen  = i18n.Message{ID: "plan.then", Other: "if then **{{.Turn}}**: **{{.Answer}}**"}
)

// The same in words, a line each. Words and AnswerWords say turns in words, as in “211 sails from c2”.
var (
	msgPlanIf = i18n.Message{ID: "plan.pair.if",
		Other: "If {{.Other}} plays **{{.Turn}}** ({{.Words}}), you answer **{{.Answer}}** ({{.AnswerWords}})."}
	msgPlanAndIf = i18n.Message{ID: "plan.pair.then",
		Other: "If {{.Other}} then plays **{{.Turn}}** ({{.Words}}), you answer **{{.Answer}}** ({{.AnswerWords}})."}
)

// Above a board: that a planned answer was played, or in private that a plan had none.
var (
	msgPlanned = i18n.Message{ID: "board.planned",
		Other: "{{.Player}} played **{{.Turn}}**; {{.By}} had a reply ready."}
	msgPlanLost = i18n.Message{ID: "plan.lost",
		Other: "Your plan doesn't cover **{{.Turn}}**. It's dropped when you play, unless that turn is taken back."}
)

// PlanLine writes a line of a plan in m in the notation: "If @Bob plays 211xb3: 222-c4; if then 121-a4: 222xa4".
func PlanLine(t i18n.Printer, m *match.Match, line match.Line) string {
	var parts []string
	form := msgPlanFirst
	for i := 0; i+1 < len(line); i += 2 {
		parts = append(parts, t.Text(form, i18n.Args{"Other": Player(t, m, m.ToMove()), "Turn": line[i],
			"Answer": line[i+1]}))
		form = msgPlanThen
	}
	return turns.Parts(t, parts)
}

// maxPlanWords is the number of characters PlanWords may return; a block has 4000.
const maxPlanWords = 3000

// PlanWords writes a line of a plan in m in words, with a line of text for every two turns. If that is too long, it
// returns PlanLine.
func PlanWords(t i18n.Printer, m *match.Match, line match.Line) string {
	var said []string
	p, form := m.Game.Position(), msgPlanIf
	for i := 0; i+1 < len(line); i += 2 {
		turn, answer, next := line[i], line[i+1], p.Play(line[i])
		said = append(said, t.Text(form, i18n.Args{"Other": Player(t, m, m.ToMove()),
			"Turn": turn, "Words": turns.Words(t, p, turn),
			"Answer": answer, "AnswerWords": turns.Words(t, next, answer)}))
		p, form = next.Play(answer), msgPlanAndIf
	}
	if words := strings.Join(said, "\n"); utf8.RuneCountInString(words) <= maxPlanWords {
		return words
	}
	return PlanLine(t, m, line)
}

// LostPlan tells a player that their plan had no answer to the last turn of m.
func LostPlan(t i18n.Printer, m *match.Match) string {
	_, turn := m.Game.Last()
	return t.Text(msgPlanLost, i18n.Args{"Turn": turn})
}

func planned(t i18n.Printer, m *match.Match, e match.Event) string {
	if e.Kind != match.Planned || e.Ply < 1 || e.Ply+1 != m.Game.Ply() {
		return ""
	}
	before := m.Game.At(e.Ply)
	from, turn := before.Last()
	return t.Text(msgPlanned, i18n.Args{"Player": Player(t, m, m.Players.Of(from.Side())), "Turn": turn,
		"By": Player(t, m, e.By)})
}
