package sandbox

import (
	"slices"
	"strings"
)

// Labelled finds a button or menu of the message by its label or placeholder; false when there is
// none.
func (m Message) Labelled(label string) (Component, bool) {
	var found *Component
	walk(m.Components, nil, func(c *Component, _ []string) {
		if c.CustomID != "" && (c.Label == label || c.Placeholder == label) {
			found = c
		}
	})
	if found == nil {
		return Component{}, false
	}
	return *found, true
}

// Text is all the words the message shows: content, embeds and text displays, a line each.
func (m Message) Text() string {
	lines := []string{m.text()}
	for _, e := range m.Embeds {
		lines = append(lines, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		if e.Footer != nil {
			lines = append(lines, e.Footer.Text)
		}
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
