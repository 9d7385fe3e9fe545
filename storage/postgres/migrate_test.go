package postgres_test

import (
	"database/sql"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// TestMigrate: an older database is migrated step by step, each step completely or not at all.
func TestMigrate(t *testing.T) {
	t.Parallel()
	address := postgrestest.NewEmpty(t)
	first, err := fs.ReadFile(postgres.Migrations(), "migrations/00001_init.sql")
	require.NoError(t, err)
	files := fstest.MapFS{"migrations/00001_init.sql": {Data: first}}
	require.NoError(t, postgres.Migrate(t.Context(), address, files))
	open(t, address)

	files["migrations/00002_next.sql"] = &fstest.MapFile{Data: []byte("ALTER TABLE servers ADD COLUMN n INT;")}
	files["migrations/00003_bad.sql"] = &fstest.MapFile{Data: []byte("DROP TABLE servers; DROP TABLE none;")}
	require.ErrorContains(t, postgres.Migrate(t.Context(), address, files), `table "none" does not exist`)
	exec(t, address, "INSERT INTO servers (id, settings, n) VALUES ('1', '{}', 7)")
	delete(files, "migrations/00003_bad.sql")
	require.NoError(t, postgres.Migrate(t.Context(), address, files), "nothing to do")
	_, err = postgres.Open(t.Context(), address, postgres.Options{})
	require.ErrorIs(t, err, sqlstore.ErrNewer)
}

// TestMigrate_NoticesDeath: while a migration runs, the server checks every second whether the process is still there,
// so that a killed one does not hold its locks for as long as its statement takes.
func TestMigrate_NoticesDeath(t *testing.T) {
	t.Parallel()
	address := postgrestest.NewEmpty(t)
	first, err := fs.ReadFile(postgres.Migrations(), "migrations/00001_init.sql")
	require.NoError(t, err)
	files := fstest.MapFS{"migrations/00001_init.sql": {Data: first}, "migrations/00002_seen.sql": {
		Data: []byte("CREATE TABLE seen AS SELECT current_setting('client_connection_check_interval', true) AS every;")}}
	require.NoError(t, postgres.Migrate(t.Context(), address, files))
	db, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer db.Close()
	var every sql.NullString // null before PostgreSQL 14, which has no such check
	require.NoError(t, db.QueryRow("SELECT every FROM seen").Scan(&every))
	if every.Valid {
		assert.Equal(t, "1s", every.String)
	}
}

// TestMigrations: sqlstore.Version is the number of the newest migration.
func TestMigrations(t *testing.T) {
	t.Parallel()
	files, err := postgres.Migrations().ReadDir("migrations")
	require.NoError(t, err)
	assert.Len(t, files, sqlstore.Version)
	db, err := sql.Open("pgx", postgrestest.New(t))
	require.NoError(t, err)
	defer db.Close()
	var version int
	require.NoError(t, db.QueryRow("SELECT max(version) FROM migrations").Scan(&version))
	assert.Equal(t, sqlstore.Version, version)
}
