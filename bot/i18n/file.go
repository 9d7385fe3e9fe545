package i18n

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Update returns what the file of a language has: each message of english as done has it, and empty where a
// translator is to write. What nobody says any more is left out. The error says that code names no language.
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

// File writes a locale file: a line for each message, sorted by id and so by screen.
func File(texts map[string]Text) []byte {
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(texts)) {
		lines = append(lines, "  "+quoted(id)+": "+texts[id].entry())
	}
	return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n")
}

// entry writes t: its text alone where that is all there is.
func (t Text) entry() string {
	if alone, has := t.Forms[other]; has && len(t.Forms) == 1 && t.Description == "" {
		return quoted(alone)
	}
	var fields []string
	if t.Description != "" {
		fields = append(fields, quoted(keyDescription)+": "+quoted(t.Description))
	}
	for _, form := range forms {
		if said, has := t.Forms[form]; has {
			fields = append(fields, quoted(form)+": "+quoted(said))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// quoted writes a text as JSON.
func quoted(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string is always JSON
	}
	return strings.TrimSpace(out.String())
}
