package sqlite

import (
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// TestMigrate: a file of an older version is migrated, step by step, each of which is kept whole or not at all.
func TestMigrate(t *testing.T) {
	t.Parallel()
	first, err := fs.ReadFile(migrationFiles, "migrations/00001_init.sql")
	require.NoError(t, err)
	files := fstest.MapFS{"migrations/00001_init.sql": {Data: first}}
	db, err := openWriter(t.Context(), filepath.Join(t.TempDir(), "mad.db"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.close()) }()
	version := func() (n int) {
		t.Helper()
		require.NoError(t, db.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&n))
		return n
	}
	require.NoError(t, migrate(t.Context(), db, files))
	assert.Equal(t, 1, version())

	files["migrations/00002_next.sql"] = &fstest.MapFile{Data: []byte("ALTER TABLE servers ADD COLUMN n INTEGER")}
	files["migrations/00003_bad.sql"] = &fstest.MapFile{Data: []byte("DROP TABLE servers; DROP TABLE none")}
	require.ErrorContains(t, migrate(t.Context(), db, files), "00003_bad.sql: no such table: none")
	assert.Equal(t, 2, version())
	_, err = db.ExecContext(t.Context(), "INSERT INTO servers (id, settings, n) VALUES ('1', '{}', 7)")
	require.NoError(t, err)
	delete(files, "migrations/00003_bad.sql")
	require.NoError(t, migrate(t.Context(), db, files), "nothing to do")
	assert.Equal(t, 2, version())
}

// TestMigrations: sqlstore.Version is that of the newest migration.
func TestMigrations(t *testing.T) {
	t.Parallel()
	files, err := migrationFiles.ReadDir("migrations")
	require.NoError(t, err)
	assert.Len(t, files, sqlstore.Version)
}
