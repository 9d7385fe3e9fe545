package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// locale runs madbot locale on a file and returns its output.
func locale(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := runCommand(t.Context(), append([]string{"locale"}, args...), stdio{out: &out, err: &out})
	return out.String(), err
}

// TestLocale: a new file contains all messages and can be loaded; a later update keeps the translations.
func TestLocale(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "pl.json")
	read := func() map[string]i18n.Text {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		texts, err := i18n.ParseLocale(data)
		require.NoError(t, err)
		return texts
	}
	out, err := locale(t, path)
	require.NoError(t, err)
	assert.Contains(t, out, "missing: button.accept: Accept\n")
	assert.Regexp(t, `\n0 of \d+ messages translated, 0 of them from an older English text; `+
		`people can choose the language from 95 % on\n$`, out)
	assert.Len(t, read(), len(english))
	_, err = i18n.Load(os.DirFS(filepath.Dir(path)), ".")
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(path, []byte(byteOrderMark+`{"button.accept": "Zgoda\u202f!", "no.such": "Nic"}`), 0o600))
	out, err = locale(t, path)
	require.NoError(t, err)
	assert.NotContains(t, out, "button.accept")
	assert.Regexp(t, `\n1 of \d+ messages translated, 0 of them from an older English text; `, out)
	texts := read()
	assert.Equal(t, "Zgoda\u202f!", texts["button.accept"].Forms["other"])
	assert.Len(t, texts, len(english))
	assert.NotContains(t, texts, "no.such")
}

// TestLocale_EnglishChanged: a translation of an older English text is listed until it is translated again.
func TestLocale_EnglishChanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pl.json")
	sources := filepath.Join(filepath.Dir(path), "pl.sum")
	write := func(translation string) (printed string) {
		require.NoError(t, os.WriteFile(path, []byte(`{"button.accept": "`+translation+`"}`), 0o600))
		printed, err := locale(t, path)
		require.NoError(t, err)
		return printed
	}
	assert.NotContains(t, write("Zgoda"), "English changed")
	data, err := os.ReadFile(sources)
	require.NoError(t, err)
	fields := strings.Fields(string(data))
	require.Len(t, fields, 3)
	require.NoError(t, os.WriteFile(sources, []byte("button.accept 00000000 "+fields[2]+"\n"), 0o600))
	assert.Contains(t, write("Zgoda"), "English changed: button.accept: Accept\n")
	assert.Contains(t, write("Zgoda"), "1 of them from an older English text")
	assert.NotContains(t, write("Tak"), "English changed")
}

// TestLocale_Invalid: files that are not locale files are left alone.
func TestLocale_Invalid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"fr.txt", "en.json", "no-language-at-all.json"} {
		_, err := locale(t, filepath.Join(dir, name))
		var usage *usageError
		assert.ErrorAs(t, err, &usage, name)
	}
	broken := filepath.Join(dir, "fr.json")
	require.NoError(t, os.WriteFile(broken, []byte(`{"a": {"most": "x"}}`), 0o600))
	_, err := locale(t, broken)
	assert.ErrorContains(t, err, `a: "most" is not a plural form`)
	text, err := os.ReadFile(broken)
	require.NoError(t, err)
	assert.Equal(t, `{"a": {"most": "x"}}`, string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
