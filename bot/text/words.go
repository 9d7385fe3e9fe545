package text

import (
	"strings"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgRed   = i18n.Message{ID: "side.red", Other: "Red"}
	msgBlue  = i18n.Message{ID: "side.blue", Other: "Blue"}
	msgAnd   = i18n.Message{ID: "list.and", Other: "{{.Rest}} and {{.Last}}"}
	msgOr    = i18n.Message{ID: "list.or", Other: "{{.Rest}} or {{.Last}}"}
	msgMore  = i18n.Message{ID: "list.more", One: "{{.N}} more", Other: "{{.N}} more"}
	msgDays  = i18n.Message{ID: "time.days", One: "{{.N}} day", Other: "{{.N}} days"}
	msgHours = i18n.Message{ID: "time.hours", One: "{{.N}} hour", Other: "{{.N}} hours"}
	msgMins  = i18n.Message{ID: "time.minutes", One: "{{.N}} minute", Other: "{{.N}} minutes"}

	msgCosmos     = i18n.Message{ID: "theme.cosmos", Other: "Cosmos"}
	msgPaper      = i18n.Message{ID: "theme.paper", Other: "Paper"}
	msgContrast   = i18n.Message{ID: "theme.contrast", Other: "Contrast"}
	msgIsCosmos   = i18n.Message{ID: "theme.cosmosnote", Other: "The arena in space"}
	msgIsPaper    = i18n.Message{ID: "theme.papernote", Other: "Light, for bright rooms and for print"}
	msgIsContrast = i18n.Message{ID: "theme.contrastnote",
		Other: "Strong colours, safe for the colour-blind"}

	msgInChat   = i18n.Message{ID: "words.chat", Other: "a private chat"}
	msgInDM     = i18n.Message{ID: "words.direct", Other: "direct messages"}
	msgSomebody = i18n.Message{ID: "people.somebody", Other: "somebody"}
)

// Side returns the name of c; NoColor reads as Red.
func Side(t i18n.Printer, c rules.Color) string {
	if c == rules.Blue {
		return t.Text(msgBlue, nil)
	}
	return t.Text(msgRed, nil)
}

// ThemeName returns the name of a theme; an unknown one reads as Cosmos.
func ThemeName(t i18n.Printer, theme render.Theme) string {
	switch theme {
	case render.Paper:
		return t.Text(msgPaper, nil)
	case render.Contrast:
		return t.Text(msgContrast, nil)
	}
	return t.Text(msgCosmos, nil)
}

// ThemeNote says in a few words how a theme looks and for whom it is, to stand beside its name.
func ThemeNote(t i18n.Printer, theme render.Theme) string {
	switch theme {
	case render.Paper:
		return t.Text(msgIsPaper, nil)
	case render.Contrast:
		return t.Text(msgIsContrast, nil)
	}
	return t.Text(msgIsCosmos, nil)
}

// Mention names a person in a message. It notifies them only when the message says so.
func Mention(id match.PlayerID) string { return "<@" + string(id) + ">" }

// channel names the channel of v in a message.
func channel(t i18n.Printer, v play.Venue) string {
	switch {
	case v.Guild == "" && v.Away: // Discord shows no name of it elsewhere
		return t.Text(msgInChat, nil)
	case v.Guild == "":
		return t.Text(msgInDM, nil)
	}
	return "<#" + v.Channel + ">"
}

// Somebody stands for a person whose name is not known.
func Somebody(t i18n.Printer) string { return t.Text(msgSomebody, nil) }

// More says that a list leaves out n items.
func More(t i18n.Printer, n int) string { return t.Text(msgMore, i18n.Args{"N": n}) }

// and writes a list as "a, b and c".
func and(t i18n.Printer, items []string) string { return join(t, msgAnd, items) }

// or writes a list as "a, b or c".
func or(t i18n.Printer, items []string) string { return join(t, msgOr, items) }

func join(t i18n.Printer, last i18n.Message, items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	n := len(items) - 1
	return t.Text(last, i18n.Args{"Rest": strings.Join(items[:n], ", "), "Last": items[n]})
}

// duration rounds d down to whole days, hours or minutes; at least one minute.
func duration(t i18n.Printer, d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return t.Text(msgDays, i18n.Args{"N": int(d / (24 * time.Hour))})
	case d >= 2*time.Hour:
		return t.Text(msgHours, i18n.Args{"N": int(d / time.Hour)})
	}
	return t.Text(msgMins, i18n.Args{"N": max(1, int(d/time.Minute))})
}

// maxQuoted is how much of a typed text is repeated, in runes.
const maxQuoted = 60

// quote repeats what a person typed, short and without effect on the text around it.
func quote(typed string) string {
	typed = strings.Join(strings.Fields(strings.ReplaceAll(typed, "`", "'")), " ")
	return "`" + cut(typed, maxQuoted) + "`"
}

// cut returns the first n characters of text; when some were left out, the last is an ellipsis.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// Unformatted returns text without its marks for bold type and code, for where they would show.
func Unformatted(text string) string { return strings.NewReplacer("**", "", "`", "").Replace(text) }

// small prints a line in small type.
func small(line string) string { return "-# " + line }

// notation lists turns as they are written, each between two marks.
func notation(turns []rules.Turn, mark string) string {
	texts := make([]string, len(turns))
	for i, turn := range turns {
		texts[i] = mark + turn.String() + mark
	}
	return strings.Join(texts, ", ")
}
