package main

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTakeout: whoever runs the bot can have all that is kept of a person, and nothing that others keep for themselves.
func TestTakeout(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	for _, act := range []string{"alice: /challenge opponent:@bob side:red positioning:false", "bob clicks Accept",
		"alice: /move turn:112=221", "alice clicks Note", "alice fills in mine alone", "bob clicks More", "bob clicks Note", "bob fills in his alone"} {
		s.do(act)
	}
	alice := s.server.Actor("alice").ID().String()
	path := filepath.Join(t.TempDir(), "alice.zip")
	config := "-config=" + configOf(t, s.cfg.Storage.Path)
	code, _, said := db(t, "", "export", config, "-person", alice, path)
	require.Zero(t, code, said)
	code, out, said := db(t, "", "export", config, "-person", alice, "-")
	require.Zero(t, code, said)
	saved, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(saved), out)

	files := unzip(t, out)
	told := files["madbot.json"]
	for _, part := range []string{alice, `"mine alone"`, `"challenged"`, `"played"`, s.server.Channel("mad").String()} {
		assert.Contains(t, told, part)
	}
	assert.NotContains(t, told, "his alone")
	assert.NotContains(t, told, `"accepted"`)
	assert.Contains(t, files["games/m1.txt"], "112=221")
}

// unzip returns the files in a ZIP by their names.
func unzip(t *testing.T, data string) map[string]string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		files[f.Name] = string(text)
	}
	return files
}
