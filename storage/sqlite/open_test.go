package sqlite_test

import (
	"database/sql"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
)

func TestOpen_Again(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new folder", "100% of it? #1.db")
	db, err := storage.Open(t.Context(), path, storage.Options{})
	require.NoError(t, err)
	start(t, db, "m")
	m, err := db.Update(t.Context(), "m", swap)
	require.NoError(t, err)
	notices, err := db.Notices(t.Context(), now(), 99)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	assert.NoFileExists(t, path+"-wal", "the journal is written back")

	db = open(t, path)
	got, err := db.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, m, got)
	again, err := db.Notices(t.Context(), now(), 99)
	require.NoError(t, err)
	require.Len(t, again, 3)
	assert.Equal(t, notices, again)
	require.NoError(t, db.Check(t.Context()))
	require.NoError(t, db.Ping(t.Context()))
}

func TestOpen_Locked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	first, err := storage.Open(t.Context(), path, storage.Options{})
	require.NoError(t, err)
	_, err = storage.Open(t.Context(), path, storage.Options{})
	require.ErrorIs(t, err, storage.ErrLocked)
	require.NoError(t, first.Close())
	open(t, path)
}

// TestOpen_Refused: a file that is not ours is refused, byte for byte as it was, and not locked.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		make func(t *testing.T, path string)
		want error // nil: any
	}{
		{"newer", func(t *testing.T, path string) {
			db, err := storage.Open(t.Context(), path, storage.Options{})
			require.NoError(t, err)
			require.NoError(t, db.Close())
			execFile(t, path, "PRAGMA user_version = 1000")
		}, storage.ErrNewer},
		{"foreign", func(t *testing.T, path string) {
			execFile(t, path, "CREATE TABLE recipes (name TEXT)")
		}, storage.ErrForeign},
		{"not a database", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("Dear diary, it rained again."), 0o600))
		}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "mad.db")
			c.make(t, path)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			for range 2 {
				_, err = storage.Open(t.Context(), path, storage.Options{})
				require.Error(t, err)
				require.NotErrorIs(t, err, storage.ErrLocked)
				if c.want != nil {
					require.ErrorIs(t, err, c.want)
				}
			}
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, before, after)
		})
	}
}

// execFile runs a statement on a file as another program would.
func execFile(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = db.Exec(statement)
	require.NoError(t, err)
	require.NoError(t, db.Close())
}

// TestOpen_NotAFile: why a path cannot be written is said in the system's words, not SQLite's, also
// where there is nothing to read yet.
func TestOpen_NotAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	socket := filepath.Join(folder, "socket")
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	for path, why := range map[string]error{folder: syscall.EISDIR, socket: syscall.ENXIO} {
		_, err := storage.Open(t.Context(), path, storage.Options{})
		require.EqualError(t, err, "open database "+path+": "+why.Error())
	}
}
