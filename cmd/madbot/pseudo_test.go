package main

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
	"madbot/bot/sandbox"
)

// untranslatable matches what people read outside of messages in any language: names, turns, squares, levels, the grid
// of a text board, Discord's markup, and names of languages.
var untranslatable = regexp.MustCompile(`<[^>]*>|https?://\S+|\b(Alice|Bob|Carol|MAD)\b|\b\d{3}(-|x|=|>)\S*|\b[rb]?\d{3}\b|` +
	`\n +[a-e]( +[a-e])+\n|` +
	`\b[a-e][1-6]\b|\bm\d+\b|` + "```" + `|\b[65]x[54]\b|\bpass\b|\b(American )?English\b|Українська|#\w+`)

// eye reads what people see in the test language.
type eye struct {
	mu       sync.Mutex
	unmarked map[string]bool // texts with unmarked words
	joined   map[string]bool // texts between messages
	grammar  map[string]bool // the plural forms seen, and "case"
}

// read records unmarked texts in seen, a pointer to what somebody sees, and translates it back into English.
func (e *eye) read(_ *stage, seen any) {
	v := reflect.ValueOf(seen).Elem()
	v.Set(e.plain(v, ""))
}

// shown are the fields that people read.
var shown = []string{"Content", "Label", "Description", "Placeholder", "Title", "Name"}

// plain returns a copy of v, the value of a field, translated back into English.
func (e *eye) plain(v reflect.Value, field string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.String:
		if slices.Contains(shown, field) {
			e.check(v.String())
			out.SetString(i18ntest.Plain(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i); name.IsExported() && !isAside(v, name.Name) {
				out.Field(i).Set(e.plain(v.Field(i), name.Name))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			break
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(e.plain(v.Index(i), field))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(e.plain(v.Elem(), field))
		}
	}
	return out
}

// isAside reports whether a field of v is a name that the bot did not choose: of a channel that is not a thread, of a
// command that was used, or of an emoji.
func isAside(v reflect.Value, field string) bool {
	switch of := v.Interface().(type) {
	case sandbox.Channel:
		return field == "Name" && !of.IsThread()
	case sandbox.Choice:
		return false
	}
	return field == "Name" || field == "Author" || field == "Mentions"
}

// check records the unmarked parts of a text, and its grammar.
func (e *eye) check(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	forms, cased, err := i18ntest.Grammar(text)
	if maps.Copy(e.grammar, forms); cased {
		e.grammar["case"] = true
	}
	if err != nil {
		e.unmarked[err.Error()] = true
	}
	for _, piece := range i18ntest.Unmarked(text) {
		if i18ntest.HasLetters(piece, untranslatable) {
			e.unmarked[piece+" in "+text] = true
		} else if between := strings.TrimSpace(untranslatable.ReplaceAllString(piece, "")); between != "" {
			e.joined[between] = true
		}
	}
}

// uncut returns the transcript got, except that lines which were cut because they are longer than in English are taken
// from want.
func uncut(want, got string) string {
	wanted, lines := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i, line := range lines {
		whole, isCut := strings.CutSuffix(line, "…")
		if isCut && i < len(wanted) && strings.HasPrefix(wanted[i], whole) {
			lines[i] = wanted[i]
		}
	}
	return strings.Join(lines, "\n")
}

// pseudo returns the catalog of the test language, which everybody in the sandbox reads.
func pseudo(t *testing.T) *i18n.Catalog {
	t.Helper()
	english, err := i18n.English()
	require.NoError(t, err)
	catalog, err := i18n.Load(fstest.MapFS{"l/" + i18ntest.Code + ".json": {Data: i18ntest.Locale(english)}}, "l")
	require.NoError(t, err)
	return catalog
}

// TestScenarios_Pseudo: in a test language with the plural forms and cases of a Slavic one, in which every message is
// marked, people see nothing unmarked, and the same as in English after translating it back.
func TestScenarios_Pseudo(t *testing.T) {
	t.Parallel()
	catalog := pseudo(t)
	e := &eye{unmarked: map[string]bool{}, joined: map[string]bool{}, grammar: map[string]bool{}}
	few := []string{"turn/match", "teach/lessons", "end/offers", "turn/match_against_bot", "look/log", "show/weekly_digest",
		"bot/screens"}
	same := []string{"turn/match", "challenge/terms_and_presets", "settings/vacation"} // in others, longer texts change pages and rows
	t.Run("all", func(t *testing.T) {
		eachScenario(t, fewUnlessSoak(few), func(t *testing.T, name, script string) {
			if strings.Contains(script, " speaks ") {
				t.Skip("its people have languages of their own")
			}
			s := prepareStage(t, nil).sized(script)
			s.read = e.read
			s.open(func(p *parts) { p.Catalog = catalog }).speak(i18ntest.Code)
			if got := perform(s, script); slices.Contains(same, name) {
				assert.Empty(t, differ(script, uncut(script, got)))
			}
		})
	})
	for _, text := range slices.Sorted(maps.Keys(e.unmarked)) {
		t.Errorf("no message says: %s", text)
	}
	for _, is := range []string{"one", "few", "many", "case"} {
		assert.True(t, e.grammar[is], "nobody saw %s", is)
	}
	t.Logf("between messages: %q", slices.Sorted(maps.Keys(e.joined)))
}
