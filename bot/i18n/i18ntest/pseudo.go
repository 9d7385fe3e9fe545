// Package i18ntest has a language for tests, made from English: each text stands between marks, with accents, and is
// longer, but can be turned back. What a person reads outside of the marks comes from no message. Its grammar is a
// Slavic one: three forms follow numbers, and a side has a case wherever it does not begin a sentence.
package i18ntest

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"madbot/bot/i18n"
)

// Code is the language whose place the one for tests takes. It has the plural forms of Slavic languages, in which "one"
// is 21, too.
const Code = "uk"

// The marks around a text, and what makes it longer.
const (
	begin   = "⟦"
	end     = "⟧"
	padding = "~"
)

// ofCase ends a word in the case inCase, and ofForm follows a number that chose a form.
const (
	ofCase = "ů"
	inCase = "gen"
)

var ofForm = map[string]string{"one": "¹", "few": "²", "many": "⁵", "other": "ⁿ"}

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
	unmarked := strings.NewReplacer(begin, "", end, "", padding, "", ofCase, "", "¹", "", "²", "", "⁵", "", "ⁿ", "")
	return translate(unmarked.Replace(text), accents, plainLetters)
}

// counted is a number in a text that people see, with what tells the form that it chose.
var counted = regexp.MustCompile(`(\d+)([¹²⁵ⁿ])`)

// Grammar returns what of the grammar a text has: by number its form, and whether a word is in a case. The error says
// which number has the form of another.
func Grammar(text string) (forms map[string]bool, cased bool, err error) {
	forms = map[string]bool{}
	for _, found := range counted.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(found[1]) // they are digits
		form := "many"
		switch tens := n % 100 / 10; {
		case tens != 1 && n%10 == 1:
			form = "one"
		case tens != 1 && n%10 >= 2 && n%10 <= 4:
			form = "few"
		}
		if forms[form] = true; found[2] != ofForm[form] {
			return nil, false, fmt.Errorf("%s is not the form of %d in %s", found[2], n, text)
		}
	}
	return forms, strings.Contains(text, ofCase), nil
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
	texts, err := i18n.Update(Code, english, nil)
	if err != nil {
		panic(err) // Code is that of a language
	}
	for id, text := range texts {
		for form := range text.Forms {
			said := cmp.Or(english[id].Forms[form], english[id].Forms["other"])
			text.Forms[form] = inflected(id, form, marked(id, said))
		}
	}
	return i18n.File(texts)
}

// side is a place for a side that does not begin a text.
var side = regexp.MustCompile(`([^` + begin + `]){{\.(\w*Side)}}`)

// inflected is a text of the language in a plural form, with the sides in it in their case; a side has that case.
func inflected(id, form, said string) string {
	if strings.HasPrefix(id, "side.") {
		return said + " | " + inCase + ": " + strings.TrimSuffix(said, end) + ofCase + end
	}
	said = strings.ReplaceAll(said, "{{.N}}", "{{.N}}"+ofForm[form])
	return side.ReplaceAllString(said, "$1{{.$2."+inCase+"}}")
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
