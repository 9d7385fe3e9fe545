package turns

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
)

// The sides, used like names: “Red is to move”, “your turn as Red”. A language can list forms after it, under names
// of its own, for wherever a side stands: “Rouge | f: rouge | aux: aux rouges” gives {{.Side.f}} and {{.Side.aux}}.
var (
	msgRed  = i18n.Message{ID: "side.red", Other: "Red"}
	msgBlue = i18n.Message{ID: "side.blue", Other: "Blue"}
)

// How lists are joined: “a, b and c”, “a, b or c”, and “a; b” where items have commas of their own. Rest is what comes
// before Last. Items are ships, turns in the notation, channels, permissions and reminders.
var (
	msgAnd  = i18n.Message{ID: "list.and", Other: "{{.Rest}} and {{.Last}}"}
	msgOr   = i18n.Message{ID: "list.or", Other: "{{.Rest}} or {{.Last}}"}
	msgNext = i18n.Message{ID: "list.next", Other: "{{.Rest}}, {{.Last}}"}
	msgPart = i18n.Message{ID: "list.part", Other: "{{.Rest}}; {{.Last}}"}
	msgMore = i18n.Message{ID: "list.more", One: "{{.N}} more turn", Other: "{{.N}} more turns"}
)

// Side returns the name of c, for places whose names end in Side; NoColor reads as Red.
func Side(t i18n.Printer, c rules.Color) i18n.Word {
	return t.Word(i18n.Either(c == rules.Blue, msgBlue, msgRed), nil)
}

func more(t i18n.Printer, n int) string { return t.Text(msgMore, i18n.Args{"N": n}) }

// Commas joins items as "a, b, c".
func Commas(t i18n.Printer, items []string) string { return join(t, msgNext, msgNext, items) }

// Parts joins items as "a; b; c". Items may contain commas.
func Parts(t i18n.Printer, items []string) string { return join(t, msgPart, msgPart, items) }

// And joins items as "a, b and c".
func And(t i18n.Printer, items []string) string { return join(t, msgNext, msgAnd, items) }

// Or joins items as "a, b or c".
func Or(t i18n.Printer, items []string) string { return join(t, msgNext, msgOr, items) }

// join puts next between the items of a list, except last before the last item.
func join(t i18n.Printer, next, last i18n.Message, items []string) string {
	said := ""
	for i, item := range items {
		form := next
		switch i {
		case 0:
			said = item
			continue
		case len(items) - 1:
			form = last
		}
		said = t.Text(form, i18n.Args{"Rest": said, "Last": item})
	}
	return said
}

// Joined joins parts with sep, skipping empty ones.
func Joined(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), sep)
}

// maxQuoted is how much of a typed text is quoted, in runes.
const maxQuoted = 60

// quote returns what a person typed, shortened and without formatting.
func quote(typed string) string {
	typed = strings.Join(strings.Fields(strings.ReplaceAll(typed, "`", "'")), " ")
	return "`" + Cut(typed, maxQuoted) + "`"
}

// Cut returns the first n characters of text. If it drops any, the last one is an ellipsis.
func Cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// Folded returns text in lower case and with single spaces.
func Folded(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

func written(turns []rules.Turn) []string {
	texts := make([]string, len(turns))
	for i, turn := range turns {
		texts[i] = turn.String()
	}
	return texts
}
