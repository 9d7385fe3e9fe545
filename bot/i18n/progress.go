package i18n

import (
	"maps"
	"slices"
)

// minTranslated is the share of messages, in percent, that a language needs before it is offered to people.
const minTranslated = 95

// Missing returns the ids of the messages that texts does not translate completely: one without a text, or without one
// of the plural forms of the language code. They are sorted. The error says that code is not a language.
func Missing(code string, english, texts map[string]Text) ([]string, error) {
	wanted, err := Update(code, english, texts)
	if err != nil {
		return nil, err
	}
	var missing []string
	for id, text := range wanted {
		if slices.Contains(slices.Collect(maps.Values(text.Forms)), "") {
			missing = append(missing, id)
		}
	}
	slices.Sort(missing)
	return missing, nil
}

// IsOffered reports whether people can choose a language that lacks missing of total messages: one that is translated
// to at least 95 percent. Its missing messages appear in English.
func IsOffered(total, missing int) bool {
	return (total-missing)*100 >= total*minTranslated
}
