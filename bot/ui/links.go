package ui

import (
	"regexp"
	"sync/atomic"
)

// Links turns the names of commands in texts into clickable links. The zero value knows no commands. It is safe for
// concurrent use.
type Links struct {
	ids atomic.Pointer[map[string]string] // by name
}

// Learn sets the ids of the commands by name.
func (l *Links) Learn(ids map[string]string) { l.ids.Store(&ids) }

// commandName matches a command and its subcommand in a text.
var commandName = regexp.MustCompile("`/([a-z]+)((?: [a-z]+)?)`")

// In returns text with links for the commands whose ids are known. l may be nil.
func (l *Links) In(text string) string {
	if l == nil || l.ids.Load() == nil {
		return text
	}
	ids := *l.ids.Load()
	return commandName.ReplaceAllStringFunc(text, func(named string) string {
		found := commandName.FindStringSubmatch(named)
		id := ids[found[1]]
		if id == "" {
			return named
		}
		return "</" + found[1] + found[2] + ":" + id + ">"
	})
}
