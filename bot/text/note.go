package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// A player's private notes, as quotations. In note.yours When is as in “5 minutes
// ago”, else a date and a time.
var (
	msgYourNote = i18n.Message{ID: "note.yours", Other: "Your note, {{.When}}:\n{{.Note}}"}
	msgNoteOf   = i18n.Message{ID: "note.of", Other: "**Round {{.Round}}** · {{.Player}} · {{.When}}\n{{.Note}}"}
	msgNoteAt   = i18n.Message{ID: "note.at", Other: "**Round {{.Round}}** · {{.When}}\n{{.Note}}"}
)

// maxNoteLines is the number of lines of a note; further lines are joined to the last.
const maxNoteLines = 8

// Note quotes up to most characters of a player's note to themselves, with its date.
func Note(t i18n.Printer, n play.Note, most int) string {
	return t.Text(msgYourNote, i18n.Args{"When": FromNow(n.At), "Note": Quoted(turns.Cut(n.Text, most))})
}

// NotePages lists notes by writer in the order in which they were written, and names the writers if there are several.
// It returns pages of at most room characters, and none if there are no notes.
func NotePages(t i18n.Printer, by map[match.PlayerID][]play.Note, room int) []string {
	var pages []string
	for _, entry := range noteEntries(t, by) {
		last := len(pages) - 1
		if last >= 0 && utf8.RuneCountInString(pages[last]+"\n"+entry) <= room {
			pages[last] += "\n" + entry
			continue
		}
		pages = append(pages, turns.Cut(entry, room))
	}
	return pages
}

func noteEntries(t i18n.Printer, by map[match.PlayerID][]play.Note) []string {
	type written struct {
		play.Note
		by match.PlayerID
	}
	var all []written
	for p, notes := range by {
		for _, n := range notes {
			all = append(all, written{n, p})
		}
	}
	slices.SortFunc(all, func(a, b written) int { return a.At.Compare(b.At) })
	form := i18n.Either(len(by) > 1, msgNoteOf, msgNoteAt)
	var entries []string
	for _, n := range all {
		entries = append(entries, t.Text(form, i18n.Args{"Round": rules.RoundNumber(rules.Red, n.Ply), "Player": Mention(t, n.by),
			"When": Moment(n.At), "Note": Quoted(n.Text)}))
	}
	return entries
}

// Quoted returns a note as a quotation without mentions, command links or Markdown.
func Quoted(note string) string {
	kept := strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, note)
	lines := strings.FieldsFunc(kept, func(r rune) bool { return r == '\n' })
	if len(lines) > maxNoteLines {
		lines = append(lines[:maxNoteLines-1], strings.Join(lines[maxNoteLines-1:], " "))
	}
	for i, line := range lines {
		line = noMarks().Replace(strings.TrimSpace(line))
		if strings.HasPrefix(line, "-") { // a list, or small type
			line = `\` + line
		}
		lines[i] = "> " + line
	}
	return strings.Join(lines, "\n")
}

func noMarks() *strings.Replacer {
	var pairs []string
	for _, mark := range `\*_~|<>[]#` + "`" {
		pairs = append(pairs, string(mark), `\`+string(mark))
	}
	return strings.NewReplacer(append(pairs, "@", "@\u200b")...)
}
