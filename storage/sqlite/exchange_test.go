package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlite"
)

// TestExchange: each replaced file is kept with its log; after an error, or if there was no file, nothing is kept.
func TestExchange(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	kept, err := sqlite.Exchange(path, writeText("first"))
	require.NoError(t, err)
	require.Empty(t, kept)
	requireOnly(t, path, "first")

	require.NoError(t, os.WriteFile(path+"-wal", []byte("log"), 0o600))
	_, err = sqlite.Exchange(path, func(string) error { return os.ErrInvalid })
	require.ErrorIs(t, err, os.ErrInvalid)
	assert.FileExists(t, path+"-wal")
	assert.NoFileExists(t, path+".before-restore")

	for i, end := range []string{".before-restore", ".before-restore-2", ".before-restore-3"} {
		kept, err := sqlite.Exchange(path, writeText("next"))
		require.NoError(t, err)
		assert.Equal(t, path+end, kept)
		assert.NoFileExists(t, path+"-wal")
		requireText(t, kept, []string{"first", "next", "next"}[i])
	}
	requireText(t, path+".before-restore-wal", "log")
	assert.NoFileExists(t, path+".before-restore-2-wal")
	requireText(t, path, "next")
}

func requireText(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(got))
}
