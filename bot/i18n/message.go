package i18n

import (
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Message is a text that the program shows, in English. Placeholders are written {{.Name}}. A message that contains
// a number has One and Other, and the placeholder N for that number.
type Message struct {
	ID    string // the key in locale files, such as "move.played"
	One   string // English for N = 1; "" if the message has no plural
	Other string
}

// Either returns yes if is is true, otherwise no.
func Either(is bool, yes, no Message) Message {
	if is {
		return yes
	}
	return no
}

// Args are the values of a message's placeholders by name. An int is formatted for the language. "N" also selects
// the plural form of a message that has one, and must be an int.
type Args map[string]any

// Printer writes messages in one language, or in English where a translation is missing. The zero value is not
// usable; a Catalog makes one. It is safe for concurrent use.
type Printer struct {
	chosen, english *goi18n.Localizer
	parser          *parser
	tag             language.Tag // of chosen
}

// Language returns the code of the language, such as "de" or "pt-BR".
func (p Printer) Language() string { return p.tag.String() }

// Text returns m with args, which may be nil, filled in. A translation falls back to English if args lack one of
// its placeholders. If the English text has that defect too, Text returns the message's ID in brackets.
func (p Printer) Text(m Message, args Args) string {
	if p.tag == language.English && m.One == "" && m.Other != "" && !strings.Contains(m.Other, "{{") {
		return m.Other // the library would parse a template for each text
	}
	if text, ok := p.localize(p.chosen, p.tag, m, args); ok {
		return text
	}
	if text, ok := p.localize(p.english, language.English, m, args); ok {
		return text
	}
	return "[" + m.ID + "]"
}

// localize returns m in the language of l, or false if args lack a placeholder. For a message without a
// translation, the library itself returns the English text.
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
