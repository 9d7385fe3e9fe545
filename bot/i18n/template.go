package i18n

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Marks above the messages of a template that need a translator.
const (
	markMissing  = "MISSING: not translated yet."
	markOutdated = "CHANGED: the English text is another now. Remove the hash when the translation fits it again."
)

// Template writes a locale file in the language with a code: every message of english with its context,
// what done has of it, and a mark where something is to do. What nobody says any more is left out. The
// error says that code names no language.
func Template(code string, english, done map[string]Text) ([]byte, error) {
	plurals, err := PluralForms(code)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# The messages in %s; README.md beside this file says how to translate them.\n", code)
	for _, id := range slices.Sorted(maps.Keys(english)) {
		out.WriteString("\n")
		writeEntry(&out, entry{id, english[id], done[id], plurals})
	}
	return out.Bytes(), nil
}

// entry is a message of a template.
type entry struct {
	id            string
	english, done Text
	plurals       []string // of the language
}

func writeEntry(out *bytes.Buffer, e entry) {
	wanted := []string{other}
	if e.english.IsCounted() {
		wanted = e.plurals
	}
	hash := e.english.Sum()
	switch {
	case slices.ContainsFunc(wanted, func(form string) bool { return e.done.Forms[form] == "" }):
		comment(out, markMissing)
	case e.done.IsOutdated(e.english):
		comment(out, markOutdated)
		hash = e.done.Hash
	}
	comment(out, e.english.Description)
	for _, form := range forms {
		if text := e.english.Forms[form]; text != "" {
			comment(out, "English, "+form+": "+strconv.Quote(text))
		}
	}
	fmt.Fprintf(out, "%s:\n", e.id)
	if e.done.IsTranslated() {
		fmt.Fprintf(out, "  %s: %q\n", keyHash, hash)
	}
	for _, form := range wanted {
		fmt.Fprintf(out, "  %s: %s\n", form, quoted(e.done.Forms[form]))
	}
}

// quoted writes a text in double quotes, in which only what YAML cannot have there is escaped: spaces that
// do not break are, so that they can be seen.
func quoted(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\u00a0' || r == '\u202f' || r < ' ':
			out.WriteString(strings.Trim(strconv.QuoteToASCII(string(r)), `"`))
		case r == '"' || r == '\\':
			out.WriteString(`\` + string(r))
		default:
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}

// commentWidth is how long lines of a comment are at most, in characters, unless a word is longer.
const commentWidth = 110

// comment writes text as lines of a comment; "" is none.
func comment(out *bytes.Buffer, text string) {
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentWidth && line != "#" {
			out.WriteString(line + "\n")
			line = "#  "
		}
		line += " " + word
	}
	if line != "#" {
		out.WriteString(line + "\n")
	}
}
