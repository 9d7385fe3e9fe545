package postgres

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"madbot/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Another process that migrates is asked every so many seconds, and so many times, whether it has ended.
const (
	lockPeriod   = 1
	lockAttempts = 300
)

// versions is goose's table of the migrations that were run; former is that of databases from before version 1.
const (
	versions = "schema_versions"
	former   = "goose_db_version"
)

// migrate brings the schema of the database at an address up to date by the migrations in files, however long these
// take.
func migrate(ctx context.Context, address string, files fs.FS) error {
	config, err := parse(address)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	steps, err := newProvider(db, files)
	if err == nil {
		_, err = steps.Up(ctx)
	}
	return err
}

// newProvider returns goose with migrations.
func newProvider(db *sql.DB, files fs.FS) (*goose.Provider, error) {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return nil, err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockPeriod, lockAttempts))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, folder, goose.WithTableName(versions),
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
}

// schemaVersion returns the version of the schema, 0 for an empty database; ErrNewer or ErrFormer.
func schemaVersion(ctx context.Context, db *sql.DB, newest int) (version int, err error) {
	var ours, old bool
	err = db.QueryRowContext(ctx, "SELECT to_regclass($1) IS NOT NULL, to_regclass($2) IS NOT NULL", versions,
		former).Scan(&ours, &old)
	switch {
	case err != nil:
		return 0, err
	case old:
		return 0, sqlstore.ErrFormer
	case !ours:
		return 0, nil
	}
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM "+versions+" WHERE is_applied").
		Scan(&version)
	if err == nil && version > newest {
		err = sqlstore.ErrNewer
	}
	return version, err
}
