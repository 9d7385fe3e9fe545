// Package i18ntest provides a pseudo-language for tests, made from English. Each text has marks around it, accents, and
// padding; Plain turns it back into English. Text outside the marks does not come from a message. The grammar is
// Slavic: numbers select between three forms, and a side takes a case unless it begins a sentence.
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

// Code is the language that the pseudo-language replaces. Its plural forms are Slavic, where "one" is also 21.
const Code = "uk"

// The marks around a text, and the padding that makes it longer.
const (
	begin   = "⟦"
	end     = "⟧"
	padding = "~"
)

// ofCase ends a word in the case inCase. ofForm follows a number and tells which form it selected.
const (
	ofCase = "ů"
	inCase = "gen"
)

var ofForm = map[string]string{"one": "¹", "few": "²", "many": "⁵", "other": "ⁿ"}

// plainLetters are English letters, and accents their replacements.
const (
	plainLetters = "aceginostuyACEGINOSTUY"
	accents      = "áčéğíñóšťúýÁČÉĞÍÑÓŠŤÚÝ"
)

// fixed matches parts that keep their letters: placeholders, typed text, links, Discord's markup.
var fixed = regexp.MustCompile("{{[^}]*}}|`[^`]*`|https?://\\S+|<[^>]*>|\\d+[xd-]\\S*")

// namePrefix begins the names of commands and options, which cannot have marks.
const namePrefix = "þ"

// Text returns an English text in the pseudo-language, a third longer.
func Text(english string) string { return within(math.MaxInt, english) }

// within is Text limited to most characters, if English leaves room for the marks.
func within(most int, english string) string {
	size := utf8.RuneCountInString(english)
	longer := strings.Repeat(padding, max(0, min(size*3/10, most-size-2)))
	return begin + accented(english) + longer + end
}

// Name returns the name of a command or an option in the pseudo-language.
func Name(english string) string { return namePrefix + accented(english) }

// accented adds accents, except to fixed parts.
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

// Plain turns a text of the pseudo-language back into English.
func Plain(text string) string {
	unmarked := strings.NewReplacer(begin, "", end, "", padding, "", ofCase, "", "¹", "", "²", "", "⁵", "", "ⁿ", "")
	return translate(unmarked.Replace(text), accents, plainLetters)
}

// counted matches a number and the mark of the form that it selected.
var counted = regexp.MustCompile(`(\d+)([¹²⁵ⁿ])`)

// Grammar returns the plural forms that numbers selected in a text, and whether a word has a case. The error names
// a number with the wrong form.
func Grammar(text string) (forms map[string]bool, cased bool, err error) {
	forms = map[string]bool{}
	for _, found := range counted.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(found[1]) // the pattern matches digits only
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

func translate(text, from, to string) string {
	source, target := []rune(from), []rune(to)
	return strings.Map(func(r rune) rune {
		if i := slices.Index(source, r); i >= 0 {
			return target[i]
		}
		return r
	}, text)
}

// Unmarked returns the pieces of a text outside the marks. A text that was cut off with an ellipsis may lack the
// marks at its end.
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

// HasLetters reports whether a piece has a letter that allowed does not match.
func HasLetters(piece string, allowed *regexp.Regexp) bool {
	return strings.ContainsFunc(allowed.ReplaceAllString(piece, " "), unicode.IsLetter)
}

// ofName matches the message ids of the names of commands and options.
var ofName = regexp.MustCompile(`^(command|option)\..*\.name$`)

// limits are Discord's, in characters: menu command names, form labels, buttons, menu items, prompts.
var limits = []int{32, 45, 80, 100, 150}

// Locale returns the locale file of the pseudo-language.
func Locale(english map[string]i18n.Text) []byte {
	texts, err := i18n.Update(Code, english, nil)
	if err != nil {
		panic(err) // Code is a language
	}
	for id, text := range texts {
		for form := range text.Forms {
			said := cmp.Or(english[id].Forms[form], english[id].Forms["other"])
			text.Forms[form] = inflected(id, form, marked(id, said))
		}
	}
	return i18n.File(texts)
}

// side matches a placeholder for a side that does not begin a text.
var side = regexp.MustCompile(`([^` + begin + `]){{\.(\w*Side)}}`)

// inflected returns a plural form of a text, with the sides in it in their case. The name of a side gets that case.
func inflected(id, form, said string) string {
	if strings.HasPrefix(id, "side.") {
		return said + " | " + inCase + ": " + strings.TrimSuffix(said, end) + ofCase + end
	}
	said = strings.ReplaceAll(said, "{{.N}}", "{{.N}}"+ofForm[form])
	return side.ReplaceAllString(said, "$1{{.$2."+inCase+"}}")
}

// marked returns a text in the pseudo-language, within the limit that the English text keeps.
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
