package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/sqlite"
	"madbot/storage/storagetest"
)

// freshView opens a new database, and a second time as a view.
func freshView(t *testing.T) (*sqlite.DB, *sqlite.View) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mad.db")
	db := open(t, path)
	view, err := sqlite.OpenView(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, view.Close()) })
	return db, view
}

func TestBackup(t *testing.T) {
	t.Parallel()
	db, view := freshView(t)
	m := playtest.Start(t, db, "m")
	path := filepath.Join(t.TempDir(), "copy of mad?.db")
	require.NoError(t, os.WriteFile(path, []byte("an older backup"), 0o644))
	require.NoError(t, os.WriteFile(path+".part", []byte("one that was cut off"), 0o644))

	require.NoError(t, view.Backup(t.Context(), path))
	playtest.Change(t, db, "m", playtest.Swap)

	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, files, 1, "the backup alone")
	requirePrivate(t, path)
	backup := open(t, path)
	got, err := backup.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, m, got)
	assert.Len(t, events(t, backup, "m"), 2)
	assert.Empty(t, storagetest.Faults(t, backup))
}

// TestBackup_Held: a database that a bot has open is not replaced.
func TestBackup_Held(t *testing.T) {
	t.Parallel()
	_, view := freshView(t)
	path := filepath.Join(t.TempDir(), "mad.db")
	other := open(t, path)
	m := playtest.Start(t, other, "m")
	require.ErrorIs(t, view.Backup(t.Context(), path), sqlite.ErrLocked)
	got, err := other.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, m, got)
}

// TestBackup_StaleLog: the log of a killed database is not applied to the backup that replaces it.
func TestBackup_StaleLog(t *testing.T) {
	t.Parallel()
	_, view := freshView(t)
	path, killed := filepath.Join(t.TempDir(), "mad.db"), filepath.Join(t.TempDir(), "killed.db")
	playtest.Start(t, open(t, path), "m")
	for _, end := range []string{"", "-wal"} {
		raw, err := os.ReadFile(path + end)
		require.NoError(t, err)
		require.NotEmpty(t, raw)
		require.NoError(t, os.WriteFile(killed+end, raw, 0o600))
	}
	require.NoError(t, view.Backup(t.Context(), killed))
	backup := open(t, killed)
	_, err := backup.Match(t.Context(), "m")
	require.ErrorIs(t, err, play.ErrNotFound)
	assert.Empty(t, storagetest.Faults(t, backup))
}

// TestBackup_WhileWriting: a backup made while turns are played is one state, not older than its beginning, and has an
// event for each turn.
func TestBackup_WhileWriting(t *testing.T) {
	t.Parallel()
	db, view := freshView(t)
	playtest.Start(t, db, "m")
	path := filepath.Join(t.TempDir(), "backup.db")
	ctx, cancel := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	defer writer.Wait()
	defer cancel()
	writer.Go(func() {
		for ctx.Err() == nil {
			assert.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
				now := playtest.At(tx, playtest.Now())
				_, err := play.Change(t.Context(), now, play.Ref{ID: "m", Ply: play.AnyPly}, playtest.Swap)
				return err
			}))
		}
	})
	for range 5 {
		m, err := db.Match(t.Context(), "m")
		require.NoError(t, err)
		require.NoError(t, view.Backup(t.Context(), path))
		requireWhole(t, path, m.Game.Ply())
	}
}

// requireWhole checks that a backup of the match m has at least that many turns, each with its event.
func requireWhole(t *testing.T, path string, turns int) {
	t.Helper()
	backup, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, backup.Close()) }()
	assert.Empty(t, storagetest.Faults(t, backup))
	m, err := backup.Match(t.Context(), "m")
	require.NoError(t, err)
	require.GreaterOrEqual(t, m.Game.Ply(), turns)
	all := events(t, backup, "m")
	require.Len(t, all, 2+m.Game.Ply())
	require.Equal(t, m.Game.Ply(), all[len(all)-1].Ply)
}

func TestBackup_NoFolder(t *testing.T) {
	t.Parallel()
	db, view := freshView(t)
	err := view.Backup(t.Context(), filepath.Join(t.TempDir(), "nothere", "mad.db"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, db.Ping(t.Context()))
}
