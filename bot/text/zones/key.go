package zones

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters are replacements for letters that Unicode does not decompose, as people type them without the key.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe",
	"ı", "i", "ħ", "h", "ŋ", "ng", "臺", "台")

// umlauts undo the German spelling of umlauts without the key: Muenchen, Koeln.
var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// keyOf normalizes a name for comparison: lower-case letters without accents, digits, and one space between words.
// Saint, Sankt and Sainte become st, and Arabic words lose their article.
func keyOf(text string) string {
	var key strings.Builder
	for _, r := range norm.NFKD.String(letters.Replace(strings.ToLower(text))) {
		switch {
		case unicode.Is(unicode.Mn, r) || strings.ContainsRune(`'’‘ʼʻ`+"`", r):
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			key.WriteRune(r)
		default:
			key.WriteByte(' ')
		}
	}
	words := strings.Fields(norm.NFC.String(key.String()))
	for i, word := range words {
		switch word {
		case "saint", "sankt", "sainte", "ste":
			words[i] = "st"
		default:
			if bare, found := strings.CutPrefix(word, "ال"); found && len(bare) > len("ال") {
				words[i] = bare
			}
		}
	}
	return strings.Join(words, " ")
}
