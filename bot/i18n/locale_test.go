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
	const all = `{"turns": {"zero": "zero", "one": "one", "two": "two", "few": "few", "many": "many", "other": "other"}}`
	files := fstest.MapFS{}
	codes := []string{"fr", "de", "pl", "cs", "ru", "uk", "lt", "ro", "pt-BR", "es-ES", "it", "hr", "ja", "tr"}
	for _, code := range codes {
		files["l/"+code+".json"] = &fstest.MapFile{Data: []byte(all)}
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
	catalog, err := Load(fstest.MapFS{"l/en.json": {Data: []byte(`{"greet": "old"}`)}}, "l")
	require.NoError(t, err)
	assert.Equal(t, "Hello", catalog.Printer("en").Text(Message{ID: "greet", Other: "Hello"}, nil))
	assert.Len(t, catalog.Languages(), 1)
}

func TestTranslations(t *testing.T) {
	t.Parallel()
	catalog, err := Load(fstest.MapFS{"l/de.json": {Data: []byte(`{"a": "Hallo", "b": ""}`)},
		"l/pt-BR.json": {Data: []byte(`{"a": "Olá"}`)}}, "l")
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

// TestUpdate: what is translated stays, what is not is empty, what nobody says goes, and a file reads back as it was.
func TestUpdate(t *testing.T) {
	t.Parallel()
	text := func(forms ...string) Text {
		all := map[string]string{}
		for i := 0; i < len(forms); i += 2 {
			all[forms[i]] = forms[i+1]
		}
		return Text{Forms: all}
	}
	english := map[string]Text{"a": text("one", "{{.N}} turn", "other", "{{.N}} turns"), "c": text("other", "new"),
		"b": {Description: "A button.", Forms: map[string]string{"other": "Say \"no\" <b>\nagain"}}}
	got, err := Update("pl", english, map[string]Text{"a": text("one", "{{.N}} ruch", "two", "?"),
		"b": text("other", "Powiedz „nie”:\u00a0\"\\\"\ntak"), "d": text("other", "precz")})
	require.NoError(t, err)
	assert.Equal(t, map[string]Text{"a": text("one", "{{.N}} ruch", "few", "", "many", "", "other", ""),
		"b": text("other", "Powiedz „nie”:\u00a0\"\\\"\ntak"), "c": text("other", "")}, got)
	assert.Equal(t, `{
  "a": {"one": "{{.N}} ruch", "few": "", "many": "", "other": ""},
  "b": "Powiedz „nie”: \"\\\"\ntak",
  "c": ""
}
`, string(File(got)))
	for _, texts := range []map[string]Text{english, got} {
		again, err := ParseLocale(File(texts))
		require.NoError(t, err)
		assert.Equal(t, texts, again)
	}
	_, err = Update("no-language-at-all", english, nil)
	assert.Error(t, err)
}
