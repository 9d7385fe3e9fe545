package i18n_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// texts returns a file with count messages, translated up to message done.
func texts(count, done int) map[string]i18n.Text {
	all := map[string]i18n.Text{}
	for n := range count {
		text := i18n.Text{Forms: map[string]string{"other": ""}}
		if n < done {
			text.Forms["other"] = "text"
		}
		all[fmt.Sprintf("%03d", n)] = text
	}
	return all
}

func TestMissing(t *testing.T) {
	t.Parallel()
	english, err := i18n.ParseLocale([]byte(`{"a": {"one": "{{.N}} turn", "other": "{{.N}} turns"}, "b": "Bye", "c": "Hi"}`))
	require.NoError(t, err)
	for file, want := range map[string][]string{
		`{}`: {"a", "b", "c"},
		`{"a": {"one": "1", "few": "2", "many": "5", "other": "x"}, "b": "b", "c": "c", "d": "d"}`: nil,
		`{"a": {"one": "1", "few": "2", "other": "x"}, "b": "", "c": "c"}`:                         {"a", "b"},
	} {
		polish, err := i18n.ParseLocale([]byte(file))
		require.NoError(t, err)
		got, err := i18n.Missing("pl", english, polish)
		require.NoError(t, err)
		assert.Equal(t, want, got, file)
	}
	_, err = i18n.Missing("no-language-at-all", english, nil)
	assert.Error(t, err)
}

// TestLoadOffered: a language is offered from 95 percent on, and its missing messages are in English.
func TestLoadOffered(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"l/de.json": {Data: i18n.File(texts(200, 190))}, "l/fr.json": {Data: i18n.File(texts(200, 189))}}
	catalog, err := i18n.LoadOffered(files, "l", texts(200, 200))
	require.NoError(t, err)
	assert.True(t, catalog.Has("de"))
	assert.False(t, catalog.Has("fr"))
	assert.Equal(t, map[string]string{"de": "text"}, catalog.Translations("000"))
	for _, test := range []struct{ locale, id, want string }{
		{"de", "000", "text"}, {"de", "199", "English"}, {"fr", "000", "English"}} {
		assert.Equal(t, test.want, catalog.Printer(test.locale).Text(i18n.Message{ID: test.id, Other: "English"}, nil), test)
	}
	all, err := i18n.Load(files, "l")
	require.NoError(t, err)
	assert.True(t, all.Has("fr"), "translators see it")
}
