package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Labels on a board about the hints that were used, after a dot. Used there is a list of hints.of or
// hints.outof, separated by commas.
var (
	msgHintsUsed = i18n.Message{ID: "hints.used", Other: "hints: {{.Used}}"}
	msgHintsOf   = i18n.Message{ID: "hints.of", Other: "{{.Player}} {{.Used}}"}
	msgHintsOut  = i18n.Message{ID: "hints.outof", Other: "{{.Player}} {{.Used}}/{{.Max}}"}
)

// Above a hint, in private, and the refusal of one more.
var (
	msgHintNo   = i18n.Message{ID: "hint.number", Other: "**Hint {{.Used}} of {{.Max}}**"}
	msgHintNoTo = i18n.Message{ID: "hint.numberto",
		Other: "**Hint {{.Used}} of {{.Max}}** ({{.Other}} sees the count)"}
	msgUsedHints = i18n.Message{ID: "hint.all", Other: "You've used your hints in this game: {{.Max}} of {{.Max}}."}
)

// hintsUsed says how many hints each player used, leaving out those who used none.
func hintsUsed(t i18n.Printer, m *match.Match) string {
	limit, limited := m.Terms.Hints.Max()
	form := i18n.Either(limited, msgHintsOut, msgHintsOf)
	var used []string
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		if n := m.HintsUsed.Of(side); n > 0 {
			used = append(used, t.Text(form, i18n.Args{"Player": Mention(t, m.Players.Of(side)), "Used": n, "Max": limit}))
		}
	}
	if len(used) == 0 {
		return ""
	}
	return t.Text(msgHintsUsed, i18n.Args{"Used": turns.Commas(t, used)})
}

// HintNumber says which hint of how many reader just got in m, and that the other player sees that. It returns "" if
// hints are unlimited.
func HintNumber(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	limit, limited := m.Terms.Hints.Max()
	if !limited {
		return ""
	}
	side := m.ColorOf(reader)
	other := m.Players.Of(side.Other())
	form := i18n.Either(other == m.Robot(), msgHintNo, msgHintNoTo)
	return t.Text(form, i18n.Args{"Used": m.HintsUsed.Of(side), "Max": limit, "Other": Mention(t, other)})
}

// HintsUsed returns the refusal of a hint in m after the last one that is allowed.
func HintsUsed(m *match.Match) error {
	limit, _ := m.Terms.Hints.Max()
	return Refuse(msgUsedHints, i18n.Args{"Max": limit})
}
