package storage_test

import (
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/playtest"
	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

//go:embed sqlite/migrations/*.sql postgres/migrations/*.sql
var shipped embed.FS

// frozen has the SHA-256 of each migration that was released, by its path. Add them with each release from 1.0 on:
// sha256sum */migrations/*.sql, in this folder.
var frozen = map[string]string{}

// TestFrozen: migrations that were released stay as they are, because databases have run them. A change of the tables
// is a new migration.
func TestFrozen(t *testing.T) {
	t.Parallel()
	assert.Empty(t, changed(t, frozen))
	assert.Equal(t, []string{"sqlite/migrations/00001_init.sql"}, changed(t, map[string]string{
		"sqlite/migrations/00001_init.sql": hex.EncodeToString(make([]byte, sha256.Size))}))
}

// changed returns the migrations whose sums are not those given.
func changed(t *testing.T, sums map[string]string) (all []string) {
	t.Helper()
	for path, want := range sums {
		text, err := shipped.ReadFile(path)
		require.NoError(t, err)
		sum := sha256.Sum256(text)
		if hex.EncodeToString(sum[:]) != want {
			all = append(all, path)
		}
	}
	return all
}

// execRaw runs a statement on a database, not through a store.
func execRaw(t *testing.T, driver, address, statement string) {
	t.Helper()
	raw, err := sql.Open(driver, address)
	require.NoError(t, err)
	defer raw.Close()
	_, err = raw.ExecContext(t.Context(), statement)
	require.NoError(t, err)
}

// TestOpen_OtherSchema: a database of the same version with other tables is refused, to write and to read, in one line.
func TestOpen_OtherSchema(t *testing.T) {
	t.Parallel()
	const other = "ALTER TABLE servers RENAME COLUMN settings TO set_up"
	file := filepath.Join(t.TempDir(), "mad.db")
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{Clock: playtest.Clock})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	execRaw(t, "sqlite3", file, other)
	server := postgrestest.New(t)
	execRaw(t, "pgx", server, "UPDATE migrations SET fingerprint = 'another'")
	for _, address := range []string{file, server} {
		_, err := storage.Open(t.Context(), address, playtest.Clock)
		require.ErrorIs(t, err, sqlstore.ErrOther)
		assert.NotContains(t, err.Error(), "\n")
		_, err = storage.OpenView(t.Context(), address)
		require.ErrorIs(t, err, sqlstore.ErrOther)
	}
	execRaw(t, "pgx", server, "ALTER TABLE migrations DROP COLUMN fingerprint")
	_, err = storage.Open(t.Context(), server, playtest.Clock)
	require.ErrorIs(t, err, sqlstore.ErrOther)
}
