package i18n

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Text is a message as a locale file has it. The zero value is one that is not translated.
type Text struct {
	Description string            // where it and its neighbours appear; in the English file alone
	Forms       map[string]string // by plural form; a message without a number has "other" alone
}

// keyDescription stands beside the plural forms of a message.
const keyDescription = "description"

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\uFEFF")

// other is the plural form that every language has.
const other = "other"

// forms lists the plural forms in the order in which Unicode's CLDR names them.
var forms = []string{"zero", "one", "two", "few", "many", other}

// englishFile has the English texts with their descriptions. It is made from the source, whose texts are what
// is said.
const englishFile = "en.json"

// ParseLocale reads a locale file: its messages by id. The error names the line at fault, or a key that a message
// cannot have.
func ParseLocale(data []byte) (map[string]Text, error) {
	var file map[string]json.RawMessage
	data = bytes.TrimPrefix(data, byteOrderMark)
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, atLine(data, err)
	}
	texts := map[string]Text{}
	for _, id := range slices.Sorted(maps.Keys(file)) {
		text, err := parseText(file[id])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		texts[id] = text
	}
	return texts, nil
}

// parseText reads a message: its text alone, or its forms.
func parseText(data []byte) (Text, error) {
	var alone string
	if json.Unmarshal(data, &alone) == nil {
		return Text{Forms: map[string]string{other: alone}}, nil
	}
	text := Text{}
	if err := json.Unmarshal(data, &text.Forms); err != nil {
		return Text{}, errors.New("neither a text nor texts by plural form")
	}
	text.Description = text.Forms[keyDescription]
	delete(text.Forms, keyDescription)
	for _, key := range slices.Sorted(maps.Keys(text.Forms)) {
		if !slices.Contains(forms, key) {
			return Text{}, fmt.Errorf("%q is no plural form", key)
		}
	}
	return text, nil
}

// atLine returns err with the line of data at which it was found.
func atLine(data []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:syntax.Offset], []byte("\n")), err)
	}
	return err
}

// English returns the messages in English by id, some with where they appear.
func English() (map[string]Text, error) {
	data, err := embedded.ReadFile("locales/" + englishFile)
	if err != nil {
		return nil, err
	}
	return ParseLocale(data)
}

// IsTranslated reports whether somebody has written the text.
func (t Text) IsTranslated() bool { return t.Forms[other] != "" }

// IsCounted reports whether t, in English, has a number that chooses its form.
func (t Text) IsCounted() bool { return t.Forms["one"] != "" }

// countedTo is beyond what the program counts: a form that only millions take, as the French "many", is
// never said.
const countedTo = 1000

// PluralForms returns the forms that a message with a number has in a language, such as "one" and "other",
// by Unicode's CLDR. Those for fractions alone are left out, but "other" is always there. The error says
// that code names no language.
func PluralForms(code string) ([]string, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("language %q: %w", code, err)
	}
	named := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
		plural.Many: "many", plural.Other: other}
	used := map[string]bool{other: true}
	for n := range countedTo {
		used[named[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.DeleteFunc(slices.Clone(forms), func(form string) bool { return !used[form] }), nil
}
