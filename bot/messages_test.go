package bot

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
)

// englishFile is the file that translators start from.
const englishFile = "i18n/locales/en.json"

// TestMessages: the English file contains every message in the source and every text of the commands. -update rewrites
// it.
func TestMessages(t *testing.T) {
	t.Parallel()
	list := sourceMessages(t)
	require.Greater(t, len(list), 100)
	seen := map[string]string{}
	for _, m := range list {
		assert.NotEmpty(t, m.other, m.id)
		assert.Empty(t, seen[m.id], "two messages are called %s", m.id)
		seen[m.id] = m.other
		counted := strings.Contains(m.other, "{{.N}}")
		assert.Equal(t, counted, m.one != "", "%s: a count and its plural go together", m.id)
		assert.Equal(t, counted, strings.Contains(m.one, "{{.N}}"), "%s: one is also 21 in some languages", m.id)
	}
	for _, text := range dispatch.SpecTexts(newTable(t).commands().List) {
		if said := seen[text.ID]; said != "" {
			assert.Equal(t, said, text.English, "a message and a command are called %s", text.ID)
			continue
		}
		list = append(list, texts{id: text.ID, other: text.English})
	}
	want := englishOf(list)
	if *updateGolden {
		require.NoError(t, os.WriteFile(englishFile, want, 0o644))
	}
	got, err := os.ReadFile(englishFile)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, got), "%s has other words or another order, -update rewrites it: %q", englishFile,
		append(absent(want, got), absent(got, want)...))
}

// absent returns the messages of a locale file that are missing from another, or differ there.
func absent(from, in []byte) (names []string) {
	there := strings.Split(string(in), "\n")
	for _, m := range strings.Split(string(from), "\n") {
		if !slices.Contains(there, m) {
			names = append(names, strings.Split(m, ":")[0])
		}
	}
	return names
}

// englishOf returns messages as a locale file, each group with the comment on where it appears.
func englishOf(list []texts) []byte {
	slices.SortFunc(list, func(a, b texts) int { return strings.Compare(a.id, b.id) })
	all, said := map[string]i18n.Text{}, map[string]bool{"": true}
	for _, m := range list {
		text := i18n.Text{Forms: map[string]string{"other": m.other}}
		if about := m.about(); !said[about] {
			text.Description, said[about] = about, true
		}
		if m.one != "" {
			text.Forms["one"] = m.one
		}
		all[m.id] = text
	}
	return i18n.File(all)
}

// oddPhrases are phrases that people should not have to read.
var oddPhrases = []string{"parallel universe", "for nothing in return", "losing more than that", "lately", "by lot",
	"unless you say", "pass: ", "cannot take", "It can:", "You can:"}

// notOurs matches the code's word for what people call a game, and American spelling.
var notOurs = regexp.MustCompile(`(?i)\bmatch|\b(colors?|centers?|favorites?|gray|canceled)\b|\b(recogn|organ|real|apolog)iz|analyz`)

// TestMessages_Wording: no message contains a phrase that was removed before.
func TestMessages_Wording(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	for id, text := range english {
		for _, said := range text.Forms {
			assert.NotRegexp(t, notOurs, place.ReplaceAllString(said, ""), id)
		}
	}
	for _, m := range sourceMessages(t) {
		if strings.HasPrefix(m.id, "rules.story.") {
			continue // the tale has words of its own
		}
		for _, phrase := range oddPhrases {
			assert.NotContains(t, m.one+m.other, phrase, m.id)
		}
	}
}

// TestMessagesStandWithHandlers: messages are declared in rooms, not in this package.
func TestMessagesStandWithHandlers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.False(t, !strings.HasSuffix(name, "_test.go") && bytes.Contains(source, []byte("i18n.Message{")), name)
	}
}

// place matches a placeholder or the name of a command.
var place = regexp.MustCompile("{{[^}]*}}|`/[a-z]+(?: [a-z]+)?`")

// inForm matches a placeholder for a side in a form that the language defines, such as a case.
var inForm = regexp.MustCompile(`{{\.(\w*Side)\.(\w+)}}`)

// placesOf returns the placeholders of a text, each once, without forms.
func placesOf(text string) []string {
	all := place.FindAllString(inForm.ReplaceAllString(text, "{{.$1}}"), -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// faults returns the defects of a locale file: unknown messages, plural forms that the language does not have, and
// placeholders that differ from the English text.
func faults(t *testing.T, code string, english, locale map[string]i18n.Text) (wrong []string) {
	t.Helper()
	plurals, err := i18n.PluralForms(code)
	require.NoError(t, err)
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for id, text := range locale {
		source, known := english[id]
		if !known {
			say("%s is said by nobody", id)
			continue
		}
		for form, said := range text.Forms {
			if form != "other" && !(source.IsCounted() && slices.Contains(plurals, form)) {
				say("%s has no form %s", id, form)
			}
			given, wanted := placesOf(said), placesOf(source.Forms["other"])
			if said != "" && !slices.Equal(given, wanted) {
				say("%s has %s in %s, not %s", id, given, form, wanted)
			}
		}
	}
	wrong = append(wrong, formFaults(locale)...)
	slices.Sort(wrong)
	return wrong
}

// formFaults returns the sides that do not have exactly the forms that messages of their language use.
func formFaults(locale map[string]i18n.Text) (wrong []string) {
	used := map[string]bool{"": true}
	for _, text := range locale {
		for _, said := range text.Forms {
			for _, found := range inForm.FindAllStringSubmatch(said, -1) {
				used[found[2]] = true
			}
		}
	}
	for _, id := range []string{"side.red", "side.blue"} {
		has, wanted := slices.Sorted(maps.Keys(i18n.ReadWord(locale[id].Forms["other"]))), slices.Sorted(maps.Keys(used))
		if !slices.Equal(has, wanted) {
			wrong = append(wrong, fmt.Sprintf("%s has the forms %q, and messages use %q", id, has, wanted))
		}
	}
	return wrong
}

func TestFaultsOfALocale(t *testing.T) {
	t.Parallel()
	english := map[string]i18n.Text{
		"a": {Forms: map[string]string{"one": "{{.N}} turn, `/move`", "other": "{{.N}} turns, `/move`"}},
		"b": {Forms: map[string]string{"other": "{{.Who}} and {{.Who}}"}}}
	read := func(text string) map[string]i18n.Text {
		list, err := i18n.ParseLocale([]byte(strings.NewReplacer("`", `"`, "'", "`").Replace(text)))
		require.NoError(t, err)
		return list
	}
	assert.Empty(t, faults(t, "de", english, read("{`a`: {`one`: `{{.N}} Zug, '/move'`, `other`: `'/move': {{.N}}`}, `b`: `{{.Who}}`}")))
	assert.Equal(t, []string{"a has [`/zug`] in other, not [`/move` {{.N}}]", "a has no form few",
		"b has [] in other, not [{{.Who}}]", "b has no form one", "c is said by nobody"},
		faults(t, "de", english, read("{`a`: {`few`: `{{.N}} '/move'`, `other`: `'/zug'`}, `b`: {`one`: `{{.Who}}`, `other`: `x`}, `c`: `x`}")))
	assert.Equal(t, []string{"a has [`/move`] in one, not [`/move` {{.N}}]"},
		faults(t, "pl", english, read("{`a`: {`one`: `'/move'`, `other`: `{{.N}}, '/move'`}}")))
	assert.Empty(t, faults(t, "ja", english, read("{`a`: `'/move' {{.N}}`, `b`: `{{.Who}}`}")))
}

func TestFormFaults(t *testing.T) {
	t.Parallel()
	locale := func(red, blue, said string) map[string]i18n.Text {
		text := func(said string) i18n.Text { return i18n.Text{Forms: map[string]string{"other": said}} }
		return map[string]i18n.Text{"side.red": text(red), "side.blue": text(blue), "told": text(said)}
	}
	assert.Empty(t, formFaults(locale("Rot", "Blau", "{{.Side}}, {{.Word.e}}")))
	assert.Empty(t, formFaults(locale("Rot | e: rote", "Blau|e:blaue", "Die {{.EnemySide.e}} {{.Ship}}")))
	assert.Equal(t, []string{`side.red has the forms ["" "e"], and messages use [""]`},
		formFaults(locale("Rot | e: rote", "Blau", "{{.Side}}")), "no message without its form, no form without use")
	assert.Equal(t, []string{`side.blue has the forms [""], and messages use ["" "e"]`},
		formFaults(locale("Rot | e: rote", "Blau", "{{.Side.e}}")))
}
