package postgres

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Another process that migrates is asked every so many seconds, and so many times, whether it has ended.
const (
	lockPeriod   = 1
	lockAttempts = 300
)

// migrate brings the schema up to a version; ErrNewer when it is past that.
func migrate(ctx context.Context, config pgx.ConnConfig, newest int64) error {
	db := stdlib.OpenDB(config)
	defer db.Close()
	steps, err := newProvider(db)
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, db)
	if err == nil && version < newest {
		version, err = steps.GetDBVersion(ctx) // makes goose's own table, one process at a time
	}
	switch {
	case err != nil:
		return err
	case version > newest:
		return ErrNewer
	case version == newest:
		return nil
	}
	_, err = steps.UpTo(ctx, newest)
	return err
}

// newProvider returns goose with our migrations.
func newProvider(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockPeriod, lockAttempts))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
}

// schemaVersion reads the version of the schema without changing anything; 0 for an empty database.
func schemaVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var there bool
	err = db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&there)
	if err != nil || !there {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").
		Scan(&version)
	return version, err
}
