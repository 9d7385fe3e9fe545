package sqlite_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

func TestOpen_Again(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new folder", "100% of it? #1.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	playtest.Start(t, db, "m")
	m := playtest.Change(t, db, "m", playtest.Swap)
	p := play.Player{ID: "1", Locale: "fr", Zone: "Europe/Brussels",
		Settings: play.Settings{Language: "de"}, Met: playtest.Now()}
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.SavePlayer(t.Context(), p)
	}))
	before := events(t, db, "m")
	require.NoError(t, db.Close())
	assert.NoFileExists(t, path+"-wal", "the journal is written back")

	db = open(t, path)
	got, err := db.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, m, got)
	assert.Len(t, before, 3)
	assert.Equal(t, before, events(t, db, "m"))
	assert.Equal(t, []play.Job{{Kind: play.JobTell, Subject: "tell/m", Due: playtest.Now(), Version: 2,
		Lease: playtest.Now().Add(time.Minute)}}, playtest.Claim(t, db, 1e6, time.Minute))
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		got, err := tx.Player(t.Context(), "1")
		assert.Equal(t, p, got)
		return err
	}))
	assert.Empty(t, storagetest.Faults(t, db))
	require.NoError(t, db.Ping(t.Context()))
}

// TestOpen_Leases: jobs that a process had claimed when it ended can be claimed immediately by the next one; the old
// process could not end them any more.
func TestOpen_Leases(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	playtest.Start(t, db, "m")
	old := playtest.Claim(t, db, 1e6, time.Minute)
	require.Len(t, old, 1)
	require.NoError(t, db.Close())

	db = open(t, path)
	next, ready, err := db.NextJob(t.Context(), play.JobKinds(), playtest.Now())
	require.NoError(t, err)
	assert.Equal(t, []play.JobKind{play.JobTell}, ready)
	assert.False(t, next.After(playtest.Now()))
	err = db.Do(t.Context(), func(tx play.Tx) error { return tx.Done(t.Context(), old[0]) })
	require.ErrorIs(t, err, play.ErrLeaseLost)
	assert.Equal(t, old, playtest.Claim(t, db, 1e6, time.Minute))
}

func TestOpen_Locked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	first, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	_, err = sqlite.Open(t.Context(), path, sqlite.Options{})
	require.ErrorIs(t, err, sqlite.ErrLocked)
	require.NoError(t, first.Close())
	open(t, path)
}

// TestOpen_Private: only the owner can read the files.
func TestOpen_Private(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "mad.db")
	db := open(t, path)
	playtest.Start(t, db, "m")
	folder, err := os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), folder.Mode().Perm())
	for _, end := range []string{"", ".lock", "-wal", "-shm"} {
		requirePrivate(t, path+end)
	}
}

func requirePrivate(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), path)
}

// TestOpen_Refused: a foreign file is refused, left unchanged, and not locked.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		make func(t *testing.T, path string)
		want error // nil: any
	}{
		{"newer", func(t *testing.T, path string) {
			db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			require.NoError(t, err)
			require.NoError(t, db.Close())
			execFile(t, path, fmt.Sprintf("PRAGMA user_version = %d", versionOf(t, path)+1))
		}, sqlstore.ErrNewer},
		{"former", func(t *testing.T, path string) {
			execFile(t, path, "PRAGMA application_id = 0x4D414421; CREATE TABLE matches (id TEXT)")
		}, sqlstore.ErrFormer},
		{"foreign", func(t *testing.T, path string) {
			execFile(t, path, "CREATE TABLE recipes (name TEXT)")
		}, sqlite.ErrForeign},
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
				_, err = sqlite.Open(t.Context(), path, sqlite.Options{})
				require.Error(t, err)
				require.NotErrorIs(t, err, sqlite.ErrLocked)
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

// TestOpen_Empty: a file without tables counts as new, whatever program created it.
func TestOpen_Empty(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	execFile(t, path, "CREATE TABLE t (n); DROP TABLE t")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NotZero(t, info.Size())
	playtest.Start(t, open(t, path), "m")
}

// versionOf returns the version of a file's schema.
func versionOf(t *testing.T, path string) (version int) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	require.NoError(t, db.QueryRow("SELECT user_version & 255 FROM pragma_user_version").Scan(&version))
	require.NoError(t, db.Close())
	return version
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

// TestOpen_NotAFile: if a path cannot be written, the error has the system's words, not SQLite's, even if there is no
// file yet.
func TestOpen_NotAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	socket := filepath.Join(folder, "socket")
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	for path, why := range map[string]error{folder: syscall.EISDIR, socket: syscall.ENXIO} {
		_, err := sqlite.Open(t.Context(), path, sqlite.Options{})
		require.EqualError(t, err, "open database "+path+": "+why.Error())
	}
}
