package bot

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
)

// locales returns all languages except English, by code, including one made for tests.
func locales(t *testing.T) map[string]map[string]i18n.Text {
	t.Helper()
	english, err := i18n.English()
	require.NoError(t, err)
	made, err := i18n.ParseLocale(i18ntest.Locale(english))
	require.NoError(t, err)
	all := map[string]map[string]i18n.Text{i18ntest.Code: made}
	files, err := fs.Glob(os.DirFS("i18n/locales"), "*.json")
	require.NoError(t, err)
	for _, name := range files {
		if name == filepath.Base(englishFile) {
			continue
		}
		data, err := os.ReadFile("i18n/locales/" + name)
		require.NoError(t, err)
		all[strings.TrimSuffix(name, ".json")], err = i18n.ParseLocale(data)
		require.NoError(t, err, name)
	}
	return all
}

// complete are the languages that the maintainers keep complete. In others, missing messages appear in English.
var complete = []string{"de", "fr", i18ntest.Code}

// TestLocales: locale files have the placeholders of the English texts and the forms of their language.
func TestLocales(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	for code, texts := range locales(t) {
		for _, fault := range faults(t, code, english, texts) {
			assert.Fail(t, code+": "+fault)
		}
		missing, err := i18n.Missing(code, english, texts)
		require.NoError(t, err)
		if slices.Contains(complete, code) && len(missing) > 0 {
			assert.Fail(t, fmt.Sprintf("%s: %d missing: %s", code, len(missing), strings.Join(missing, ", ")))
		}
		assert.Contains(t, discordLocales, code, "Discord does not support the language")
	}
}

// mostLocale is the maximum length of a locale file in characters, so that volunteers are willing to translate it; a
// Cyrillic letter has two bytes.
const mostLocale = 140_000

// TestLocales_Files: locale files are not too long, sorted by screen, with a line for each message.
func TestLocales_Files(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("i18n/locales/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.LessOrEqual(t, utf8.RuneCount(data), mostLocale, name)
		texts, err := i18n.ParseLocale(data)
		require.NoError(t, err)
		if string(i18n.File(texts)) != string(data) || !hasSources(t, name, texts) { // does not print whole files
			assert.Fail(t, "this updates the file: go run ./cmd/madbot locale bot/"+name)
		}
	}
}

// hasSources reports whether the sources of all texts are recorded next to the locale file.
func hasSources(t *testing.T, name string, texts map[string]i18n.Text) bool {
	t.Helper()
	if name == englishFile {
		return true
	}
	english, err := i18n.English()
	require.NoError(t, err)
	data, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".sum")
	require.NoError(t, err)
	recorded, err := i18n.ParseSources(data)
	require.NoError(t, err)
	return string(i18n.SourcesFile(i18n.UpdateSources(english, texts, recorded))) == string(data)
}

// badWords are phrases that native editors removed, by language: an example, and a pattern that matches it.
var badWords = map[string]map[string]string{
	"en": {"counts for nobody": `\bcounts? for no(thing|body)\b`, "begins by itself": `\bby (itself|themselves)\b`,
		"a ship of Blue's": `\bof (Blue|Red)'s\b`, "Red is to move": `\bis to move\b`,
		"could expel it next.": `\bexpel(led)?\b[^.]* next([.,:;]|$)`, "former player": `\bformer player\b`},
	"fr": {"d’elles-mêmes": `d’elles?-mêmes?|de lui-même`, "Rien ne compte": `Rien ne compte`,
		"demande à qui gère": `([àÀ]|[Pp]our|avec|et) qui (gère|veut|m’)`, "L’opérateur": `[Oo]pérateur`,
		"3 inscrits": `\binscrits\b`, "ancien joueur": `ancien joueur`, "- Qui gère": `(^|[.\n-] ?)Qui gère`},
	"de": {"beginnt von selbst": `von selbst`, "Ex-Spieler": `Ex-Spieler`, "Rätsel des Tages": `Rätsel`,
		"ein Rückblick": `Rückblick`, "Der Betreiber": `Betreiber`, "Es braucht 5": `braucht es|[Ee]s braucht`,
		"hat angeboten, hier aufzuhören": `(biete|gebote)[^.]*aufzuhören`},
}

// TestLocales_Words: no message contains a phrase that a native editor removed from that language.
func TestLocales_Words(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	all := locales(t)
	all["en"] = english
	for code, words := range badWords {
		for phrase, pattern := range words {
			bad := regexp.MustCompile(pattern)
			assert.Regexp(t, bad, phrase)
			for id, text := range all[code] {
				for _, said := range text.Forms {
					assert.NotRegexp(t, bad, said, "%s: %s", code, id)
				}
			}
		}
	}
}

// TestLocales_Labels: testdata/labels.txt lists the label of every button in each complete language, with its id, its
// room and where it appears, for reading each label without the text above it. -update rewrites it.
func TestLocales_Labels(t *testing.T) {
	t.Parallel()
	all := locales(t)
	var list []string
	for _, m := range sourceMessages(t) {
		if slices.Contains(kindsOf(m), aButton) {
			list = append(list, fmt.Sprintf("%s | %s | %s · %s, %s: %s\n", m.other, all["de"][m.id].Forms["other"],
				all["fr"][m.id].Forms["other"], m.id, m.folder, m.about()))
		}
	}
	slices.Sort(list)
	require.Greater(t, len(list), 100)
	golden(t, "labels.txt", []byte(strings.Join(list, "")))
}

// TestLocales_French: a no-break space goes before : ; ? ! » and after «, so that no line ends there.
func TestLocales_French(t *testing.T) {
	t.Parallel()
	breaks := regexp.MustCompile(`\pL[:;?!»]( |$)| [:;?!»]|«[^\x{202f}]`)
	for id, text := range locales(t)["fr"] {
		for _, said := range text.Forms {
			said, _, _ = strings.Cut(said, " | ") // without the forms of a word
			if found := breaks.FindString(said); found != "" {
				t.Errorf("bot/i18n/locales/fr.json: %s has %q: write U+202F (narrow no-break space) before : ; ? ! » and after «",
					id, found)
			}
		}
	}
}

// discordLocales are the languages of Discord's clients, from the reference of its documentation.
var discordLocales = []string{"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
	"pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}

// typedName matches names of commands and options that Discord accepts.
var typedName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// TestLocales_Commands: Discord accepts the names of commands and options in each language, and no two are the same.
func TestLocales_Commands(t *testing.T) {
	t.Parallel()
	commands := newTable(t).commands().List
	for code, texts := range locales(t) {
		in := func(id, english string) string {
			if said := texts[id].Forms["other"]; said != "" {
				return said
			}
			return english
		}
		for _, text := range dispatch.SpecTexts(commands) {
			if said := in(text.ID, text.English); text.Kind == dispatch.TypedName {
				assert.Regexp(t, typedName, said, "%s %s", code, text.ID)
				assert.Equal(t, strings.ToLower(said), said, "%s %s", code, text.ID)
			} else {
				most := map[dispatch.SpecKind]int{dispatch.MenuName: discord.MaxCommandName,
					dispatch.Description: discord.MaxCommandText, dispatch.ChoiceName: discord.MaxChoiceName}[text.Kind]
				assert.LessOrEqual(t, utf8.RuneCountInString(said), most, "%s %s", code, text.ID)
			}
		}
		assert.Empty(t, clashes(commands, in), code)
	}
}

// clashes returns the names that two commands of a type, or two options of a command, share in a language.
func clashes(commands []dispatch.Command, in func(id, english string) string) (list []string) {
	seen := map[string]string{}
	note := func(group, base, said string) {
		for _, name := range []string{base, said} {
			if of, taken := seen[group+" "+name]; taken && of != base {
				list = append(list, fmt.Sprintf("%s: %s and %s are both %s", group, of, base, name))
			}
			seen[group+" "+name] = base
		}
	}
	for _, c := range commands {
		id := "command." + strings.ReplaceAll(strings.ToLower(c.Spec.Name), " ", "_")
		if c.Spec.Type != discordgo.ChatApplicationCommand {
			note(fmt.Sprint("type ", c.Spec.Type), c.Spec.Name, in(id+".name", c.Spec.Name))
		}
		for _, o := range c.Spec.Options {
			of := "option." + o.Name
			if o.Type == discordgo.ApplicationCommandOptionSubCommand {
				of = id + "." + o.Name
			}
			note("/"+c.Spec.Name, o.Name, in(of+".name", o.Name))
			for _, inner := range o.Options {
				note("/"+c.Spec.Name+" "+o.Name, inner.Name, in("option."+inner.Name+".name", inner.Name))
			}
		}
	}
	return list
}

func TestClashes(t *testing.T) {
	t.Parallel()
	commands := newTable(t).commands().List
	assert.Empty(t, clashes(commands, func(_, english string) string { return english }))
	assert.NotEmpty(t, clashes(commands, func(id, english string) string {
		if id == "option.pace.name" {
			return "side"
		}
		return english
	}), "the English name of another option")
}

// longest is the maximum length of a placeholder's value, in characters, for short values other than messages and
// names.
var longest = map[string]int{"N": 3, "Ship": 3, "Square": 2, "Level": 2, "Number": 3, "Board": 3, "Turn": 18, "Max": 3, "Side": 5,
	"Row": 1, "Ply": 3, "All": 3, "Which": 3}

// mostOther is the maximum length of other placeholders' values in short texts.
const mostOther = 12

// length returns the length of a text with the longest values.
func length(text string) int {
	return utf8.RuneCountInString(place.ReplaceAllStringFunc(text, func(p string) string {
		name, isPlace := strings.CutPrefix(p, "{{.")
		if !isPlace {
			return p
		}
		if n, known := longest[strings.TrimSuffix(name, "}}")]; known {
			return strings.Repeat("x", n)
		}
		return strings.Repeat("x", mostOther)
	}))
}

// linked returns a text with its commands replaced by links.
func linked(text string) string {
	return regexp.MustCompile("`(/[a-z]+(?: [a-z]+)?)`").ReplaceAllString(text, "<$1:1400000000000000001>")
}

// TestLocales_Lengths: in every language, texts of buttons, menus, forms, messages and picture descriptions fit
// Discord's limits.
func TestLocales_Lengths(t *testing.T) {
	t.Parallel()
	most := map[string]int{aButton: discord.MaxButtonLabel, anItem: discord.MaxSelectText, aNote: discord.MaxSelectText,
		aPrompt: discord.MaxPrompt, aTitle: discord.MaxTitle, aLabel: discord.MaxTitle, aHelp: discord.MaxSelectText}
	english, err := i18n.English()
	require.NoError(t, err)
	all := locales(t)
	all["en"] = english
	delete(all, i18ntest.Code) // it is longer than real languages
	for code, texts := range all {
		for _, m := range sourceMessages(t) {
			room := discord.MaxContent
			if strings.HasSuffix(m.id, "alt") {
				room = discord.MaxDescription
			}
			for form, said := range texts[m.id].Forms {
				assert.LessOrEqual(t, length(linked(said)), room, "%s %s %s", code, m.id, form)
				for _, kind := range kindsOf(m) {
					assert.LessOrEqual(t, length(said), most[kind], "%s %s %s: %s", code, m.id, form, kind)
				}
			}
		}
	}
}
