package i18n

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Text is a message as a locale file has it. The zero value is one that is not translated.
type Text struct {
	Description string            // where it stands, for translators; in the English file alone
	Hash        string            // of the English text that it was translated from; "": of the present one
	Forms       map[string]string // by plural form; a message without a number has "other" alone
}

// What stands beside the plural forms of a message.
const (
	keyDescription = "description"
	keyHash        = "hash"
)

// other is the plural form that every language has.
const other = "other"

// forms lists the plural forms in the order in which Unicode's CLDR names them.
var forms = []string{"zero", "one", "two", "few", "many", other}

// englishFile has the English texts with their contexts. It is made from the source, whose texts are what
// is said.
const englishFile = "en.yaml"

// ParseLocale reads a locale file: its messages by id. The error shows the line at fault, or names a key
// that a message cannot have.
func ParseLocale(data []byte) (map[string]Text, error) {
	var file map[string]map[string]string
	if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte("\uFEFF")), &file); err != nil {
		return nil, err
	}
	texts := map[string]Text{}
	for id, keys := range file {
		text := Text{Description: keys[keyDescription], Hash: keys[keyHash], Forms: map[string]string{}}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			switch {
			case slices.Contains(forms, key):
				text.Forms[key] = keys[key]
			case key != keyDescription && key != keyHash:
				return nil, fmt.Errorf("%s: %q is no plural form", id, key)
			}
		}
		texts[id] = text
	}
	return texts, nil
}

// English returns the messages in English by id, each with its context.
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

// Sum identifies what t says, in all forms.
func (t Text) Sum() string {
	sum := sha256.New()
	for _, form := range forms {
		fmt.Fprintf(sum, "%s\x00", t.Forms[form])
	}
	return hex.EncodeToString(sum.Sum(nil))[:10]
}

// IsOutdated reports whether t was translated from another text than english is now.
func (t Text) IsOutdated(english Text) bool { return t.Hash != "" && t.Hash != english.Sum() }

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
