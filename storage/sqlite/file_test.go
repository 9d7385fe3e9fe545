package sqlite_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
)

// writeText returns a function that writes text to a file.
func writeText(text string) func(string) error {
	return func(part string) error { return os.WriteFile(part, []byte(text), 0o600) }
}

// requireOnly checks that a folder contains only the file at path, with the text want.
func requireOnly(t *testing.T, path, want string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, files, 1)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(got))
}

// TestReplace_Twice: if two calls write one file at once, one is refused and the other one's file is complete.
func TestReplace_Twice(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, sqlite.Replace(path, func(part string) error {
		if err := writeText("first")(part); err != nil {
			return err
		}
		err := sqlite.Replace(path, writeText("second"))
		require.ErrorIs(t, err, sqlite.ErrLocked)
		require.ErrorContains(t, err, path)
		return nil
	}))
	requireOnly(t, path, "first")
	require.NoError(t, sqlite.Replace(path, writeText("third")))
	requireOnly(t, path, "third")
}

// TestReplace_Journals: no journal of the old database stays next to the new one.
func TestReplace_Journals(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	for _, end := range []string{"", "-wal", "-shm", "-journal", ".part", ".part-wal"} {
		require.NoError(t, os.WriteFile(path+end, []byte("old"), 0o600))
	}
	require.NoError(t, sqlite.Replace(path, writeText("new")))
	requireOnly(t, path, "new")
}

// TestReplace_Fails: if writing fails, everything is as before.
func TestReplace_Fails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	for _, end := range []string{"", "-wal"} {
		require.NoError(t, os.WriteFile(path+end, []byte("old"), 0o600))
	}
	require.ErrorIs(t, sqlite.Replace(path, func(string) error { return os.ErrInvalid }), os.ErrInvalid)
	assert.FileExists(t, path+"-wal")
	require.NoError(t, os.Remove(path+"-wal"))
	requireOnly(t, path, "old")
}

// TestReplace_Irregular: folders, devices and links are not replaced, and that is checked before anything is written.
func TestReplace_Irregular(t *testing.T) {
	t.Parallel()
	dir, own := t.TempDir(), filepath.Join(t.TempDir(), "x")
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(own, link))
	write := func(string) error { panic("written for nothing") }
	for _, path := range []string{filepath.Dir(own), link} {
		require.ErrorIs(t, sqlite.Replace(path, write), sqlite.ErrIrregular)
	}
	err := sqlite.Replace(filepath.Join(dir, "none", "x"), write)
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.NotContains(t, err.Error(), "lock")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}

// TestExchange_Owner: a new file has the mode and the owner of the one it replaces.
func TestExchange_Owner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Chmod(path, 0o640))
	owner := os.Getuid()
	if owner == 0 {
		owner = 65532
		require.NoError(t, os.Chown(path, owner, owner))
	}
	_, err := sqlite.Exchange(path, writeText("new"))
	require.NoError(t, err)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	assert.EqualValues(t, owner, info.Sys().(*syscall.Stat_t).Uid)
}
