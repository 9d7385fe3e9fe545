package i18n

import "strings"

// Word is the value of a placeholder that has several forms, such as grammatical cases: {{.Side}} prints the plain
// form and {{.Side.of}} the form that a locale file calls "of". In the file, the forms follow the plain one: "les
// rouges | of: des rouges". A message that needs a missing form falls back to English.
type Word map[string]string // by name of the form; "" for the plain one

// ReadWord parses the text of a word in a locale file.
func ReadWord(text string) Word {
	plain, forms, _ := strings.Cut(text, "|")
	word := Word{"": strings.TrimSpace(plain)}
	for form := range strings.SplitSeq(forms, "|") {
		if name, text, isForm := strings.Cut(form, ":"); isForm {
			word[strings.TrimSpace(name)] = strings.TrimSpace(text)
		}
	}
	return word
}

// String returns the plain form.
func (w Word) String() string { return w[""] }

// Word returns m as a Word, with the forms that its language has.
func (p Printer) Word(m Message, args Args) Word { return ReadWord(p.Text(m, args)) }
