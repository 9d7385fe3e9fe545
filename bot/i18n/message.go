package i18n

import (
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Message is something the program says, with its English text. Places for data are written
// {{.Name}}. A message with a number in it has One and Other, and its count is the place N.
type Message struct {
	ID    string // what locale files call it, as in "move.played"
	One   string // English for N = 1; "" when there is no plural
	Other string // English otherwise
}

// Either returns yes if is holds, else no.
func Either(is bool, yes, no Message) Message {
	if is {
		return yes
	}
	return no
}

// Args fill the places of a message by name. An int is written as the language does. The value of "N" also chooses
// the plural form of a message that has one, and must be an int.
type Args map[string]any

// Printer writes messages in one language, in English where that language has no text. The zero
// value is not a printer; a Catalog makes one. It is safe for concurrent use.
type Printer struct {
	chosen, english *goi18n.Localizer
	parser          *parser
	tag             language.Tag // of chosen
}

// Text returns m filled with args, which may be nil. A translation that cannot be filled falls
// back to English; an English text that cannot be filled is a defect and prints as its ID.
func (p Printer) Text(m Message, args Args) string {
	if p.tag == language.English && m.One == "" && m.Other != "" && !strings.Contains(m.Other, "{{") {
		return m.Other // without the library, which makes a template of each text again and again
	}
	if text, ok := p.localize(p.chosen, p.tag, m, args); ok {
		return text
	}
	if text, ok := p.localize(p.english, language.English, m, args); ok {
		return text
	}
	return "[" + m.ID + "]"
}

// localize reports false when the text could not be filled. A message that the language does
// not have is not such a case: the library answers with the English one.
func (p Printer) localize(l *goi18n.Localizer, tag language.Tag, m Message, args Args) (string, bool) {
	config := &goi18n.LocalizeConfig{
		DefaultMessage: &goi18n.Message{ID: m.ID, One: m.One, Other: m.Other},
		TemplateData:   map[string]any(localNumbers(tag, args)),
		TemplateParser: p.parser,
	}
	if n, ok := args["N"]; ok && m.One != "" {
		config.PluralCount = n
	}
	text, err := l.Localize(config)
	if _, missing := err.(*goi18n.MessageNotFoundErr); missing {
		err = nil
	}
	return text, err == nil && text != ""
}
