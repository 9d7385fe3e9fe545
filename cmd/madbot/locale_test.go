package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// locale runs the sub-command on a file and returns what it prints.
func locale(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := runCommand(t.Context(), append([]string{"locale"}, args...), stdio{out: &out, err: &out})
	return out.String(), err
}

// TestLocale: a new file has all messages, and can be loaded; a later one keeps what is translated.
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
	said, err := locale(t, path)
	require.NoError(t, err)
	assert.Regexp(t, `^0 of \d+ messages translated; 0 no longer said and left out\n$`, said)
	assert.Len(t, read(), len(english))
	_, err = i18n.Load(os.DirFS(filepath.Dir(path)), ".")
	require.NoError(t, err, "what is not translated is said in English")

	require.NoError(t, os.WriteFile(path, []byte(byteOrderMark+`{"button.accept": "Zgoda\u202f!", "nobody.says": "Nic"}`), 0o600))
	said, err = locale(t, path)
	require.NoError(t, err)
	assert.Regexp(t, `^1 of \d+ messages translated; 1 no longer said and left out\n$`, said)
	texts := read()
	assert.Equal(t, "Zgoda\u202f!", texts["button.accept"].Forms["other"])
	assert.Len(t, texts, len(english))
	assert.NotContains(t, texts, "nobody.says")
}

// TestLocale_Wrong: a name that is no language, and a file that is no locale file, are left alone.
func TestLocale_Wrong(t *testing.T) {
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
	assert.ErrorContains(t, err, `a: "most" is no plural form`)
	text, err := os.ReadFile(broken)
	require.NoError(t, err)
	assert.Equal(t, `{"a": {"most": "x"}}`, string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
