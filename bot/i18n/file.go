package i18n

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Update returns the content of a language's file: every message of english, with its text from done or empty for the
// translator to fill in. Messages of done that english lacks are dropped. The error says that code is not a language.
func Update(code string, english, done map[string]Text) (map[string]Text, error) {
	plurals, err := PluralForms(code)
	if err != nil {
		return nil, err
	}
	texts := map[string]Text{}
	for id, source := range english {
		wanted := []string{other}
		if source.IsCounted() {
			wanted = plurals
		}
		text := Text{Forms: map[string]string{}}
		for _, form := range wanted {
			text.Forms[form] = done[id].Forms[form]
		}
		texts[id] = text
	}
	return texts, nil
}

// File formats a locale file: one line per message, sorted by id and therefore by screen.
func File(texts map[string]Text) []byte {
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		lines = append(lines, "  "+quote(id)+": "+texts[id].value())
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

func (t Text) value() string {
	if text, ok := t.Forms[other]; ok && len(t.Forms) == 1 && t.Description == "" {
		return quote(text)
	}
	var fields []string
	if t.Description != "" {
		fields = append(fields, quote(keyDescription)+": "+quote(t.Description))
	}
	for _, form := range forms {
		if text, ok := t.Forms[form]; ok {
			fields = append(fields, quote(form)+": "+quote(text))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func quote(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string is always valid JSON
	}
	return strings.TrimSpace(out.String())
}
