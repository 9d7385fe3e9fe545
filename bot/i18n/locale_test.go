package i18n_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func TestPluralForms(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"en": {"one", "other"}, "fr": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"},
		"pl": {"one", "few", "many", "other"}, "cs": {"one", "few", "other"}, "lt": {"one", "few", "other"},
		"pt-BR": {"one", "other"}, "ro": {"one", "few", "other"},
	} {
		got, err := i18n.PluralForms(code)
		require.NoError(t, err)
		assert.Equal(t, want, got, code)
	}
	_, err := i18n.PluralForms("no-language-at-all")
	assert.ErrorContains(t, err, `language "no-language-at-all"`)
}

// TestPluralForms_Printer: PluralForms includes every form that a Printer selects.
func TestPluralForms_Printer(t *testing.T) {
	t.Parallel()
	const all = `{"turns": {"zero": "zero", "one": "one", "two": "two", "few": "few", "many": "many", "other": "other"}}`
	files := fstest.MapFS{}
	codes := []string{"fr", "de", "pl", "cs", "ru", "uk", "lt", "ro", "pt-BR", "es-ES", "it", "hr", "ja", "tr"}
	for _, code := range codes {
		files["l/"+code+".json"] = &fstest.MapFile{Data: []byte(all)}
	}
	catalog, err := i18n.Load(files, "l")
	require.NoError(t, err)
	turns := i18n.Message{ID: "turns", One: "one turn", Other: "{{.N}} turns"}
	for _, code := range codes {
		forms, err := i18n.PluralForms(code)
		require.NoError(t, err)
		for n := range 200 {
			assert.Contains(t, forms, catalog.Printer(code).Text(turns, i18n.Args{"N": n}), "%s %d", code, n)
		}
	}
}

func TestLoad_IgnoresEnglishFile(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{"l/en.json": {Data: []byte(`{"greet": "old"}`)}}, "l")
	require.NoError(t, err)
	assert.Equal(t, "Hello", catalog.Printer("en").Text(i18n.Message{ID: "greet", Other: "Hello"}, nil))
	assert.Len(t, catalog.Languages(), 1)
}

func TestTranslations(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{"l/de.json": {Data: []byte(`{"a": "Hallo", "b": ""}`)},
		"l/pt-BR.json": {Data: []byte(`{"a": "Olá"}`)}}, "l")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"de": "Hallo", "pt-BR": "Olá"}, catalog.Translations("a"))
	assert.Empty(t, catalog.Translations("b"))
	assert.Empty(t, catalog.Translations("c"))
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	assert.Greater(t, len(english), 100)
	assert.False(t, english["button.accept"].IsCounted())
}

// TestUpdate: translations stay, missing ones are empty, unknown ones are dropped, and File and ParseLocale round-trip.
func TestUpdate(t *testing.T) {
	t.Parallel()
	text := func(forms ...string) i18n.Text {
		all := map[string]string{}
		for i := 0; i < len(forms); i += 2 {
			all[forms[i]] = forms[i+1]
		}
		return i18n.Text{Forms: all}
	}
	english := map[string]i18n.Text{"a": text("one", "{{.N}} turn", "other", "{{.N}} turns"), "c": text("other", "new"),
		"b": {Description: "A button.", Forms: map[string]string{"other": "Say \"no\" <b>\nagain"}}}
	got, err := i18n.Update("pl", english, map[string]i18n.Text{"a": text("one", "{{.N}} ruch", "two", "?"),
		"b": text("other", "Powiedz „nie”:\u00a0\"\\\"\ntak"), "d": text("other", "precz")})
	require.NoError(t, err)
	assert.Equal(t, map[string]i18n.Text{"a": text("one", "{{.N}} ruch", "few", "", "many", "", "other", ""),
		"b": text("other", "Powiedz „nie”:\u00a0\"\\\"\ntak"), "c": text("other", "")}, got)
	assert.Equal(t, `{
  "a": {"one": "{{.N}} ruch", "few": "", "many": "", "other": ""},
  "b": "Powiedz „nie”: \"\\\"\ntak",
  "c": ""
}
`, string(i18n.File(got)))
	for _, texts := range []map[string]i18n.Text{english, got} {
		again, err := i18n.ParseLocale(i18n.File(texts))
		require.NoError(t, err)
		assert.Equal(t, texts, again)
	}
	_, err = i18n.Update("no-language-at-all", english, nil)
	assert.Error(t, err)
}
