// Package i18n holds the messages people read. A Message is a typed value with its English text, declared where it is
// used; the other languages are in locales/*.json. en.json there is generated from the source, for translators.
//
// It wraps go-i18n, which knows the plural rules of the languages.
package i18n

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed locales/*.json
var embedded embed.FS

const localesDir = "locales"

// Catalog is a set of languages. It is safe for concurrent use. Load, Embedded and Drafts return one.
type Catalog struct {
	bundle  *goi18n.Bundle
	matcher language.Matcher // among the languages of bundle
	parser  *parser
	texts   map[string]map[string]Text // by language and message id
}

// loadEmbedded parses the built-in languages once, because the files are long.
var loadEmbedded = sync.OnceValues(func() (*Catalog, error) {
	english, err := English()
	if err != nil {
		return nil, err
	}
	return LoadOffered(embedded, localesDir, english)
})

// Embedded returns the catalogue of the built-in languages that are offered to people; see IsOffered. Each call
// returns the same one.
func Embedded() (*Catalog, error) { return loadEmbedded() }

// Drafts returns the catalogue of all built-in languages, even if hardly translated.
func Drafts() (*Catalog, error) { return Load(embedded, localesDir) }

// Load reads every *.json file in the folder dir of files, each named after its language: "de.json", "pt-BR.json".
// English is always included, with the texts of the source: Load does not read en.json. The error names the file and
// the line at fault.
func Load(files fs.FS, dir string) (*Catalog, error) {
	return load(files, dir, func(string, map[string]Text) (bool, error) { return true, nil })
}

// LoadOffered is Load for the languages that translate enough of the messages of english to be offered; see IsOffered.
func LoadOffered(files fs.FS, dir string, english map[string]Text) (*Catalog, error) {
	return load(files, dir, func(code string, texts map[string]Text) (bool, error) {
		missing, err := Missing(code, english, texts)
		return IsOffered(len(english), len(missing)), err
	})
}

// load is Load for the languages that keep reports true for.
func load(files fs.FS, dir string, keep func(code string, texts map[string]Text) (bool, error)) (*Catalog, error) {
	c := &Catalog{bundle: goi18n.NewBundle(language.English), parser: &parser{}, texts: map[string]map[string]Text{}}
	names, err := fs.Glob(files, path.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("list locales: %w", err)
	}
	for _, name := range names {
		if path.Base(name) == englishFile {
			continue
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read locale %s: %w", name, err)
		}
		texts, err := ParseLocale(data)
		if err != nil {
			return nil, fmt.Errorf("parse locale %s: %w", name, err)
		}
		code := strings.TrimSuffix(path.Base(name), ".json")
		kept, err := keep(code, texts)
		if kept && err == nil {
			err = c.add(code, texts)
		}
		if err != nil {
			return nil, fmt.Errorf("locale %s: %w", name, err)
		}
	}
	c.matcher = language.NewMatcher(c.bundle.LanguageTags())
	return c, nil
}

func (c *Catalog) add(code string, texts map[string]Text) error {
	tag, err := language.Parse(code)
	if err != nil {
		return fmt.Errorf("language %q: %w", code, err)
	}
	var messages []*goi18n.Message
	for id, text := range texts {
		f := text.Forms
		messages = append(messages, &goi18n.Message{ID: id, Zero: f["zero"], One: f["one"], Two: f["two"],
			Few: f["few"], Many: f["many"], Other: f[other]})
	}
	c.texts[tag.String()] = texts
	return c.bundle.AddMessages(tag, messages...)
}

// Language is a language of a Catalog.
type Language struct {
	Code string // such as "de" or "pt-BR"
	Name string // in the language itself, capitalised for a menu: "Français"
}

// Languages returns the languages, English first.
func (c *Catalog) Languages() []Language {
	var list []Language
	for _, tag := range c.bundle.LanguageTags() {
		list = append(list, Language{tag.String(), capitalize(tag, display.Self.Name(tag))})
	}
	return list
}

// capitalize upper-cases the first letter of name by the rules of its language.
func capitalize(tag language.Tag, name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return cases.Upper(tag).String(name[:size]) + name[size:]
}

// Translations returns the texts of message id by language code, without English. For a message with plural forms, it
// returns the form "other".
func (c *Catalog) Translations(id string) map[string]string {
	found := map[string]string{}
	for code, texts := range c.texts {
		if text := texts[id].Forms[other]; text != "" {
			found[code] = text
		}
	}
	return found
}

// Has reports whether the catalogue has the language with the given code.
func (c *Catalog) Has(code string) bool {
	return slices.ContainsFunc(c.Languages(), func(l Language) bool { return l.Code == code })
}

// Printer returns the printer for the first of locales that the catalogue has, exactly or for another region, or for
// English if it has none. A locale is a code such as "de" or "en-GB"; empty and unknown ones are skipped.
func (c *Catalog) Printer(locales ...string) Printer {
	_, index := language.MatchStrings(c.matcher, locales...)
	return Printer{
		tag:     c.bundle.LanguageTags()[index],
		chosen:  goi18n.NewLocalizer(c.bundle, locales...),
		english: goi18n.NewLocalizer(c.bundle, "en"),
		parser:  c.parser,
	}
}
