// Package i18n holds the messages people read: typed values with their English text, which stand
// where they are used, and other languages in locales/*.json. The English file there is made from the
// source, for translators; file.go writes what they begin with.
//
// It wraps go-i18n, which knows the plural rules of the languages.
package i18n

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"
	"unicode/utf8"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed locales/*.json
var embedded embed.FS

// Catalog is the set of languages that are known. It is safe for concurrent use; make one with
// Load or Embedded.
type Catalog struct {
	bundle  *goi18n.Bundle
	matcher language.Matcher // among the languages of bundle
	parser  *parser
	texts   map[string]map[string]Text // by language and id
}

// builtIn reads the languages built into the program once: they are long.
var builtIn = sync.OnceValues(func() (*Catalog, error) { return Load(embedded, "locales") })

// Embedded returns the catalogue of the languages built into the program, the same one each time.
func Embedded() (*Catalog, error) { return builtIn() }

// Load reads every *.json file of the folder dir in files; its name is its language, as in
// "de.json" or "pt-BR.json". English is always there, as the source has it: en.json is not read. The
// error names the file that cannot be read, and shows the line.
func Load(files fs.FS, dir string) (*Catalog, error) {
	c := &Catalog{bundle: goi18n.NewBundle(language.English), parser: &parser{}, texts: map[string]map[string]Text{}}
	c.bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	names, err := fs.Glob(files, path.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("list locales: %w", err)
	}
	for _, name := range names {
		if path.Base(name) == englishFile {
			continue
		}
		if err := c.read(files, name); err != nil {
			return nil, err
		}
	}
	c.matcher = language.NewMatcher(c.bundle.LanguageTags())
	return c, nil
}

// read adds the locale file with a name.
func (c *Catalog) read(files fs.FS, name string) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read locale %s: %w", name, err)
	}
	texts, err := ParseLocale(data)
	if err != nil {
		return fmt.Errorf("parse locale %s: %w", name, err)
	}
	file, err := c.bundle.ParseMessageFileBytes(bytes.TrimPrefix(data, byteOrderMark), path.Base(name))
	if err != nil {
		return fmt.Errorf("parse locale %s: %w", name, err)
	}
	c.texts[file.Tag.String()] = texts
	return nil
}

// Language is a language of a Catalog.
type Language struct {
	Code string // as in "de" or "pt-BR"
	Name string // in itself, with a capital as in a menu
}

// Languages returns the languages that are known, English first.
func (c *Catalog) Languages() []Language {
	var list []Language
	for _, tag := range c.bundle.LanguageTags() {
		list = append(list, Language{tag.String(), capital(tag, display.Self.Name(tag))})
	}
	return list
}

// capital returns name with a capital at its beginning, by the rules of its language.
func capital(tag language.Tag, name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return cases.Upper(tag).String(name[:size]) + name[size:]
}

// Translations returns the texts that other languages than English have for id, by language: those for
// what is said without a number.
func (c *Catalog) Translations(id string) map[string]string {
	found := map[string]string{}
	for code, texts := range c.texts {
		if text := texts[id].Forms[other]; text != "" {
			found[code] = text
		}
	}
	return found
}

// Has reports whether a language is known by its code.
func (c *Catalog) Has(code string) bool {
	return slices.ContainsFunc(c.Languages(), func(l Language) bool { return l.Code == code })
}

// Printer returns the printer for the first of locales that is known, by exact name or by
// language, else for English. A locale is a code such as "de" or "en-GB"; an empty or unknown
// one is skipped.
func (c *Catalog) Printer(locales ...string) Printer {
	_, index := language.MatchStrings(c.matcher, locales...)
	return Printer{
		tag:     c.bundle.LanguageTags()[index],
		chosen:  goi18n.NewLocalizer(c.bundle, locales...),
		english: goi18n.NewLocalizer(c.bundle, "en"),
		parser:  c.parser,
	}
}
