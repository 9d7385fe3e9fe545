package i18n

import "strings"

// Word fills a place of a message with what has forms in some languages, as a name has cases: {{.Side}} says the plain
// form, {{.Side.of}} the one that a locale file calls "of". It is what the place's own message says, in which forms
// follow the plain one: "les rouges | of: des rouges". A message whose form is missing falls back to English.
type Word map[string]string // by name of the form; the plain one has none

// ReadWord returns the forms in a text of a locale file.
func ReadWord(text string) Word {
	plain, forms, _ := strings.Cut(text, "|")
	word := Word{"": strings.TrimSpace(plain)}
	for form := range strings.SplitSeq(forms, "|") {
		if name, said, isForm := strings.Cut(form, ":"); isForm {
			word[strings.TrimSpace(name)] = strings.TrimSpace(said)
		}
	}
	return word
}

// String returns the plain form.
func (w Word) String() string { return w[""] }

// Word returns what m says, with the forms that the language has of it.
func (p Printer) Word(m Message, args Args) Word { return ReadWord(p.Text(m, args)) }
