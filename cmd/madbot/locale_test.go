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

// TestLocale: a new file has all messages, and can be loaded; a later one keeps what is translated and marks what
// was translated from another text.
func TestLocale(t *testing.T) {
	t.Parallel()
	english, err := i18n.English()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "pl.yaml")
	_, err = locale(t, path)
	require.NoError(t, err)
	first, err := os.ReadFile(path)
	require.NoError(t, err)
	texts, err := i18n.ParseLocale(first)
	require.NoError(t, err)
	assert.Len(t, texts, len(english))
	assert.Equal(t, len(english), bytes.Count(first, []byte("# MISSING")))
	_, err = i18n.Load(os.DirFS(filepath.Dir(path)), ".")
	require.NoError(t, err, "what is not translated is said in English")

	require.NoError(t, os.WriteFile(path, []byte(byteOrderMark+"button.accept: {other: \"Zgoda\u202f!\"}\nbutton.decline: {hash: '1', other: Nie}\n"+
		"nobody.says: {other: Nic}\n"), 0o600))
	said, err := locale(t, path)
	require.NoError(t, err)
	assert.Regexp(t, `^2 of \d+ messages translated; 1 changed in English, 1 no longer said and left out\n$`, said)
	second, err := os.ReadFile(path)
	require.NoError(t, err)
	texts, err = i18n.ParseLocale(second)
	require.NoError(t, err)
	assert.Equal(t, "Zgoda\u202f!", texts["button.accept"].Forms["other"])
	assert.Equal(t, english["button.accept"].Sum(), texts["button.accept"].Hash)
	assert.Contains(t, string(second), `other: "Zgoda\u202f!"`, "the space can be seen")
	assert.Equal(t, i18n.Text{Hash: "1", Forms: map[string]string{"other": "Nie"}}, texts["button.decline"])
	assert.Equal(t, 1, bytes.Count(second, []byte("# CHANGED")))
	assert.NotContains(t, texts, "nobody.says")
	_, err = locale(t, path)
	require.NoError(t, err)
	third, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(second), string(third), "it stays")
}

// TestLocale_Wrong: a name that is no language, and a file that is no locale file, are left alone.
func TestLocale_Wrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"fr.txt", "en.yaml", "no-language-at-all.yaml"} {
		_, err := locale(t, filepath.Join(dir, name))
		var usage *usageError
		assert.ErrorAs(t, err, &usage, name)
	}
	broken := filepath.Join(dir, "fr.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("a: {most: x}\n"), 0o600))
	_, err := locale(t, broken)
	assert.ErrorContains(t, err, `a: "most" is no plural form`)
	text, err := os.ReadFile(broken)
	require.NoError(t, err)
	assert.Equal(t, "a: {most: x}\n", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
