package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// checkStore checks that a bot left a consistent store behind, which can be copied.
func checkStore(t testing.TB, address string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	found, err := storage.Check(ctx, address, maxFindings)
	assert.NoError(t, err)
	assert.Empty(t, found)
	_, err = storage.Copy(ctx, address, blankStore(t), nil)
	require.NoError(t, err)
}

// newFile is the contents of a new store. Creating it takes longer than using it, so all tests share it.
var newFile = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "madbot")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "madbot.db")
	s, err := storage.Open(context.Background(), path, time.Now)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// blankStore returns the path of a new store.
func blankStore(t testing.TB) (path string) {
	t.Helper()
	file, err := newFile()
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "madbot.db")
	require.NoError(t, os.WriteFile(path, file, 0o600))
	return path
}

// storeOf creates a store with n matches at an address, and returns a configuration that names it.
func storeOf(t *testing.T, address string, n int) (config string) {
	t.Helper()
	s, err := storage.Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	require.NoError(t, storagetest.Fill(t.Context(), s, n, 9))
	require.NoError(t, s.Close())
	return configOf(t, address)
}

// configOf returns a configuration that names the store at address.
func configOf(t *testing.T, address string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "storage: {path: %q}\n", address), 0o600))
	return path
}

// contents returns the contents of a store as text, "" if it is empty.
func contents(t *testing.T, address string) string {
	t.Helper()
	var text bytes.Buffer
	counts, err := storage.Export(t.Context(), address, &text, nil)
	require.NoError(t, err)
	if counts["matches"] == 0 {
		return ""
	}
	return text.String()
}

// db runs madbot db with an input.
func db(t *testing.T, in string, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	std := stdio{strings.NewReader(in), &stdout, &stderr, func(string) string { return "" }, nil}
	code = execute(t.Context(), append([]string{"db"}, args...), std)
	return code, stdout.String(), stderr.String()
}

// TestDB: the effect, output and exit code of each command.
func TestDB(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	config := storeOf(t, file("mad.db"), 6)
	text := contents(t, file("mad.db"))
	full, empty, faulty := "-config="+config, "-config="+configOf(t, file("new.db")), "-config="+configOf(t, file("faulty.db"))
	spoil(t, file("mad.db"), file("faulty.db"), "DELETE FROM jobs")
	require.NoError(t, os.WriteFile(file("empty"), nil, 0o600))
	nothing := "-config=" + configOf(t, file("empty"))
	spoil(t, file("mad.db"), file("bare"), "DROP TABLE orders")
	odd := "-config=" + configOf(t, file("odd.db"))
	spoil(t, file("mad.db"), file("odd.db"), "DELETE FROM jobs WHERE subject = (SELECT min(subject) FROM jobs WHERE kind = 'tell')")
	for _, c := range []struct {
		args, in string
		code     int
		out, err string
	}{
		{"", "", exitUsage, "", "usage: madbot db COMMAND"},
		{"-h", "", exitOK, "backup", ""},
		{"mend", "", exitUsage, "", `unknown command "mend"; see madbot db -h`},
		{"copy -h", "", exitOK, "usage: madbot db copy [flags] FROM TO", ""},
		{"check -config=nothere.yaml", "", exitConfig, "", "nothere.yaml"},
		{"check more " + full, "", exitUsage, "", `db check: unexpected "more"; see madbot db check -h`},
		{"check " + full, "", exitOK, "nothing is wrong\n", ""},
		{"check " + faulty, "", exitFailed, ": its news has no job\n", ""},
		{"check " + faulty, "", exitFailed, "", "findings"},
		{"check " + odd, "", exitFailed, "", "madbot: 1 finding\n"},
		{"check " + empty, "", exitFailed, "", "no such file or directory"},
		{"backup " + full, "", exitUsage, "", "db backup: FILE is missing"},
		{"backup " + full + " " + file("backup.db"), "", exitOK, "backed up to " + file("backup.db"), ""},
		{"backup " + full + " " + file("no/backup.db"), "", exitFailed, "", "no such file or directory"},
		{"backup -force " + full + " " + file("mad.db"), "", exitFailed, "", "written over itself"},
		{"backup " + full + " " + file("backup.db"), "", exitFailed, "", "backup.db is there already"},
		{"backup -force " + full + " " + file("backup.db"), "", exitOK, "backed up", ""},
		{"backup " + nothing + " " + file("x"), "", exitFailed, "", "nothing was ever kept in it"},
		{"restore " + full + " " + file("empty"), "", exitFailed, "", "nothing was ever kept in it"},
		{"restore " + full + " " + file("bare"), "", exitFailed, "", "other tables than this program makes"},
		{"export -person= " + full + " " + file("x"), "", exitUsage, "", "not an id of Discord"},
		{"export -person=bob " + full + " " + file("x"), "", exitUsage, "", "not an id of Discord"},
		{"export -person=1 " + full + " " + file("backup.db"), "", exitFailed, "", "is there already"},
		{"export " + full + " -", "", exitOK, text, "exported in"},
		{"export " + full + " " + file("text"), "", exitOK, "", "6 matches, 6 deliveries, "},
		{"import " + full + " " + file("text"), "", exitFailed, "", "the store is not empty"},
		{"import " + empty + " " + file("config.yaml"), "", exitFailed, "", "no such file or directory"},
		{"import " + empty + " postgres://u:secret@127.0.0.1/mad", "", exitFailed, "", "a file is wanted, not a server"},
		{"import " + empty + " -", text[:len(text)-9], exitFailed, "", "the export is cut off"},
		{"import " + empty + " -", text, exitOK, "imported in", ""},
		{"copy " + file("mad.db"), "", exitUsage, "", "db copy: TO is missing"},
		{"copy " + file("mad.db") + " " + file("copy.db"), "", exitOK, "copied and compared in", ""},
		{"copy " + file("mad.db") + " " + file("copy.db"), "", exitFailed, "", "the store is not empty"},
		{"copy " + file("none.db") + " " + file("other.db"), "", exitFailed, "", "no such file or directory"},
		{"copy postgres://u:secret@127.0.0.1:1/mad " + file("other.db"), "", exitFailed, "", "no PostgreSQL server answers"},
		{"migrate " + full, "", exitOK, "the database had version 1 and has version 1\n", ""},
		{"migrate -to 2 " + full, "", exitUsage, "", "flag provided but not defined: -to"},
		{"migrate " + empty + "x", "", exitConfig, "", "no such file or directory"},
	} {
		code, out, said := db(t, c.in, strings.Fields(c.args)...)
		assert.Equal(t, c.code, code, c.args)
		assert.Contains(t, out, c.out, c.args)
		assert.Contains(t, said, c.err, c.args)
		assert.NotContains(t, said, "secret")
		if c.code != exitOK && c.args != "" {
			assert.Regexp(t, `^(\w+: \d+ rows\n)*[^\n]*\n$`, said, c.args) // a slow machine prints progress
		}
	}
	for _, name := range []string{"backup.db", "new.db", "copy.db"} {
		assert.Equal(t, text, contents(t, file(name)), name)
	}
	assert.NoFileExists(t, file("other.db"))
}

// spoil copies a store to another one, and damages the copy.
func spoil(t *testing.T, from, to, damage string) {
	t.Helper()
	_, err := storage.Copy(t.Context(), from, to, nil)
	require.NoError(t, err)
	s, err := storage.Open(t.Context(), to, time.Now)
	require.NoError(t, err)
	require.NoError(t, s.Fill(t.Context(), func(c sqlstore.Conn) error {
		_, err := c.ExecContext(t.Context(), damage)
		return err
	}))
	require.NoError(t, s.Close())
}

// TestDB_Interrupted: an interrupted command says so, and leaves nothing behind.
func TestDB_Interrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := "-config=" + storeOf(t, filepath.Join(dir, "mad.db"), 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"backup", config, filepath.Join(dir, "x")}, {"export", config, filepath.Join(dir, "x")},
		{"check", config}, {"copy", filepath.Join(dir, "mad.db"), filepath.Join(dir, "x")}} {
		var said bytes.Buffer
		code := execute(ctx, append([]string{"db"}, args...), stdio{strings.NewReader(""), io.Discard, &said, os.Getenv, nil})
		assert.Equal(t, exitFailed, code, args)
		assert.Equal(t, "madbot: interrupted\n", said.String(), args)
		assert.NoFileExists(t, filepath.Join(dir, "x"), args)
		assert.NoFileExists(t, filepath.Join(dir, "x.part"), args)
	}
}
