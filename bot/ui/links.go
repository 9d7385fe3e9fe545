package ui

import (
	"regexp"
	"sync/atomic"
)

// Links turns the names of commands into links that can be clicked. The zero value knows none. It is
// safe for concurrent use.
type Links struct {
	ids atomic.Pointer[map[string]string] // by name
}

// Learn takes the ids that Discord gave the commands, by name.
func (l *Links) Learn(ids map[string]string) { l.ids.Store(&ids) }

// commandName matches a command in a text, and a command within it.
var commandName = regexp.MustCompile("`/([a-z]+)((?: [a-z]+)?)`")

// In returns text with each command whose id is known made a link. l may be nil.
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
