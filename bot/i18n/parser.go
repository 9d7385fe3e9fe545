package i18n

import (
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// parser parses each text once. The library does so for the texts of locale files alone; it makes the
// English template of a Message anew each time.
type parser struct {
	parsed sync.Map // template.ParsedTemplate by text; there are as many as the program has texts
}

// Parse implements template.Parser. What it returns fails where a place is not filled.
func (p *parser) Parse(text, left, right string) (template.ParsedTemplate, error) {
	if known, ok := p.parsed.Load(text); ok {
		return known.(template.ParsedTemplate), nil
	}
	strict := template.TextParser{Option: "missingkey=error"}
	parsed, err := strict.Parse(text, left, right)
	if err == nil {
		p.parsed.Store(text, parsed)
	}
	return parsed, err
}

// Cacheable implements template.Parser.
func (p *parser) Cacheable() bool { return true }
