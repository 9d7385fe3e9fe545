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

// Text is a message of a locale file. The zero value is not translated.
type Text struct {
	Description string            // where it and its neighbours appear; only in the English file
	Forms       map[string]string // by plural form; a message without a number has only "other"
}

// keyDescription is the JSON key next to the plural forms.
const keyDescription = "description"

// byteOrderMark begins the files that some editors write.
var byteOrderMark = []byte("\uFEFF")

const other = "other"

// forms lists the plural forms in the order of Unicode's CLDR.
var forms = []string{"zero", "one", "two", "few", "many", other}

// englishFile has the English texts with their descriptions. It is generated; the program uses the texts of the
// source.
const englishFile = "en.json"

// ParseLocale reads a locale file and returns its messages by id. The error names the line at fault, or the message
// with an unknown key.
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

// parseText reads a message: a string, or an object with its plural forms.
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
			return Text{}, fmt.Errorf("%q is not a plural form", key)
		}
	}
	return text, nil
}

// atLine adds to err the line of data where it occurred.
func atLine(data []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:syntax.Offset], []byte("\n")), err)
	}
	return err
}

// English returns the English messages by id. The first message of a screen has a description.
func English() (map[string]Text, error) {
	data, err := embedded.ReadFile("locales/" + englishFile)
	if err != nil {
		return nil, err
	}
	return ParseLocale(data)
}

// IsTranslated reports whether t has a text.
func (t Text) IsTranslated() bool { return t.Forms[other] != "" }

// IsCounted reports whether the English text t has a number that selects its form.
func (t Text) IsCounted() bool { return t.Forms["one"] != "" }

// maxCount is more than the program ever counts to: forms that only millions take, such as the French "many", are
// not needed.
const maxCount = 1000

// PluralForms returns the plural forms that whole numbers select in a language, such as "one" and "other", in CLDR
// order. "other" is always included. The error says that code is not a language.
func PluralForms(code string) ([]string, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("language %q: %w", code, err)
	}
	named := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
		plural.Many: "many", plural.Other: other}
	used := map[string]bool{other: true}
	for n := range maxCount {
		used[named[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]] = true
	}
	return slices.DeleteFunc(slices.Clone(forms), func(form string) bool { return !used[form] }), nil
}
