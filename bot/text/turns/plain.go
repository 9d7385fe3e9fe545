package turns

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Holds reports whether text contains each word of typed, in any case and without regard to accents.
func Holds(text, typed string) bool { return holds(plain(text), wordsOf(typed)) }

// holds reports whether text contains each of words; both are plain.
func holds(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// wordsOf returns the words of a text, plain. Commas and apostrophes separate them as spaces do.
func wordsOf(text string) []string {
	return strings.FieldsFunc(plain(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",'’", r)
	})
}

// plain returns a text in lower case and without accents, as people type it in a hurry.
func plain(text string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) { // an accent, apart from its letter
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
	return strings.ReplaceAll(letters, "ß", "ss")
}
