// Package i18ntest has a language for tests, made from English: each text stands between marks, with accents, and is
// longer, but can be turned back. What a person reads outside of the marks comes from no message.
package i18ntest

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"madbot/bot/i18n"
)

// The marks around a text, and what makes it longer.
const (
	begin   = "⟦"
	end     = "⟧"
	padding = "~"
)

// plainLetters and accents are the letters of English and what stands for them.
const (
	plainLetters = "aceginostuyACEGINOSTUY"
	accents      = "áčéğíñóšťúýÁČÉĞÍÑÓŠŤÚÝ"
)

// fixed is what a text keeps as it is: places, what is typed or linked, addresses, Discord's marks.
var fixed = regexp.MustCompile("{{[^}]*}}|`[^`]*`|https?://\\S+|<[^>]*>|\\d+[xd-]\\S*")

// namePrefix begins the name of a command or an option, which cannot have marks.
const namePrefix = "þ"

// Text marks an English text and makes it a third longer.
func Text(english string) string { return within(math.MaxInt, english) }

// within is Text, but no longer than most characters if English leaves room for the marks.
func within(most int, english string) string {
	size := utf8.RuneCountInString(english)
	longer := strings.Repeat(padding, max(0, min(size*3/10, most-size-2)))
	return begin + accented(english) + longer + end
}

// Name is Text for the name of a command or an option.
func Name(english string) string { return namePrefix + accented(english) }

// accented writes accents, except in what is fixed.
func accented(text string) string {
	var out strings.Builder
	at := 0
	for _, span := range append(fixed.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		out.WriteString(translate(text[at:span[0]], plainLetters, accents))
		out.WriteString(text[span[0]:span[1]])
		at = span[1]
	}
	return out.String()
}

// Plain turns a text that people see back into English.
func Plain(text string) string {
	return translate(strings.NewReplacer(begin, "", end, "", padding, "").Replace(text), accents, plainLetters)
}

// translate replaces each letter of from by that of to.
func translate(text, from, to string) string {
	source, target := []rune(from), []rune(to)
	return strings.Map(func(r rune) rune {
		if i := slices.Index(source, r); i >= 0 {
			return target[i]
		}
		return r
	}, text)
}

// Unmarked returns what of a text that people see is outside of marks, piece by piece. A text that was cut, which
// ends in an ellipsis, may lack the marks at its end.
func Unmarked(text string) (pieces []string) {
	depth, from := 0, 0
	for at, r := range text {
		switch string(r) {
		case begin:
			if depth == 0 {
				pieces = append(pieces, text[from:at])
			}
			depth++
		case end:
			if depth--; depth == 0 {
				from = at + len(end)
			}
		}
	}
	if depth == 0 {
		pieces = append(pieces, text[from:])
	}
	return slices.DeleteFunc(pieces, func(p string) bool { return strings.TrimSpace(p) == "" })
}

// HasLetters reports whether a piece has a letter that is not part of allowed.
func HasLetters(piece string, allowed *regexp.Regexp) bool {
	return strings.ContainsFunc(allowed.ReplaceAllString(piece, " "), unicode.IsLetter)
}

// ofName matches the ids of names of commands and options.
var ofName = regexp.MustCompile(`^(command|option)\..*\.name$`)

// limits are Discord's, in characters, of names of menus, labels in forms, buttons, items and prompts.
var limits = []int{32, 45, 80, 100, 150}

// Locale writes the locale file of the language for tests.
func Locale(english map[string]i18n.Text) []byte {
	texts := map[string]i18n.Text{}
	for id, text := range english {
		texts[id] = i18n.Text{Forms: map[string]string{}}
		for form, said := range text.Forms {
			texts[id].Forms[form] = marked(id, said)
		}
	}
	return i18n.File(texts)
}

// marked is an English text in the language for tests, within the limit that English keeps.
func marked(id, english string) string {
	if ofName.MatchString(id) {
		return Name(english)
	}
	for _, most := range limits {
		if utf8.RuneCountInString(english) <= most {
			return within(most, english)
		}
	}
	return Text(english)
}
