package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
)

// TestDB_Restore: after a crash, the command restores a backup, keeps the old files, and refuses while the bot runs. A
// backup copied over the database by hand is not mixed with the log of the crash; the bot refuses to start and says
// what to do.
func TestDB_Restore(t *testing.T) {
	t.Parallel()
	v := newSubprocess(t)
	v.start()
	pairings := v.pairings()
	play := func() {
		for _, p := range pairings {
			p.play(v.ctx)
		}
	}
	play()
	backup, config := filepath.Join(t.TempDir(), "backup.db"), "-config="+v.config
	code, _, said := db(t, "", "backup", config, backup)
	require.Equal(t, exitOK, code, said)
	want := contents(t, backup)
	play()
	code, _, said = db(t, "", "restore", config, backup)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, said, sqlite.ErrLocked.Error())

	v.kill()
	crash := filepath.Join(t.TempDir(), "crash.db")
	move := func(from, to string) {
		raw, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, raw, 0o600))
	}
	for _, end := range []string{"", "-wal"} {
		move(v.database+end, crash+end)
	}
	move(backup, v.database)
	var stderr bytes.Buffer
	v.stderr = &stderr
	v.launch()
	assert.EqualError(t, v.child.Wait(), "exit status 1")
	assert.Contains(t, stderr.String(), sqlite.ErrMixed.Error())
	code, _, said = db(t, "", "check", config)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, said, sqlite.ErrMixed.Error())

	for _, end := range []string{"", "-wal"} {
		move(crash+end, v.database+end)
	}
	crashed := contents(t, crash)
	require.NotEqual(t, want, crashed)
	for _, end := range []string{".before-restore", ".before-restore-2"} {
		code, out, said := db(t, "", "restore", config, backup)
		require.Equal(t, exitOK, code, said)
		assert.Equal(t, "restored "+v.database+" from "+backup+"\nwhat was there is kept as "+v.database+end+"\n", out)
		assert.Equal(t, want, contents(t, v.database))
	}
	assert.Equal(t, crashed, contents(t, v.database+".before-restore"), "what was in its log too")
	assert.Equal(t, want, contents(t, v.database+".before-restore-2"))
	v.stderr = t.Output()
	v.start()
	v.stop()
	checkStore(t, v.database)
}

// TestDB_RestoreRefused: a file that is not a backup changes nothing.
func TestDB_RestoreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, newer, text := filepath.Join(dir, "mad.db"), filepath.Join(dir, "newer.db"), filepath.Join(dir, "text")
	config := storeOf(t, path, 3)
	want := contents(t, path)
	raiseVersion(t, newer)
	require.NoError(t, os.WriteFile(text, []byte("Dear diary, it rained again."), 0o600))
	for from, why := range map[string]string{path: "written over itself", newer: "newer version", text: "not a database",
		filepath.Join(dir, "none"): "no such file", "postgres://u:secret@127.0.0.1/mad": "a file is wanted"} {
		code, _, said := db(t, "", "restore", "-config="+config, from)
		assert.Equal(t, exitFailed, code, from)
		assert.Contains(t, said, why)
		assert.NotContains(t, said, "secret")
	}
	code, _, said := db(t, "", "restore", "-config="+configOf(t, "postgres://u:secret@127.0.0.1/mad"), path)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, said, "madbot db copy FILE ADDRESS")
	assert.Equal(t, want, contents(t, path))
	assert.NoFileExists(t, path+".before-restore")
}
