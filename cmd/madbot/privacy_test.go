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

// TestTakeout: the operator can export all data about a person, without what other people keep for themselves.
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

// unzip returns the files in a ZIP by name.
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

// TestForget: after an evening one player deletes their data, and the operator deletes another one: neither id is in
// any column of the database, and others see only deleted profiles.
func TestForget(t *testing.T) {
	t.Parallel()
	s := newAdminStage(t)
	perform(s, `alice: /challenge opponent:@bob side:red positioning:false
bob clicks Accept
alice: /settings
alice: /vacation days:1
alice: /vacation
alice clicks End vacation now
alice: /move turn:112=221
alice clicks Note
alice fills in a secret of Alice
bob: /move turn:112=221
alice: /move turn:112=221
bob: /move turn:112=221
alice: /resign
alice clicks Resign
alice: /review
alice: /challenge opponent:@carol
carol clicks Always decline
carol: /challenge opponent:@bob side:red
bob clicks Accept
alice: /challenge
alice: /practise`)
	alice, bob := s.server.Actor("alice").ID().String(), s.server.Actor("bob").ID().String()
	code, said := s.admin("block", "-why", "a reason", "person", alice)
	require.Zero(t, code, said)
	code, zip, said := db(t, "", "export", "-config="+configOf(t, s.cfg.Storage.Path), "-person", alice, "-")
	require.Zero(t, code, said)
	assert.Contains(t, unzip(t, zip)["madbot.json"], `"blocked": "a reason"`)
	code, said = s.admin("unblock", "person", alice)
	require.Zero(t, code, said)
	require.Contains(t, contents(t, s.cfg.Storage.Path), alice)
	perform(s, "alice: /privacy\nalice clicks Delete me\nalice clicks Delete it all\nalice clicks Delete it all")
	kept := contents(t, s.cfg.Storage.Path)
	for _, word := range []string{alice, "Alice", "alice"} {
		assert.NotContains(t, kept, word)
	}
	assert.Contains(t, perform(s, "alice: /challenge opponent:@carol"), "takes no challenges from you")

	dir := t.TempDir()
	config := "-config=" + configOf(t, s.cfg.Storage.Path)
	code, _, said = db(t, "", "forget", config, "-person", bob)
	assert.NotZero(t, code, "the bot has the file")
	assert.Contains(t, said, "another process")
	path := filepath.Join(dir, "copy.db")
	code, _, said = db(t, "", "backup", config, path)
	require.Zero(t, code, said)
	config = "-config=" + configOf(t, path)
	for range 2 {
		code, out, said := db(t, "", "forget", config, "-person", bob)
		require.Zero(t, code, said)
		assert.Contains(t, out, "forgotten")
		assert.NotContains(t, contents(t, path), bob)
	}
	for _, wrong := range []string{"bob", ""} {
		code, _, said := db(t, "", "forget", config, "-person", wrong)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, said, "not an id")
	}
	carol := s.server.Actor("carol").ID().String()
	code, zip, said = db(t, "", "export", config, "-person", carol, "-")
	require.Zero(t, code, said)
	files := unzip(t, zip)
	assert.Contains(t, files["madbot.json"], `"opponent": "deleted profile"`)
	for name, text := range files {
		assert.NotContains(t, text, alice, name)
		assert.NotContains(t, text, bob, name)
	}
}
