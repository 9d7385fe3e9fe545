package turns

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Holds reports whether text contains each word of typed, ignoring case and accents.
func Holds(text, typed string) bool { return holds(plain(text), wordsOf(typed)) }

func holds(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// wordsOf returns the plain words of a text. Commas and apostrophes separate words like spaces.
func wordsOf(text string) []string {
	return strings.FieldsFunc(plain(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",'’", r)
	})
}

// plain returns a text in lower case without accents, as people type it in a hurry.
func plain(text string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) { // an accent, now separate from its letter
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text))
	return strings.ReplaceAll(letters, "ß", "ss")
}
