package i18n

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPluralForms(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"en": {"one", "other"}, "fr": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"},
		"pl": {"one", "few", "many", "other"}, "cs": {"one", "few", "other"}, "lt": {"one", "few", "other"},
		"pt-BR": {"one", "other"}, "ro": {"one", "few", "other"},
	} {
		got, err := PluralForms(code)
		require.NoError(t, err)
		assert.Equal(t, want, got, code)
	}
	_, err := PluralForms("no-language-at-all")
	assert.ErrorContains(t, err, `language "no-language-at-all"`)
}

// TestPluralForms_Said: the forms are those that a Printer asks for.
func TestPluralForms_Said(t *testing.T) {
	t.Parallel()
	const all = "turns: {zero: zero, one: one, two: two, few: few, many: many, other: other}\n"
	files := fstest.MapFS{}
	codes := []string{"fr", "de", "pl", "cs", "ru", "uk", "lt", "ro", "pt-BR", "es-ES", "it", "hr", "ja", "tr"}
	for _, code := range codes {
		files["l/"+code+".yaml"] = &fstest.MapFile{Data: []byte(all)}
	}
	catalog, err := Load(files, "l")
	require.NoError(t, err)
	turns := Message{ID: "turns", One: "one turn", Other: "{{.N}} turns"}
	for _, code := range codes {
		forms, err := PluralForms(code)
		require.NoError(t, err)
		for n := range 200 {
			assert.Contains(t, forms, catalog.Printer(code).Text(turns, Args{"N": n}), "%s %d", code, n)
		}
	}
}

// TestLoad_English: the English of the source is what is said, whatever its file says.
func TestLoad_English(t *testing.T) {
	t.Parallel()
	catalog, err := Load(fstest.MapFS{"l/en.yaml": {Data: []byte("greet: {other: old}\n")}}, "l")
	require.NoError(t, err)
	assert.Equal(t, "Hello", catalog.Printer("en").Text(Message{ID: "greet", Other: "Hello"}, nil))
	assert.Len(t, catalog.Languages(), 1)
}

func TestTranslations(t *testing.T) {
	t.Parallel()
	catalog, err := Load(fstest.MapFS{"l/de.yaml": {Data: []byte("a: {other: Hallo}\nb: {other: \"\"}\n")},
		"l/pt-BR.yaml": {Data: []byte("a: {other: Olá}\n")}}, "l")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"de": "Hallo", "pt-BR": "Olá"}, catalog.Translations("a"))
	assert.Empty(t, catalog.Translations("b"))
	assert.Empty(t, catalog.Translations("c"))
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	english, err := English()
	require.NoError(t, err)
	assert.Greater(t, len(english), 100)
	assert.False(t, english["button.accept"].IsCounted())
}

func TestTemplate(t *testing.T) {
	t.Parallel()
	english := map[string]Text{
		"a": {Description: "A button.", Forms: map[string]string{"one": "one turn", "other": "{{.N}} turns"}},
		"b": {Forms: map[string]string{"other": "Say \"no\"\nagain"}},
		"c": {Forms: map[string]string{"other": "new"}}}
	done := map[string]Text{"a": {Forms: map[string]string{"one": "ein Zug"}},
		"b": {Forms: map[string]string{"other": "Sag „nein“:\u00a0\"\\\"\nja"}},
		"c": {Hash: "old", Forms: map[string]string{"other": "alt"}}, "d": {Forms: map[string]string{"other": "fort"}}}
	got, err := Template("de", english, done)
	require.NoError(t, err)
	assert.Equal(t, `# The messages in de; README.md beside this file says how to translate them.

# MISSING: not translated yet.
# A button.
# English, one: "one turn"
# English, other: "{{.N}} turns"
a:
  one: "ein Zug"
  other: ""

# English, other: "Say \"no\"\nagain"
b:
  hash: "`+english["b"].Sum()+`"
  other: "Sag „nein“:\u00a0\"\\\"\nja"

# CHANGED: the English text is another now. Remove the hash when the translation fits it again.
# English, other: "new"
c:
  hash: "old"
  other: "alt"
`, string(got))
	again, err := ParseLocale(got)
	require.NoError(t, err)
	assert.Equal(t, done["b"].Forms, again["b"].Forms)
	_, err = Template("no-language-at-all", english, nil)
	assert.Error(t, err)
}
