package sqlite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// next returns this program's migrations, followed by made-up ones.
func next(t *testing.T, more ...string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for i, text := range more {
		files[fmt.Sprintf("migrations/%05d_next.sql", sqlstore.Version+i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(migrationFiles, name)
		require.NoError(t, err)
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// TestMigrate: an older file is backed up next to it and migrated step by step, each step completely or not at all. The
// older program opens the backup, but not the file.
func TestMigrate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	about := func(o Options) (sqlstore.About, error) {
		db, err := Open(t.Context(), path, o)
		if err != nil {
			return sqlstore.About{}, err
		}
		return db.About(), db.Close()
	}
	got, err := about(Options{})
	require.NoError(t, err)
	assert.Equal(t, sqlstore.About{Kind: "SQLite", Where: path}, got, "new")
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	playTwo(t, db, "m")
	require.NoError(t, db.Close())
	got, err = about(Options{})
	require.NoError(t, err)
	assert.Equal(t, sqlstore.About{Kind: "SQLite", Where: path, Version: sqlstore.Version}, got, "as it is")

	const column = "ALTER TABLE servers ADD COLUMN n INTEGER"
	_, err = about(Options{Migrations: next(t, column, "DROP TABLE servers; DROP TABLE none")})
	require.ErrorContains(t, err, "_next.sql: no such table: none")
	v, err := OpenView(t.Context(), path, Options{Migrations: next(t, column)})
	require.NoError(t, err)
	assert.Equal(t, sqlstore.Version+1, v.Version())
	require.NoError(t, v.Close())
	_, err = about(Options{})
	require.ErrorIs(t, err, sqlstore.ErrNewer)

	end := fmt.Sprintf(".v%d", sqlstore.Version)
	kept, err := Open(t.Context(), path+end, Options{})
	require.NoError(t, err)
	m, err := kept.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, 2, m.Game.Ply())
	require.NoError(t, kept.Close())

	got, err = about(Options{Migrations: next(t, column)})
	require.NoError(t, err)
	assert.Equal(t, sqlstore.Version+1, got.Version)
	assert.Empty(t, got.Backup, "nothing to do")
	require.NoError(t, os.Rename(path+end, path))
	require.NoError(t, os.WriteFile(path+end, nil, 0o600))
	got, err = about(Options{Migrations: next(t, column)})
	require.NoError(t, err)
	assert.Equal(t, sqlstore.About{Kind: "SQLite", Where: path, Version: sqlstore.Version, Backup: path + end + "-2"}, got)
}

// TestMigrations: sqlstore.Version is the number of the newest migration.
func TestMigrations(t *testing.T) {
	t.Parallel()
	files, err := migrationFiles.ReadDir("migrations")
	require.NoError(t, err)
	assert.Len(t, files, sqlstore.Version)
}
