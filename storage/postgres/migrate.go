package postgres

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/stdlib"

	"madbot/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// versions is the table of the migrations that were run.
const versions = "migrations"

const (
	// lockMigrations waits until no other process migrates. The lock ends with the connection.
	lockMigrations = "SELECT pg_advisory_lock(7168356, 3)"
	createVersions = "CREATE TABLE IF NOT EXISTS " + versions + ` (
		version integer PRIMARY KEY, name text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())`
	insertVersion = "INSERT INTO " + versions + " (version, name) VALUES ($1, $2)"
)

// migrate runs the missing migrations of files on the database at an address, each in its own transaction, however long
// they take.
func migrate(ctx context.Context, address string, files fs.FS) error {
	all, err := sqlstore.Migrations(files)
	if err != nil {
		return err
	}
	config, err := parse(address)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, statement := range []string{lockMigrations, createVersions} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	version, err := schemaVersion(ctx, conn, len(all))
	for ; err == nil && version < len(all); version++ {
		err = run(ctx, conn, version+1, all[version])
	}
	return err
}

// run runs the migration to version.
func run(ctx context.Context, conn *sql.Conn, version int, m sqlstore.Migration) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err = tx.ExecContext(ctx, m.SQL); err == nil {
		_, err = tx.ExecContext(ctx, insertVersion, version, m.Name)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	return nil
}

// schemaVersion returns the version of the schema, 0 for an empty database. It returns ErrNewer, or ErrFormer for a
// database from before version 1, whose table of migrations had another name.
func schemaVersion(ctx context.Context, db querier, newest int) (version int, err error) {
	var ours, former bool
	err = db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL,
		to_regclass('schema_versions') IS NOT NULL OR to_regclass('goose_db_version') IS NOT NULL`, versions).
		Scan(&ours, &former)
	switch {
	case err != nil:
		return 0, err
	case former:
		return 0, sqlstore.ErrFormer
	case !ours:
		return 0, nil
	}
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM "+versions).Scan(&version)
	if err == nil && version > newest {
		err = sqlstore.ErrNewer
	}
	return version, err
}

// querier is an sql.DB or one of its connections.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
