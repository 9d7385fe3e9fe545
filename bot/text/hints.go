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
	msgHintsEach = i18n.Message{ID: "hints.each", Other: "hints: {{.Max}} each"}
	msgHintsNone = i18n.Message{ID: "hints.none", Other: "no hints used"}
	msgHintsOf   = i18n.Message{ID: "hints.of", Other: "{{.Player}} {{.Used}}"}
	msgHintsOut  = i18n.Message{ID: "hints.outof", Other: "{{.Player}} {{.Used}} of {{.Max}}"}
)

// Above a hint, in private, and the refusal of one more.
var (
	msgHintNo   = i18n.Message{ID: "hint.number", Other: "**Hint {{.Used}} of {{.Max}}**"}
	msgHintNoTo = i18n.Message{ID: "hint.numberto",
		Other: "**Hint {{.Used}} of {{.Max}}** ({{.Other}} sees how many you've used)"}
	msgUsedHints = i18n.Message{ID: "hint.all", One: "You've used your hints in this game: {{.N}} of {{.N}}.",
		Other: "You've used your hints in this game: {{.N}} of {{.N}}."}
)

// hintsLeft says how many hints each person has used. While nobody has used any it is unused where there is a
// limit, and "" where there is none or hints are not allowed.
func hintsLeft(t i18n.Printer, m *match.Match, unused i18n.Message) string {
	limit, limited := m.Terms.Hints.Max()
	switch {
	case m.RedHints+m.BlueHints > 0:
	case limited && limit > 0:
		return t.Text(unused, i18n.Args{"Max": limit})
	default:
		return ""
	}
	form := i18n.Either(limited, msgHintsOut, msgHintsOf)
	var used []string
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		if p := m.PlayerOf(side); p != m.Robot() {
			used = append(used, t.Text(form, i18n.Args{"Player": Mention(p), "Used": m.HintsOf(side), "Max": limit}))
		}
	}
	return t.Text(msgHintsUsed, i18n.Args{"Used": turns.Commas(t, used)})
}

// HintNumber says which hint it is that reader just had in m, and that the other sees it; "" when there
// are as many as one likes.
func HintNumber(t i18n.Printer, m *match.Match, reader match.PlayerID) string {
	limit, limited := m.Terms.Hints.Max()
	if !limited {
		return ""
	}
	side := m.ColorOf(reader)
	other := m.PlayerOf(side.Other())
	form := i18n.Either(other == m.Robot(), msgHintNo, msgHintNoTo)
	return t.Text(form, i18n.Args{"Used": m.HintsOf(side), "Max": limit, "Other": Mention(other)})
}

// HintsUsed returns the refusal of one more hint in m than there may be.
func HintsUsed(m *match.Match) error {
	limit, _ := m.Terms.Hints.Max()
	return Refuse(msgUsedHints, i18n.Args{"N": limit})
}
