package storage_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
)

// TestOpen: a path is a SQLite file, which is created, is complete after Close, and can be read only by its owner.
func TestOpen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "mad.db")
	store, err := storage.Open(t.Context(), path, time.Now)
	require.NoError(t, err)
	require.NoError(t, store.Ping(t.Context()))
	require.FileExists(t, path)
	p := play.Player{ID: "1", Locale: "fr", Met: time.UnixMilli(1).UTC()}
	require.NoError(t, store.Do(t.Context(), func(tx play.Tx) error {
		return tx.SavePlayer(t.Context(), p)
	}))
	_, err = storage.Open(t.Context(), path, time.Now)
	require.ErrorIs(t, err, sqlite.ErrLocked)
	require.NoError(t, store.Close())

	store, err = storage.Open(t.Context(), path, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	require.NoError(t, store.Do(t.Context(), func(tx play.Tx) error {
		got, err := tx.Player(t.Context(), "1")
		assert.Equal(t, p, got)
		return err
	}))
}

// TestOpen_Refused: on an error, the returned store is a nil interface.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	store, err := storage.Open(t.Context(), t.TempDir(), time.Now)
	require.Error(t, err)
	assert.True(t, store == nil, "%T", store)
}

// TestOpen_Server: a server's address is a PostgreSQL database, in whatever case its scheme is written.
func TestOpen_Server(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	for _, scheme := range []string{"postgres:", "postgresql:", "POSTGRES:"} {
		store, err := storage.Open(t.Context(), scheme+strings.TrimPrefix(address, "postgres:"), time.Now)
		require.NoError(t, err)
		assert.Positive(t, store.Poll())
		require.NoError(t, store.Ping(t.Context()))
		require.NoError(t, store.Close())
	}
	store, err := storage.Open(t.Context(), "postgres://127.0.0.1:1/x", time.Now)
	require.ErrorIs(t, err, postgres.ErrUnreachable)
	assert.True(t, store == nil, "%T", store)
}

// TestAddress_Unknown: the address of another kind of server is not taken for a path, and does not appear in the error.
func TestAddress_Unknown(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, address := range []string{"mysql://u:s3cret@host/mad", "postgress://u:s3cret@host/mad", "://s3cret"} {
		_, err := storage.Open(t.Context(), address, time.Now)
		require.ErrorIs(t, err, storage.ErrAddress)
		_, viewErr := storage.OpenView(t.Context(), address)
		require.ErrorIs(t, viewErr, storage.ErrAddress)
		_, migrateErr := storage.Migrate(t.Context(), address)
		require.ErrorIs(t, migrateErr, storage.ErrAddress)
		backupErr := storage.Backup(t.Context(), address, filepath.Join(dir, "x"), nil)
		require.ErrorIs(t, backupErr, storage.ErrAddress)
		toErr := storage.Backup(t.Context(), filepath.Join(dir, "x"), address, nil)
		require.ErrorIs(t, toErr, storage.ErrServer)
		for _, err := range []error{err, viewErr, migrateErr, backupErr, toErr} {
			assert.NotContains(t, err.Error(), "s3cret")
		}
	}
}
