package i18n

import (
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// parser parses each text once. The library caches only the texts of locale files and would parse the English text
// of a Message on every call.
type parser struct {
	parsed sync.Map // template.ParsedTemplate by text; bounded by the number of texts in the program
}

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

func (p *parser) Cacheable() bool { return true }
